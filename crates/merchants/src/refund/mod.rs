//! Refunds of paid payments: what they are, how much can go back, and their rows. Pure but for loading.

pub(crate) mod store;

use ::store::Store;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::transaction::Ending;
use exchange::{Exchange, ExchangeError, Status, Transaction};
use kernel::{Amount, PaymentId, TenantProfile, TransactionId};

/// The maximum number of refunds of one payment, with those that were cancelled.
pub(crate) const REFUNDS_MAX: i16 = 50;
/// How long a refund without a movement counts: longer than its quote can be used.
pub(crate) const RESERVED_FOR: TimeDelta = TimeDelta::minutes(15);

kernel::codes! {
    /// The rate at which coins go back.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum RefundRate {
        /// The value of the amount at the market rate of today.
        #[default]
        Today = "today",
        /// The part of the coins that were paid for the amount.
        Paid = "paid",
    }
}

kernel::codes! {
    /// The state of a refund.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RefundState {
        /// It is on its way, or waits for an operator.
        Pending = "pending",
        /// It was sent.
        Sent = "sent",
        /// It was cancelled, and the money is on the merchant's balance.
        Cancelled = "cancelled",
        /// It failed. It counts until the merchant or an operator has decided about the money.
        Failed = "failed",
    }
}

/// A row of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRow {
    /// Its number, from 1.
    pub number: i16,
    /// The movement, which has the id of its quote.
    pub transaction: TransactionId,
    /// The amount in the currency of the price.
    pub amount: Amount,
    /// The amount for the payer.
    pub coins: Amount,
    /// The rate.
    pub rate: RefundRate,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Whether its end was reported.
    pub is_reported: bool,
}

/// A refund with its movement.
#[derive(Debug, Clone, PartialEq)]
pub struct Refund {
    /// The row.
    pub row: RefundRow,
    /// The movement.
    pub transaction: Transaction,
}

impl Refund {
    /// The state.
    #[must_use]
    pub fn state(&self) -> RefundState {
        match self.transaction.status() {
            Status::Done => RefundState::Sent,
            Status::Cancelled | Status::Expired => RefundState::Cancelled,
            Status::Resolved if is_given_back(self.transaction.ending) => RefundState::Cancelled,
            Status::Fail | Status::Reject | Status::Resolved => RefundState::Failed,
            Status::New | Status::Wait | Status::Processing | Status::ActionRequired | Status::Manual => {
                RefundState::Pending
            }
        }
    }

    /// The debit of the merchant's balance, with all fees.
    #[must_use]
    pub fn cost(&self) -> Amount {
        self.transaction.price.from_amount
    }
}

/// Whether the money of such an ending went back to the merchant's balance.
const fn is_given_back(ending: Option<Ending>) -> bool {
    matches!(ending, Some(Ending::Refunded | Ending::Deposited | Ending::Cancelled | Ending::Expired))
}

/// The known state of a reserved refund's movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// There is none.
    Nothing,
    /// Its money is on the way to the payer, or arrived.
    Moves,
    /// Its money is on the merchant's balance again.
    GivenBack,
}

/// Whether a reserved refund counts against what was received. Pure.
pub(crate) fn counts(made: Made, created_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    match made {
        Made::Moves => true,
        Made::GivenBack => false,
        Made::Nothing => now < created_at + RESERVED_FOR,
    }
}

/// `whole × part / of`, rounded down: the part of a sum that belongs to a part of another sum. `None` on overflow and for
/// an `of` that is not positive. Pure.
pub(crate) fn share(whole: Amount, part: Amount, of: Amount) -> Option<Amount> {
    if !of.is_positive() || part.currency() != of.currency() {
        return None;
    }
    let product = whole.atoms().checked_mul(part.atoms())?;
    Some(Amount::new(product / of.atoms(), whole.currency()))
}

/// The refunds of a payment that have a movement, oldest first.
pub(crate) async fn load_refunds(
    store: &Store,
    exchange: &Exchange,
    TenantProfile { tenant, profile }: TenantProfile,
    payment: PaymentId,
) -> Result<Vec<Refund>, ExchangeError> {
    let mut tx = store.tenant_read(tenant).await?;
    let rows = store::refunds(tx.conn(), tenant, payment).await?;
    drop(tx);
    let mut found = Vec::new();
    for row in rows {
        match exchange.get(tenant, profile, row.transaction).await {
            Ok(transaction) => found.push(Refund { row, transaction }),
            Err(ExchangeError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_reservation_counts_while_its_quote_can_be_used() {
        let made = DateTime::UNIX_EPOCH;
        assert!(counts(Made::Nothing, made, made + TimeDelta::minutes(14)));
        assert!(!counts(Made::Nothing, made, made + RESERVED_FOR));
        assert!(counts(Made::Moves, made, made + TimeDelta::days(900)));
        assert!(!counts(Made::GivenBack, made, made));
    }

    proptest! {
        /// Parts that add up to the whole never bring more coins than were paid.
        #[test]
        fn the_parts_of_a_payment_never_exceed_its_coins(
            coins in 1_i128..10_i128.pow(24),
            parts in prop::collection::vec(1_i128..10_i128.pow(9), 1..8),
        ) {
            let eur = |atoms| Amount::new(atoms, Currency::EUR);
            let (whole, sum) = (Amount::new(coins, Currency::BTC), eur(parts.iter().sum()));
            let back: i128 = parts.iter().map(|part| share(whole, eur(*part), sum).unwrap().atoms()).sum();
            prop_assert!(back <= coins);
            prop_assert_eq!(share(whole, sum, sum), Some(whole));
        }
    }
}
