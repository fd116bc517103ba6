//! Claims to coins that came without the memo of their owner: whether the facts prove whose they are. Pure.
//!
//! The hash, the sender and the amount of a transfer are public on the chain, so naming them proves nothing. A claim is
//! proved by what a bystander cannot arrange: an order of exactly this amount that waited at this address well before the
//! payment was seen, while no other customer could send coins there. An order proves one payment. Any other claim, and any large one, goes to an
//! operator.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Payway};

use crate::ExchangeError;
use crate::transaction::{Collect, Instructions, Payment, PaymentState, Transaction};

pub(crate) mod store;

/// How long before its payment an order may have been opened.
pub(crate) const OPENED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// How long before its payment an order must have waited: a bystander who sees a payment on the network can still open an
/// order before the platform sees it.
const WAITED: TimeDelta = TimeDelta::minutes(10);
/// The largest payment that is credited without an operator, in euro cents.
pub(crate) const CREDITED_MAX: i128 = 100_000;
/// The longest hash of a transaction on a chain.
const HASH_MAX: usize = 128;
/// The number of transfers of one transaction that are looked at.
const TRANSFERS_MAX: usize = 10;

/// The effect of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The payment is credited to the balance of the customer.
    Credited,
    /// Operators decide.
    UnderReview,
}

/// What is known when a claim is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClaimFacts<'a> {
    /// The order that the payment was sent for, as the customer says.
    pub order: &'a Transaction,
    /// The unidentified payment.
    pub payment: &'a Transaction,
    /// Whether another customer could have sent the payment.
    pub has_rival: bool,
    /// Whether the order has proved another payment.
    pub has_proved: bool,
    /// Whether the chain is simulated, where payments are seen at once and nobody watches them.
    pub is_simulated: bool,
}

/// What a payment without a memo must be, to be the one of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claimable<'a> {
    pub address: &'a str,
    pub payway: Payway,
    pub expected: Amount,
    pub opened_at: DateTime<Utc>,
}

impl<'a> Claimable<'a> {
    /// The payment that an order expects at an address with a memo.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] for an order that is paid in another way.
    pub fn of(order: &'a Transaction) -> Result<Self, ExchangeError> {
        let refused = || ExchangeError::refused("only a payment that needs a memo can be claimed");
        let collect = order.collect().filter(|_| !order.is_arrival() && order.parent.is_none());
        let collect = collect.ok_or_else(refused)?;
        let Instructions::Crypto { address, .. } = &collect.instructions else { return Err(refused()) };
        if address.memo.is_none() {
            return Err(refused());
        }
        Ok(Self {
            address: &address.address,
            payway: collect.payway,
            expected: collect.expected,
            opened_at: order.created_at,
        })
    }
}

/// The references that the transfers of a transaction can have on its chain.
///
/// # Errors
/// [`ExchangeError::Invalid`] for a text that is no hash.
pub(crate) fn references(hash: &str) -> Result<Vec<String>, ExchangeError> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "+/=_-".contains(letter);
    if !(16..=HASH_MAX).contains(&hash.len()) || !hash.chars().all(is_letter) {
        return Err(ExchangeError::invalid("transaction_hash", "must be the hash of a transaction on the chain"));
    }
    let transfers = (0..TRANSFERS_MAX).map(|number| format!("{hash}:{number}"));
    Ok(std::iter::once(hash.to_owned()).chain(transfers).collect())
}

/// The credited payment of an unidentified transaction.
pub(crate) fn credited(payment: &Transaction) -> Option<(&Collect, &Payment)> {
    let collect = payment.collect()?;
    let only = collect.payments.iter().find(|one| one.state == PaymentState::Credited)?;
    Some((collect, only))
}

/// Whether the payment came to the address of the order, in its currency.
pub(crate) fn is_at(claimable: &Claimable<'_>, payment: &Transaction) -> bool {
    payment.collect().is_some_and(|collect| {
        let at = matches!(&collect.instructions,
            Instructions::Crypto { address, .. } if address.address == claimable.address);
        at && collect.payway == claimable.payway && collect.expected.currency() == claimable.expected.currency()
    })
}

/// Whether the facts prove that the payment is for the order.
///
/// # Errors
/// [`ExchangeError::Refused`] for an order that takes no payment with a memo.
pub(crate) fn is_proved(facts: ClaimFacts<'_>) -> Result<bool, ExchangeError> {
    let ClaimFacts { order, payment, has_rival, has_proved, is_simulated } = facts;
    let claimable = Claimable::of(order)?;
    let Some((_, came)) = credited(payment) else { return Ok(false) };
    let is_unpaid = order.received().is_none_or(|received| received.atoms() == 0);
    let least = if is_simulated { TimeDelta::zero() } else { WAITED };
    let waited = (least..=OPENED_WITHIN).contains(&(came.seen_at - claimable.opened_at));
    let is_exact = came.amount == claimable.expected;
    let is_alone = !has_rival && !has_proved && payment.claims.is_empty();
    Ok(is_at(&claimable, payment) && is_exact && waited && is_unpaid && is_alone)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_that_is_no_hash_is_refused() {
        for text in
            ["", "short", &"a".repeat(129), "with a space in it", "quote'; DROP TABLE arrivals --", "Ωmega-hash-of-ton"]
        {
            assert!(references(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_hash_names_its_own_transfers_alone(hash in "[A-Za-z0-9+/=_-]{16,128}") {
            let found = references(&hash).unwrap();
            prop_assert!(found.iter().all(|one| *one == hash || one.split_once(':').is_some_and(|(own, _)| own == hash)));
        }
    }
}
