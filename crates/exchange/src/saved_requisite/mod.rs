//! Saved requisites: the bank accounts and crypto addresses that a profile keeps for later payouts.

use chrono::{DateTime, Utc};
use identity::rules;
use kernel::{Currency, Payway, ProfileId, SavedRequisiteId};

use crate::ExchangeError;
use crate::requisite::Requisite;

pub(crate) mod store;

/// The maximum number of saved requisites of one profile.
pub const SAVED_MAX: i64 = 50;
/// The maximum number of characters of a label.
const LABEL_MAX: usize = 50;

/// A bank account or address that a profile keeps for later payouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedRequisite {
    /// The id.
    pub id: SavedRequisiteId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The currency that it was saved for.
    pub currency: Currency,
    /// The payway that reaches it.
    pub payway: Payway,
    /// The destination, in canonical form.
    pub requisite: Requisite,
    /// The customer's name for it.
    pub label: Option<String>,
    /// When it was saved first.
    pub created_at: DateTime<Utc>,
}

/// Normalizes a label by the platform's rule ([`rules::label`]). An empty one is none.
///
/// # Errors
/// [`ExchangeError::Invalid`] with the rule.
pub(crate) fn validate_label(label: Option<&str>) -> Result<Option<String>, ExchangeError> {
    match rules::label(label.unwrap_or_default(), 1, LABEL_MAX) {
        Ok(label) => Ok(Some(label)),
        Err(broken) if broken.code == "required" => Ok(None),
        Err(broken) if broken.code == "max_length" => {
            Err(ExchangeError::invalid("label", format!("must be one line of at most {LABEL_MAX} characters")))
        }
        Err(broken) => Err(ExchangeError::invalid("label", broken.message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_short_line_or_none() {
        assert_eq!(validate_label(Some("  Rent ")).unwrap().as_deref(), Some("Rent"));
        for empty in ["  ", "\u{200b}"] {
            assert_eq!(validate_label(Some(empty)).unwrap(), None);
        }
        assert_eq!(validate_label(Some(&"ї".repeat(LABEL_MAX))).unwrap().map(|label| label.chars().count()), Some(50));
        let misleading = ["100 \u{202e}001".to_owned(), "Rеnt".to_owned()];
        for bad in ["a\nb".to_owned(), "a".repeat(LABEL_MAX + 1)].into_iter().chain(misleading) {
            assert!(matches!(validate_label(Some(&bad)), Err(ExchangeError::Invalid { .. })), "{bad}");
        }
    }
}
