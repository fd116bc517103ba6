//! Saved cards: the cards that a profile keeps for later payments and payouts.

use chrono::{DateTime, Datelike, Utc};
use kernel::{ProfileId, SavedCardId};

use crate::rails::CardToken;

pub(crate) mod store;

/// The maximum number of saved cards of one profile.
pub const CARDS_MAX: i64 = 20;

/// When a card expires, as printed on it: it is valid to the end of the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expiry {
    /// Four digits.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
}

impl Expiry {
    /// Whether the month has passed, in UTC.
    #[must_use]
    pub fn is_over(self, now: DateTime<Utc>) -> bool {
        (i32::from(self.year), u32::from(self.month)) < (now.year(), now.month())
    }
}

/// Why a saved card cannot pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardFault {
    /// It has expired.
    Expired,
    /// The customer has deleted it.
    Gone,
    /// The acquirer has no mandate for it: the customer has not paid with it since agreeing to charges without them.
    Unconfirmed,
}

impl std::fmt::Display for CardFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Expired => "it has expired",
            Self::Gone => "it was deleted",
            Self::Unconfirmed => "its holder has not confirmed it with a payment",
        })
    }
}

/// A card that a profile keeps. The number and the security code are not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedCard {
    /// The id.
    pub id: SavedCardId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The acquirer's token with the displayed part of the card.
    pub card: CardToken,
    /// When it expires.
    pub expiry: Expiry,
    /// The name printed on it.
    pub holder: String,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_card_is_valid_to_the_end_of_its_month(year in 2020_u16..2100, month in 1_u8..=12) {
            let expiry = Expiry { year, month };
            let first = Utc.with_ymd_and_hms(i32::from(year), u32::from(month), 1, 0, 0, 0).unwrap();
            let next = first.checked_add_months(chrono::Months::new(1)).unwrap();
            prop_assert!(!expiry.is_over(first));
            prop_assert!(!expiry.is_over(next - chrono::TimeDelta::seconds(1)));
            prop_assert!(expiry.is_over(next));
        }
    }
}
