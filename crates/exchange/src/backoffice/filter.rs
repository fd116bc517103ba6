//! Which movements an operator asks for, as the database is asked for them. Pure.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Endpoint, ProfileId};
use uuid::Uuid;

use crate::quote::Side;
use crate::transaction::{DisplayType, Status, TransactionType};

/// Which movements; an empty filter lets all through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovementFilter {
    /// Of this type.
    pub kind: Option<TransactionType>,
    /// Displayed as this.
    pub display: Option<DisplayType>,
    /// In one of these statuses; none means all.
    pub statuses: Vec<Status>,
    /// Given or received in this currency.
    pub currency: Option<Currency>,
    /// At least this much was ordered in `currency`; in the same currency.
    pub min: Option<Amount>,
    /// At most this much.
    pub max: Option<Amount>,
    /// Coming from or going to this endpoint.
    pub endpoint: Option<Endpoint>,
    /// Made at this moment or later.
    pub from: Option<DateTime<Utc>>,
    /// Made before this moment.
    pub until: Option<DateTime<Utc>>,
    /// Of these profiles; `None` means all of the tenant.
    pub profiles: Option<Vec<ProfileId>>,
}

impl MovementFilter {
    /// The codes of the types that it lets through; `None` if it asks for none.
    pub(super) fn kinds(&self) -> Option<Vec<String>> {
        if self.kind.is_none() && self.display.is_none() {
            return None;
        }
        let fits = |kind: &TransactionType| {
            self.kind.is_none_or(|wanted| wanted == *kind)
                && self.display.is_none_or(|wanted| displays_as(*kind, wanted))
        };
        Some(TransactionType::all().filter(fits).map(|kind| kind.code().to_owned()).collect())
    }

    /// Whether what is given is fiat, and whether what is received is, where the display type says so.
    pub(super) fn sides(&self) -> Option<(bool, bool)> {
        match self.display? {
            DisplayType::Purchase => Some((true, false)),
            DisplayType::Sale => Some((false, true)),
            DisplayType::Swap => Some((false, false)),
            _ => None,
        }
    }
}

/// Whether movements of `kind` can be displayed as `display`.
fn displays_as(kind: TransactionType, display: DisplayType) -> bool {
    [Side::Buy, Side::Sell, Side::Swap].into_iter().any(|side| kind.display(Some(side)) == display)
}

/// The lowest id of a movement made at `moment` or later: a UUIDv7 begins with its millisecond in 48 bits.
pub(super) fn first_id(moment: DateTime<Utc>) -> Uuid {
    let millis = u128::from(moment.timestamp_millis().max(0).unsigned_abs());
    Uuid::from_u128((millis & ((1 << 48) - 1)) << 80)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_display_type_stands_for_the_types_and_sides_that_are_displayed_so() {
        let of = |display| MovementFilter { display: Some(display), ..MovementFilter::default() };
        assert_eq!(of(DisplayType::Purchase).kinds().unwrap(), ["EXCHANGE"]);
        assert_eq!(of(DisplayType::Purchase).sides(), Some((true, false)));
        assert_eq!(of(DisplayType::Sale).sides(), Some((false, true)));
        assert!(of(DisplayType::Deposit).kinds().unwrap().contains(&"AUTOPAYIN".to_owned()));
        assert_eq!(of(DisplayType::Deposit).sides(), None);
        let both = MovementFilter { kind: Some(TransactionType::Payin), ..of(DisplayType::Withdraw) };
        assert_eq!(both.kinds().unwrap(), Vec::<String>::new(), "no type is both");
        assert_eq!(MovementFilter::default().kinds(), None);
    }

    #[test]
    fn a_moment_stands_before_the_ids_of_its_millisecond() {
        let moment = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let id = Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, moment.timestamp().unsigned_abs(), 0));
        assert!(first_id(moment) <= id && id < first_id(moment + TimeDelta::milliseconds(1)));
    }
}
