//! Coins of a person's other transactions that count together with those that are about to leave: by when they leave, so that
//! what was ordered in parts over days and leaves on one day is of that day. Pure.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};

use super::LINKED_WITHIN;
use crate::allowance::UNWRITTEN;
use crate::transaction::{Destination, PayOut, PayOutState, Transaction};

/// What one transaction takes out to addresses, as it was taken down before it was decided on.
#[derive(Debug, Clone)]
pub struct Linked {
    /// The result, in euro, and when it was ordered.
    pub result: (Amount, DateTime<Utc>),
    /// What goes back, in euro, and when that was asked for.
    pub refund: Option<(Amount, DateTime<Utc>)>,
    /// As it stands; none while it is being written, or when nothing came of it.
    pub transaction: Option<Transaction>,
}

/// How coins stand that a transaction is to take out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// They are here and may leave: now, for all we know.
    Ahead,
    /// They left.
    Left(DateTime<Utc>),
    /// They do not leave, unless it is asked for anew.
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
    /// What of it counts now, in euro.
    #[must_use]
    pub fn counted(&self, now: DateTime<Utc>) -> Amount {
        let parts = self.parts(now).into_iter().filter(|(_, departure)| departure.counts(now));
        let cents = parts.fold(0_i128, |sum, (amount, _)| sum.saturating_add(amount.atoms()));
        Amount::new(cents, Currency::EUR)
    }

    /// Whether nothing of it will ever count again, unless it is asked for anew.
    #[must_use]
    pub fn is_past(&self, now: DateTime<Utc>) -> bool {
        self.parts(now).into_iter().all(|(amount, departure)| amount.is_zero() || !departure.counts(now))
    }

    fn parts(&self, now: DateTime<Utc>) -> Vec<(Amount, Departure)> {
        let unwritten = |at: DateTime<Utc>| if now - at < UNWRITTEN { Departure::Ahead } else { Departure::Never };
        let (result, ordered_at) = self.result;
        let result = (result, self.transaction.as_ref().map_or_else(|| unwritten(ordered_at), of_result));
        let refund = self.refund.map(|(amount, asked_at)| {
            let leg = self.transaction.as_ref().and_then(of_refund);
            (amount, leg.unwrap_or_else(|| unwritten(asked_at)))
        });
        [Some(result), refund].into_iter().flatten().collect()
    }
}

/// How the result of an order stands. Once its money goes back, it has none.
pub(crate) fn of_result(transaction: &Transaction) -> Departure {
    match transaction.result_leg() {
        Some((_, leg)) if !transaction.payouts().any(|(_, leg)| leg.to.is_refund()) => of_leg(transaction, leg),
        _ => Departure::Never,
    }
}

/// How what goes back to an address stands; `None` where nothing was ordered back.
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
