//! Payments without an order: deposits to a customer's permanent address or account, and unidentified payments.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Endpoint, Payway, ProfileId, QuoteId, TransactionId};

use super::super::model::*;
use super::super::posting::AccountRole;
use super::super::status::Status;
use super::super::types::TransactionType;
use super::{Decision, Draft, Facts, Next};
use crate::ExchangeError;
use crate::quote::arrived;
use crate::rails::{RailEvent, RailEventKind};
use crate::requisite::Party;

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
    let prices = facts.prices.as_ref().ok().map(|prices| &**prices);
    let quote = arrived((payway, amount), QuoteId::from_uuid(id.uuid()), &facts.policy, prices, now);
    let nobody = Party { profile: None, contact: None, name: String::new(), note: None };
    let to = (!is_matched).then_some(nobody);
    let collect = Collect {
        payway,
        expected: amount,
        state: CollectState::Waiting,
        instructions,
        charges: 0,
        payments: Vec::new(),
    };
    let seconds = facts.policy.lifetimes.of(Endpoint::Payway(payway));
    let blank = Transaction {
        id,
        profile: owner,
        version: 0,
        kind: TransactionType::arrival(),
        legs: vec![
            Leg::Collect(Box::new(collect)),
            Leg::Credit(Credit { amount: quote.to_amount, product: None, to, done_at: None }),
        ],
        quote,
        travel: None,
        sender: None,
        ending: None,
        action: None,
        review: None,
        awaiting_rate: None,
        failure: None,
        expires_at: now + TimeDelta::seconds(i64::from(seconds)),
        parent: None,
        client_key: None,
        preset: None,
        plan: None,
        created_at: now,
        updated_at: now,
        moves: vec![Move { status: Status::New, at: now }],
    };
    let mut draft = Draft::new(&blank, facts, now);
    match draft.on_rail(event)? {
        Next::Changed(reason) => draft.finish(&blank, reason).map(Some),
        Next::Nothing | Next::UnmatchedPayment(_) => Ok(None),
    }
}

impl Draft<'_> {
    /// The account role that holds received payments.
    pub(super) fn place_of_payments(&self) -> AccountRole {
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
            Instructions::Crypto { address, .. } => Some(address.address.clone()),
            Instructions::Card { .. } | Instructions::Code { .. } => None,
        });
        self.review(ReviewReason::Unidentified, written);
        Next::Changed("unidentified")
    }

    /// Credits an unidentified payment to the customer that the operator chose.
    pub(super) fn assign(&mut self, profile: ProfileId, name: &str) -> Result<Next, ExchangeError> {
        if !self.tx.is_unidentified() {
            return Err(ExchangeError::refused("it belongs to a customer already"));
        }
        let amount = self.decidable()?;
        self.leave_quarantine(amount);
        for leg in &mut self.tx.legs {
            if let Leg::Credit(Credit { to: Some(party), .. }) = leg {
                (party.profile, party.name) = (Some(profile), name.to_owned());
            }
        }
        if amount != self.tx.quote.from_amount {
            // A failed refund has consumed its network fee.
            let (payway, id) = (self.collect()?.payway, self.tx.quote.id);
            let prices = self.facts.prices.as_ref().ok().map(|prices| &**prices);
            self.tx.quote = arrived((payway, amount), id, &self.facts.policy, prices, self.now);
        }
        self.fund(amount)?;
        Ok(Next::Changed("assigned"))
    }

    /// Moves the amount from quarantine to transit, if it is in quarantine.
    pub(super) fn leave_quarantine(&mut self, amount: kernel::Amount) {
        if self.tx.is_quarantined() {
            self.post(AccountRole::Quarantine, AccountRole::Transit, amount, "quarantine_left");
        }
    }
}
