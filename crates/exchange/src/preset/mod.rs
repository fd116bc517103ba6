//! Presets: orders that a profile keeps to make again.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Endpoint, PresetId, ProfileId};
use serde::{Deserialize, Serialize};

use crate::ExchangeError;
use crate::quote::{FixedSide, QuoteRequest};
use crate::requisite::Requisite;

pub(crate) mod store;

/// The maximum number of presets of one profile, archived ones included.
pub const PRESETS_MAX: i64 = 50;
/// The maximum number of characters of a name.
const NAME_MAX: usize = 50;

/// What a preset repeats.
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
    /// Which amount is fixed.
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
    /// What it repeats.
    pub terms: Terms,
    /// When it was archived; `None` if it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

impl Terms {
    /// Goes on if a transaction type covers the direction.
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
        };
        request.direction().map(|_| ())
    }
}

/// Trims a name.
///
/// # Errors
/// [`ExchangeError::Invalid`] if it is empty, too long, or contains control characters.
pub(crate) fn validate_name(name: &str) -> Result<String, ExchangeError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        return Err(ExchangeError::invalid("name", format!("must be one line of 1 to {NAME_MAX} characters")));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(validate_name("  Rent ").unwrap(), "Rent");
        assert!(validate_name(&"ї".repeat(NAME_MAX)).is_ok());
        for bad in [" ".to_owned(), "a\nb".to_owned(), "a".repeat(NAME_MAX + 1)] {
            assert!(matches!(validate_name(&bad), Err(ExchangeError::Invalid { .. })), "{bad}");
        }
    }
}
