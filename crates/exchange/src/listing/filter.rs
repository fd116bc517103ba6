use chrono::{DateTime, TimeDelta, Utc};
use kernel::Currency;
use uuid::{Builder, Uuid};

use super::SearchText;
use crate::transaction::{DisplayType, Leg, Status, Transaction};

/// How long before it was made the id of a transaction can have been: an order has the id of its quote.
const ID_AGE_MAX: TimeDelta = TimeDelta::hours(1);

/// Which transactions of a profile to list. A part that is empty leaves nothing out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// In one of these statuses.
    pub statuses: Vec<Status>,
    /// Displayed as one of these.
    pub display_types: Vec<DisplayType>,
    /// With this currency on either side.
    pub currency: Option<Currency>,
    /// That draw on the profile's balance of this currency or credit it, or are to do so.
    pub balance: Option<Currency>,
    /// Made at this instant or later.
    pub from: Option<DateTime<Utc>>,
    /// Made before this instant.
    pub to: Option<DateTime<Utc>>,
    /// With this text in them.
    pub search: Option<SearchText>,
}

impl TransactionFilter {
    /// Whether it has nothing but statuses, which the database knows.
    pub(crate) fn is_of_statuses(&self) -> bool {
        Self { statuses: Vec::new(), ..self.clone() } == Self::default()
    }

    /// Whether the transaction is one of those listed.
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

    /// The ids that its period can have: the first, and the one after the last. Ids are in order of time.
    pub(crate) fn ids(&self) -> (Uuid, Uuid) {
        let first = self.from.and_then(|from| from.checked_sub_signed(ID_AGE_MAX)).map_or_else(Uuid::nil, first_id);
        (first, self.to.and_then(|to| to.checked_add_signed(ID_AGE_MAX)).map_or_else(Uuid::max, first_id))
    }

    fn is_of_type(&self, transaction: &Transaction) -> bool {
        let shown = transaction.kind.display(transaction.quote.direction().side());
        self.display_types.is_empty() || self.display_types.contains(&shown)
    }
}

/// The least UUIDv7 of the instant's millisecond; the nil one before 1970.
fn first_id(at: DateTime<Utc>) -> Uuid {
    u64::try_from(at.timestamp_millis())
        .map_or_else(|_| Uuid::nil(), |millis| Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid())
}

fn has_side(transaction: &Transaction, currency: Currency) -> bool {
    [transaction.quote.from_amount, transaction.quote.to_amount].iter().any(|side| side.currency() == currency)
}

fn moves_balance(transaction: &Transaction, currency: Currency) -> bool {
    transaction.legs.iter().any(|leg| match leg {
        Leg::Draw(draw) => draw.amount.currency() == currency,
        Leg::Credit(credit) => credit.to.is_none() && credit.amount.currency() == currency,
        _ => false,
    })
}
