//! The filter of a profile's list of transactions. Ids sort by time, so a period is a range of ids.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Currency;
use uuid::{Builder, Uuid};

use super::SearchText;
use crate::transaction::{DisplayType, Leg, Status, Transaction};

/// How much older than its creation a transaction's id can be: an order reuses the id of its quote.
const ID_AGE_MAX: TimeDelta = TimeDelta::hours(1);

/// A filter of a profile's transactions. An empty part excludes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// The statuses; empty means all.
    pub statuses: Vec<Status>,
    /// The display types; empty means all.
    pub display_types: Vec<DisplayType>,
    /// A currency on either side.
    pub currency: Option<Currency>,
    /// The balance that the transaction debits or credits, or will debit or credit.
    pub balance: Option<Currency>,
    /// Created at or after this instant.
    pub from: Option<DateTime<Utc>>,
    /// Created before this instant.
    pub to: Option<DateTime<Utc>>,
    /// The search text.
    pub search: Option<SearchText>,
}

impl TransactionFilter {
    /// Whether it filters by nothing but statuses, which the database indexes.
    pub(crate) fn is_of_statuses(&self) -> bool {
        Self { statuses: Vec::new(), ..self.clone() } == Self::default()
    }

    /// Whether the transaction matches.
    #[must_use]
    pub fn matches(&self, transaction: &Transaction) -> bool {
        let made = transaction.created_at;
        self.is_of_type(transaction)
            && (self.statuses.is_empty() || self.statuses.contains(&transaction.status()))
            && self.currency.is_none_or(|currency| has_side(transaction, currency))
            && self.balance.is_none_or(|currency| moves_balance(transaction, currency))
            && self.from.is_none_or(|from| made >= from)
            && self.to.is_none_or(|to| made < to)
            && self.search.as_ref().is_none_or(|text| text.is_in(transaction))
    }

    /// The id range of the period, end exclusive. Ids sort by time.
    pub(crate) fn ids(&self) -> (Uuid, Uuid) {
        let first = self.from.and_then(|from| from.checked_sub_signed(ID_AGE_MAX)).map_or_else(Uuid::nil, first_id);
        (first, self.to.and_then(|to| to.checked_add_signed(ID_AGE_MAX)).map_or_else(Uuid::max, first_id))
    }

    fn is_of_type(&self, transaction: &Transaction) -> bool {
        let shown = transaction.display_type();
        self.display_types.is_empty() || self.display_types.contains(&shown)
    }
}

/// The lowest UUIDv7 of the instant's millisecond; the nil UUID before 1970.
pub(crate) fn first_id(at: DateTime<Utc>) -> Uuid {
    u64::try_from(at.timestamp_millis())
        .map_or_else(|_| Uuid::nil(), |millis| Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid())
}

fn has_side(transaction: &Transaction, currency: Currency) -> bool {
    [transaction.price.from_amount, transaction.price.to_amount].iter().any(|side| side.currency() == currency)
}

fn moves_balance(transaction: &Transaction, currency: Currency) -> bool {
    transaction.legs.iter().any(|leg| match leg {
        Leg::Draw(draw) => draw.product.is_none() && draw.amount.currency() == currency,
        Leg::Credit(credit) => credit.is_own_balance() && credit.amount.currency() == currency,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_first_id_of_an_instant_sorts_before_all_ids_of_its_millisecond() {
        let moment = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let id = Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, moment.timestamp().unsigned_abs(), 0));
        assert!(first_id(moment) <= id && id < first_id(moment + TimeDelta::milliseconds(1)));
    }
}
