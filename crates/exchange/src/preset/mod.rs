//! Presets: orders that a profile keeps to make again.

use chrono::{DateTime, Utc};
use identity::rules;
use kernel::{Amount, Currency, Endpoint, PresetId, ProfileId};
use serde::{Deserialize, Serialize};

use crate::ExchangeError;
use crate::policy::FeePayer;
use crate::quote::{FixedSide, QuoteRequest};
use crate::requisite::Requisite;

pub(crate) mod store;

/// The maximum number of presets of one profile, archived ones included.
pub const PRESETS_MAX: i64 = 50;
/// The maximum number of characters of a name.
const NAME_MAX: usize = 50;

/// The terms of a preset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The given currency.
    pub from_currency: Currency,
    /// The source endpoint.
    pub source: Endpoint,
    /// The received currency.
    pub to_currency: Currency,
    /// The destination endpoint.
    pub sink: Endpoint,
    /// The amount that is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount, in the currency of its side.
    pub amount: Amount,
    /// The destination, in canonical form; `None` if the customer names it with each order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requisite: Option<Requisite>,
}

/// An order that a profile keeps to make again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// The id.
    pub id: PresetId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The customer's name for it.
    pub name: String,
    /// The terms.
    pub terms: Terms,
    /// When it was archived; `None` if it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

impl Terms {
    /// Checks that a transaction type covers the direction.
    ///
    /// # Errors
    /// [`ExchangeError::DirectionUnavailable`]
    pub(crate) fn check_direction(&self) -> Result<(), ExchangeError> {
        let request = QuoteRequest {
            side: None,
            source: self.source,
            sink: self.sink,
            from_currency: self.from_currency,
            to_currency: self.to_currency,
            fixed_side: self.fixed_side,
            amount: self.amount,
            is_unified: false,
            firm: false,
            residence: None,
            payer: FeePayer::default(),
        };
        request.direction().map(|_| ())
    }
}

/// Normalizes a name by the platform's rule ([`rules::label`]).
///
/// # Errors
/// [`ExchangeError::Invalid`] with the rule.
pub(crate) fn validate_name(name: &str) -> Result<String, ExchangeError> {
    rules::label(name, 1, NAME_MAX).map_err(|broken| match broken.code {
        "required" | "max_length" => {
            ExchangeError::invalid("name", format!("must be one line of 1 to {NAME_MAX} characters"))
        }
        _ => ExchangeError::invalid("name", broken.message),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(validate_name("  Rent ").unwrap(), "Rent");
        assert!(validate_name(&"ї".repeat(NAME_MAX)).is_ok());
        let misleading = ["\u{200b}".to_owned(), "100 \u{202e}001".to_owned(), "Rеnt".to_owned()];
        for bad in [" ".to_owned(), "a\nb".to_owned(), "a".repeat(NAME_MAX + 1)].into_iter().chain(misleading) {
            assert!(matches!(validate_name(&bad), Err(ExchangeError::Invalid { .. })), "{bad}");
        }
    }
}
