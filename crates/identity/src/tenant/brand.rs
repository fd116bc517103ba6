//! The branding of a tenant, as typed values only. It has no field for style sheets, markup or picture URLs: a page
//! that shows money must not load content that a third party can change.

use serde::{Deserialize, Serialize};

use super::Mark;

/// The branding of a tenant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brand {
    /// The brand colour as `#rrggbb`; the other colours are derived from it with sufficient contrast. `None` for the
    /// platform's default.
    pub color: Option<String>,
    /// The corner radius.
    pub corners: Corners,
    /// The logo. Without one, a tenant with its own colour gets its initial, and any other the platform's logo.
    pub mark: Option<Mark>,
    /// The support address.
    pub support_email: Option<String>,
}

/// The corner radius of cards and controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// Nearly square.
    Sharp,
    /// The platform's default.
    #[default]
    Soft,
    /// Very round.
    Round,
}

impl Corners {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Sharp, Self::Soft, Self::Round];

    /// Its code in API documents.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sharp => "sharp",
            Self::Soft => "soft",
            Self::Round => "round",
        }
    }
}

impl Brand {
    /// Validates stored branding: invalid values are dropped.
    pub(super) fn checked(mut self) -> Self {
        self.mark = self.mark.and_then(|mark| mark.reread());
        self
    }
}

/// A feature that a tenant may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Buying, selling and swapping.
    Exchange,
    /// Balances.
    Balances,
}

impl Feature {
    /// All variants.
    pub const ALL: [Self; 2] = [Self::Exchange, Self::Balances];

    /// Its code in API documents and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::Balances => "balances",
        }
    }

    /// The feature with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brand_reads_back_and_one_of_another_version_gives_what_it_can() {
        let brand = Brand {
            color: Some("#4f3ff0".into()),
            corners: Corners::Round,
            mark: Mark::read([("M1 1L2 2Z", 50)]).ok(),
            support_email: None,
        };
        let kept = serde_json::to_value(&brand).unwrap();
        assert_eq!(serde_json::from_value::<Brand>(kept).unwrap().checked(), brand);
        let planted = serde_json::json!({"mark": [{"d": "M1 1\"/><script>", "opacity": 100}], "later": 1});
        assert_eq!(serde_json::from_value::<Brand>(planted).unwrap().checked(), Brand::default());
        for corners in Corners::ALL {
            assert_eq!(serde_json::to_value(corners).unwrap(), corners.code());
        }
    }
}
