//! The operators' movement filter, translated into database conditions. Pure.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Endpoint, ProfileId};

use crate::Side;
use crate::transaction::{DisplayType, Status, TransactionType};

/// A filter of movements. An empty filter matches all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovementFilter {
    /// The transaction type.
    pub kind: Option<TransactionType>,
    /// The display type.
    pub display: Option<DisplayType>,
    /// The statuses; empty means all.
    pub statuses: Vec<Status>,
    /// A currency on either side.
    pub currency: Option<Currency>,
    /// The minimum ordered amount in `currency`; in the same currency.
    pub min: Option<Amount>,
    /// The maximum ordered amount.
    pub max: Option<Amount>,
    /// An endpoint on either side.
    pub endpoint: Option<Endpoint>,
    /// Created at or after this moment.
    pub from: Option<DateTime<Utc>>,
    /// Created before this moment.
    pub until: Option<DateTime<Utc>>,
    /// The profiles; `None` means all profiles of the tenant.
    pub profiles: Option<Vec<ProfileId>>,
}

impl MovementFilter {
    /// The query of a display type: the codes of the types that are displayed so, and whether refunds of other
    /// transactions are too. `None` without a display type.
    pub(super) fn displayed(&self) -> Option<(Vec<String>, bool)> {
        let wanted = self.display?;
        let kinds = TransactionType::all().filter(|kind| displays_as(*kind, wanted));
        Some((kinds.map(|kind| kind.code().to_owned()).collect(), wanted == DisplayType::Refund))
    }

    /// Whether the given and the received currency are fiat, if the display type determines it.
    pub(super) fn sides(&self) -> Option<(bool, bool)> {
        match self.display? {
            DisplayType::Purchase => Some((true, false)),
            DisplayType::Sale => Some((false, true)),
            DisplayType::Swap => Some((false, false)),
            _ => None,
        }
    }
}

/// Whether movements of `kind` can have the display type `display`.
fn displays_as(kind: TransactionType, display: DisplayType) -> bool {
    [Side::Buy, Side::Sell, Side::Swap].into_iter().any(|side| kind.display(Some(side)) == display)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_type_covers_the_types_and_sides_that_are_displayed_as_it() {
        let of = |display| MovementFilter { display: Some(display), ..MovementFilter::default() };
        let (purchases, with_refunds) = of(DisplayType::Purchase).displayed().unwrap();
        assert_eq!((purchases.as_slice(), with_refunds), (["EXCHANGE".to_owned()].as_slice(), false));
        assert_eq!(of(DisplayType::Purchase).sides(), Some((true, false)));
        assert_eq!(of(DisplayType::Sale).sides(), Some((false, true)));
        assert!(of(DisplayType::Deposit).displayed().unwrap().0.contains(&"AUTOPAYIN".to_owned()));
        assert_eq!(of(DisplayType::Deposit).sides(), None);
        assert!(of(DisplayType::Refund).displayed().unwrap().1, "a refund of another transaction, of any type");
        assert_eq!(MovementFilter::default().displayed(), None);
    }
}
