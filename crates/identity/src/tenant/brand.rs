//! How a tenant looks: typed values only. There is no field for a style sheet, markup or the address of a picture, for a
//! page that shows money must not load what somebody else may change.

use serde::{Deserialize, Serialize};

use super::Mark;

/// How a tenant looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brand {
    /// The brand colour as `#rrggbb`; screens derive the rest from it and keep it legible. `None` wears the house's own.
    pub color: Option<String>,
    /// How round corners are.
    pub corners: Corners,
    /// The logo. Without one a tenant with a colour of its own has its first letter, and one without has the house's.
    pub mark: Option<Mark>,
    /// Where people reach support.
    pub support_email: Option<String>,
}

/// How round the corners of cards and controls are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// Nearly square.
    Sharp,
    /// The house's own.
    #[default]
    Soft,
    /// Very round.
    Round,
}

impl Corners {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sharp, Self::Soft, Self::Round];

    /// Its word in documents.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sharp => "sharp",
            Self::Soft => "soft",
            Self::Round => "round",
        }
    }
}

impl Brand {
    /// As it came from the database: what is not to be trusted is left out.
    pub(super) fn checked(mut self) -> Self {
        self.mark = self.mark.and_then(|mark| mark.reread());
        self
    }
}

/// A part of the product that a tenant may offer or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Buying, selling and swapping.
    Exchange,
    /// Balances.
    Balances,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Exchange, Self::Balances];

    /// Its word in documents and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::Balances => "balances",
        }
    }

    /// The feature with this word.
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
