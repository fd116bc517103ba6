//! Payments without an order: deposits to a customer's permanent address or account, and unidentified payments.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Endpoint, Payway, ProfileId, TransactionId};

use super::super::change::CLAIMED;
use super::super::model::*;
use super::super::posting::AccountRole;
use super::{Decision, Draft, Facts, Next};
use crate::ExchangeError;
use crate::quote::{Price, arrived};
use crate::rails::{RailEvent, RailEventKind};
use crate::reference::short_reference;
use crate::requisite::Party;

/// The maximum number of claims to one payment.
const CLAIMS_MAX: usize = 10;

/// The first event of a payment without an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The id of its movement.
    pub id: TransactionId,
    /// The owner; the platform's profile while the owner is unknown.
    pub owner: ProfileId,
    /// Whether the owner is the customer who will be credited.
    pub is_matched: bool,
    /// The payway.
    pub payway: Payway,
    /// The address or account that received it.
    pub instructions: Instructions,
}

/// Opens the movement of a payment without an order from its first event. `None` for an event that does not report a
/// payment, or reports one that is already reversed.
///
/// # Errors
/// [`ExchangeError::Internal`] for a transition that the specification does not allow.
pub fn arrive(
    arrival: Arrival,
    event: &RailEvent,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Option<Decision>, ExchangeError> {
    let (RailEventKind::Seen { amount, .. } | RailEventKind::Credited { amount, .. }) = event.kind else {
        return Ok(None);
    };
    let Arrival { id, owner, is_matched, payway, instructions } = arrival;
    let price = price_of(payway, amount, facts, now);
    let nobody = Party { profile: None, contact: None, name: String::new(), note: None };
    let to = (!is_matched).then_some(nobody);
    let collect = Collect {
        payway,
        expected: amount,
        state: CollectState::Waiting,
        instructions,
        charges: 0,
        payments: Vec::new(),
        refund_to: None,
    };
    let seconds = facts.policy.lifetimes.of(Endpoint::Payway(payway));
    let credit = Credit { amount: price.to_amount, product: None, to, done_at: None };
    let legs = vec![Leg::Collect(Box::new(collect)), Leg::Credit(credit)];
    let expires_at = now + TimeDelta::seconds(i64::from(seconds));
    let blank = Transaction::new((id, owner), TransactionType::arrival(), price, legs, (now, expires_at));
    let mut draft = Draft::new(&blank, facts, now);
    match draft.on_rail(event)? {
        Next::Changed(reason) => draft.finish(&blank, reason).map(Some),
        Next::Nothing | Next::UnmatchedPayment(_) => Ok(None),
    }
}

/// The price of a payment without an order.
fn price_of(payway: Payway, amount: Amount, facts: &Facts, now: DateTime<Utc>) -> Price {
    arrived((payway, amount), &facts.policy, facts.prices.as_deref().ok(), now)
}

impl Draft<'_> {
    /// The account role that holds received payments.
    pub(super) fn payments_account(&self) -> AccountRole {
        if self.tx.is_quarantined() { AccountRole::Quarantine } else { AccountRole::Transit }
    }

    /// Reopens an expired movement: a payment without an order has no deadline, so a late credit continues normally.
    pub(super) fn come_back(&mut self) -> Result<(), ExchangeError> {
        if self.tx.is_arrival() && self.tx.ending == Some(Ending::Expired) {
            self.tx.ending = None;
            self.collect()?.state = CollectState::Waiting;
        }
        Ok(())
    }

    /// An unidentified payment waits for an operator, who sees its remittance information or the receiving address.
    pub(super) fn unidentified(&mut self) -> Next {
        let written = self.tx.collect().and_then(|collect| match &collect.instructions {
            Instructions::Bank { details } => Some(details.reference.clone()),
            Instructions::Crypto { address, .. } => Some(match (&address.memo, collect.payway.network()) {
                (Some(memo), _) => format!("{} with the memo {memo}", address.address),
                (None, Some(network)) if network.needs_memo() => format!("{} without a memo", address.address),
                (None, _) => address.address.clone(),
            }),
            Instructions::Card { .. } | Instructions::Code { .. } => None,
        });
        self.review(ReviewReason::Unidentified, written);
        Next::Changed("unidentified")
    }

    /// Credits an unidentified payment to a customer. A proved claim is recorded with it, because an order proves one
    /// payment.
    pub(super) fn assign(
        &mut self,
        profile: ProfileId,
        name: &str,
        claimed_for: Option<TransactionId>,
    ) -> Result<Next, ExchangeError> {
        if !self.tx.is_unidentified() {
            return Err(ExchangeError::refused("it belongs to a customer already"));
        }
        let amount = self.decidable()?;
        if let Some(order) = claimed_for {
            self.tx.claims.push(OwnerClaim { order, profile, at: self.now });
        }
        self.leave_quarantine(amount);
        self.name_receiver(profile, name);
        if amount != self.tx.price.from_amount {
            // A failed refund has consumed its network fee.
            self.tx.price = price_of(self.collect()?.payway, amount, self.facts, self.now);
        }
        self.fund(amount)?;
        Ok(Next::Changed("assigned"))
    }

    /// Records a customer's claim to an unidentified payment, for operators. A customer has one claim to a payment: the
    /// first, and a later one changes nothing.
    pub(super) fn claim_payment(&mut self, order: TransactionId, profile: ProfileId) -> Result<Next, ExchangeError> {
        if !self.tx.is_unidentified() {
            return Err(ExchangeError::refused("it belongs to a customer already"));
        }
        self.decidable()?;
        if self.tx.claims.iter().any(|claim| claim.profile == profile) {
            return Ok(Next::Nothing);
        }
        if self.tx.claims.len() >= CLAIMS_MAX {
            return Err(ExchangeError::refused("too many customers claim this payment already"));
        }
        self.tx.claims.push(OwnerClaim { order, profile, at: self.now });
        let claimed = format!("claimed for {}", short_reference(order));
        if let Some(review) = self.tx.review.as_mut() {
            let known = review.detail.take();
            let text = known.map_or_else(|| claimed.clone(), |known| format!("{known}; {claimed}"));
            review.detail = Some(text.chars().take(300).collect());
        }
        Ok(Next::Changed(CLAIMED))
    }

    /// Moves the amount from quarantine to transit, if it is in quarantine.
    pub(super) fn leave_quarantine(&mut self, amount: Amount) {
        if self.tx.is_quarantined() {
            self.post(AccountRole::Quarantine, AccountRole::Transit, amount, "quarantine_left");
        }
    }
}
