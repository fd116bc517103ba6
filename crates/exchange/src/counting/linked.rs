//! Linked payouts: a person's coins that leave within one day count together, by the time at which they leave. So an
//! order split over several days counts as one if its parts leave on one day. Pure.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};

use crate::beneficiary_wallet::LINKED_WITHIN;
use crate::transaction::{Destination, PayOut, PayOutState, Transaction};

/// The outgoing coins of one transaction, as counted by its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The result, in euro.
    pub result: Amount,
    /// The refund to an address, in euro.
    pub refund: Option<Amount>,
    /// The transaction.
    pub transaction: Transaction,
}

/// Whether and when the coins of a payout leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// Not sent yet; they may leave at any moment.
    Ahead,
    /// Sent at this time.
    Left(DateTime<Utc>),
    /// They do not leave unless they are requested again.
    Never,
}

impl Departure {
    fn counts(self, now: DateTime<Utc>) -> bool {
        match self {
            Self::Ahead => true,
            Self::Left(at) => now - at < LINKED_WITHIN,
            Self::Never => false,
        }
    }
}

impl Linked {
    /// The amount that counts now, in euro.
    #[must_use]
    pub fn counted(&self, now: DateTime<Utc>) -> Amount {
        let parts = self.parts().filter(|(_, departure)| departure.counts(now));
        let cents = parts.fold(0_i128, |sum, (amount, _)| sum.saturating_add(amount.atoms()));
        Amount::new(cents, Currency::EUR)
    }

    /// Whether no part will ever count again unless it is requested again.
    #[must_use]
    pub fn is_past(&self, now: DateTime<Utc>) -> bool {
        self.parts().all(|(amount, departure)| amount.is_zero() || !departure.counts(now))
    }

    fn parts(&self) -> impl Iterator<Item = (Amount, Departure)> {
        let result = (self.result, of_result(&self.transaction));
        let refund = self.refund.zip(of_refund(&self.transaction));
        [Some(result), refund].into_iter().flatten()
    }
}

/// The departure of an order's result. An order with a refund has no result.
pub(crate) fn of_result(transaction: &Transaction) -> Departure {
    match transaction.result_leg() {
        Some((_, leg)) if !transaction.payouts().any(|(_, leg)| leg.to.is_refund()) => of_leg(transaction, leg),
        _ => Departure::Never,
    }
}

/// The departure of a refund to an address; `None` without such a refund.
pub(crate) fn of_refund(transaction: &Transaction) -> Option<Departure> {
    let back = transaction.payouts().rfind(|(_, leg)| matches!(leg.to, Destination::Refund(_)));
    back.map(|(_, leg)| of_leg(transaction, leg))
}

fn of_leg(transaction: &Transaction, leg: &PayOut) -> Departure {
    let left = match leg.state {
        PayOutState::Sent | PayOutState::Settled => leg.sent_at,
        PayOutState::Failed => leg.contradicted_at,
        PayOutState::Planned | PayOutState::Sending | PayOutState::Unknown => None,
    };
    match left {
        Some(at) => Departure::Left(at),
        None if transaction.ending.is_some() => Departure::Never,
        None => Departure::Ahead,
    }
}
