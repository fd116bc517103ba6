//! The only place where a transaction changes. `decide` takes its state, a command, the facts and the time, and returns
//! the new state, the postings and the external tasks. Pure: no I/O, no clock, no randomness.

mod act;
mod arrive;
mod collect;
mod disputed;
mod due;
mod fund;
mod guarantee;
mod match_payment;
mod open;
mod payout;
mod purchase;
#[cfg(test)]
mod tests;
mod transfer;
mod unmatched;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use identity::mail::OrderEvent;
use kernel::Amount;
use uuid::Uuid;

use super::attention::REVIEW_ANSWER;
use super::model::*;
use super::notice::notice;
use super::posting::{AccountRole, Posting, PostingKind, Task};
use super::{Command, Counted, RefundAddress, Status};
use crate::ExchangeError;
use crate::guarantee::MakeGoodRow;
use crate::originator::Sender;
use crate::plan::PlanStep;
use crate::policy::Policy;
use crate::promotion::Redeemed;
use crate::rates::{PriceBook, RatesUnavailable};

pub use arrive::{Arrival, arrive};
pub(crate) use open::{NewOrder, open};
pub use purchase::{CardPurchase, authorize};
pub use unmatched::{UnmatchedPayment, unmatched_payment};

/// The maximum number of payments of one order; further ones become transactions of their own.
const PAYMENTS_MAX: usize = 20;
/// The maximum number of charges of one order, which prevents card testing.
pub(crate) const CHARGES_MAX: u16 = 5;
/// The maximum number of legs of a transaction, which bounds an operator's retries.
const LEGS_MAX: usize = 40;

/// The facts that a decision depends on.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The tenant's policy.
    pub policy: Arc<Policy>,
    /// The prices, for new quotes.
    pub prices: Result<Arc<PriceBook>, RatesUnavailable>,
    /// The network fee of the payout, in the received currency.
    pub network_fee: Option<Amount>,
    /// The network fee of a refund, in the given currency.
    pub refund_fee: Option<Amount>,
    /// The checks of a payment without an order.
    pub admission: Admission,
    /// The party that asks.
    pub asker: Asker,
    /// The id of the first hold of this decision; never used before.
    pub fresh: Uuid,
}

/// The result of the checks of a payment without an order: whether it can be credited at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    /// Why the owner must decide first, if so.
    pub held: Option<ActionReason>,
    /// The originator statement, if the travel rule requires one.
    pub sender: Option<Sender>,
    /// The credit's use of limits, if it is admitted.
    pub counted: Option<Arc<Counted>>,
}

/// The party that asks, as far as it affects permissions: a review is for an operator, not for the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asker {
    /// The owner of the transaction.
    Owner,
    /// An operator, a rail or the scheduler.
    System,
}

/// The owner's actor name in the history.
pub const OWNER: &str = "customer";

impl Asker {
    /// The party behind an actor name of the history.
    #[must_use]
    pub fn of(actor: &str) -> Self {
        if actor == OWNER { Self::Owner } else { Self::System }
    }
}

/// The effect of a command on a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The new state, one version higher.
    pub transaction: Transaction,
    /// The postings, in this order.
    pub postings: Vec<Posting>,
    /// The external tasks.
    pub tasks: Vec<Task>,
    /// The reason of a newly opened review.
    pub reviewed: Option<ReviewReason>,
    /// The mail to the owner.
    pub mail: Option<OrderEvent>,
    /// The movement's use of limits, written by the same change.
    pub counted: Option<Arc<Counted>>,
    /// The step of the plan that makes the movement, written by the same change.
    pub plan: Option<Arc<PlanStep>>,
    /// The use of a promo code, written by the same change.
    pub redeemed: Option<Arc<Redeemed>>,
    /// The address of a possible refund, registered by the same change.
    pub refund_address: Option<Arc<RefundAddress>>,
    /// The row of what was paid to keep the price, written by the same change.
    pub make_good: Option<Arc<MakeGoodRow>>,
    /// The reason, for the history.
    pub reason: &'static str,
}

/// The result of a command that is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The transaction changes.
    Changed(Box<Decision>),
    /// The command is a duplicate, or no longer relevant.
    Nothing,
    /// An unmatched payment: it becomes a transaction of its own, see [`unmatched_payment`].
    Unmatched(UnmatchedPayment),
}

/// Decides a command.
///
/// # Errors
/// [`ExchangeError::Refused`] if the state does not permit it, a pricing error where a new quote is needed, and
/// [`ExchangeError::Internal`] for a transition that the specification does not allow. The transaction is unchanged
/// then.
pub fn decide(
    transaction: &Transaction,
    command: &Command,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Outcome, ExchangeError> {
    let mut draft = Draft::new(transaction, facts, now);
    let next = match command {
        Command::Cancel => draft.cancel()?,
        Command::PayByCard { card, return_url, device } => {
            draft.pay_by_card(card, return_url.as_deref(), device.as_deref())?
        }
        Command::PayByCode { code, return_url } => draft.pay_by_code(code.as_ref(), return_url.as_deref())?,
        Command::ApprovalNeeded { launch, charge } => draft.approval_needed(*charge, launch.as_ref()),
        Command::Refund { to } => draft.refund(to.as_deref())?,
        Command::RefundPayer { to, wallet } => draft.refund_payer(to, wallet.as_deref())?,
        Command::Deposit => draft.deposit()?,
        Command::UpdateAmount => draft.update_amount(None)?,
        Command::AcceptAmount { at_least } => draft.update_amount(Some(*at_least))?,
        Command::Claim { profile, name } => draft.claim(*profile, name)?,
        Command::Assign { profile, name, claimed_for } => draft.assign(*profile, name, *claimed_for)?,
        Command::ClaimPayment { order, profile } => draft.claim_payment(*order, *profile)?,
        Command::Rail(event) => draft.on_rail(event)?,
        Command::PayoutPaused { leg } => draft.payout_delayed(*leg, PayoutDelay::PaywayOff),
        Command::PayoutUnclear { leg, detail } => draft.payout_unclear(*leg, detail),
        Command::PayoutStopped { leg } => draft.payout_stopped(*leg),
        Command::ChargeUnclear { detail, charge } => draft.charge_unclear(*charge, detail),
        Command::Appeal { text } => draft.appeal(text)?,
        Command::AcceptCharge => draft.accept_charge()?,
        Command::WriteOff => draft.write_off()?,
        Command::ChargeAsked { detail } => draft.charge_asked(detail),
        Command::Due => draft.due()?,
        Command::RetryPayout => draft.retry_payout()?,
        Command::Close { closed_as } => draft.close(*closed_as)?,
    };
    match next {
        Next::Changed(reason) => draft.finish(transaction, reason).map(|decision| Outcome::Changed(Box::new(decision))),
        Next::Nothing => Ok(Outcome::Nothing),
        Next::UnmatchedPayment(unmatched_payment) => Ok(Outcome::Unmatched(unmatched_payment)),
    }
}

/// The result of one step of a decision.
enum Next {
    Changed(&'static str),
    Nothing,
    UnmatchedPayment(UnmatchedPayment),
}

/// The working copy of a transaction during a decision.
struct Draft<'a> {
    tx: Transaction,
    facts: &'a Facts,
    now: DateTime<Utc>,
    postings: Vec<Posting>,
    tasks: Vec<Task>,
    counted: Option<Arc<Counted>>,
    holds: u128,
}

impl<'a> Draft<'a> {
    fn new(tx: &Transaction, facts: &'a Facts, now: DateTime<Utc>) -> Self {
        Self { tx: tx.clone(), facts, now, postings: Vec::new(), tasks: Vec::new(), counted: None, holds: 0 }
    }

    /// Checks the transition, and sets version, time and history.
    fn finish(mut self, before: &Transaction, reason: &'static str) -> Result<Decision, ExchangeError> {
        let (from, to) = (before.status(), self.tx.status());
        let held = self.tx.is_collected() || self.tx.ending.is_some();
        if held || self.tx.action.is_some() || self.tx.review.is_some() {
            self.tx.awaiting_rate = None;
        }
        let illegal = || ExchangeError::Internal(format!("{reason}: no move from {from} to {to}"));
        let path = from.path(to).ok_or_else(illegal)?;
        let now = self.now;
        self.tx.moves.extend(path.into_iter().map(|status| Move { status, at: now }));
        self.tx.version += 1;
        self.tx.updated_at = now;
        let review = |tx: &Transaction| tx.review.as_ref().map(|review| review.reason);
        let reviewed = review(&self.tx).filter(|_| review(&self.tx) != review(before));
        // An unidentified payment has no owner to notify. The customer it is assigned to is notified as its receiver.
        let mail =
            if self.tx.is_arrival() && self.tx.receiver().is_some() { None } else { notice(Some(before), &self.tx) };
        let made_good = self.tx.make_good.filter(|_| before.make_good.is_none());
        let make_good = made_good.map(|make_good| Arc::new(MakeGoodRow { transaction: self.tx.id, make_good }));
        let (postings, tasks, counted) = (self.postings, self.tasks, self.counted);
        Ok(Decision {
            transaction: self.tx,
            postings,
            tasks,
            reviewed,
            mail,
            counted,
            plan: None,
            redeemed: None,
            refund_address: None,
            make_good,
            reason,
        })
    }

    fn status(&self) -> Status {
        self.tx.status()
    }

    fn collect(&mut self) -> Result<&mut Collect, ExchangeError> {
        let found = self.tx.legs.iter_mut().find_map(|leg| match leg {
            Leg::Collect(collect) => Some(&mut **collect),
            _ => None,
        });
        found.ok_or_else(|| ExchangeError::Internal("a transaction without a collect leg".to_owned()))
    }

    /// One decision may need several holds; the ids after the first are as unused as the first.
    fn next_hold(&mut self) -> Uuid {
        let hold = Uuid::from_u128(self.facts.fresh.as_u128().wrapping_add(self.holds));
        self.holds += 1;
        hold
    }

    fn payout(&mut self, at: u16) -> Option<&mut PayOut> {
        match self.tx.legs.get_mut(usize::from(at)) {
            Some(Leg::PayOut(payout)) => Some(payout),
            _ => None,
        }
    }

    /// Adds an immediate posting; skips a zero amount.
    fn post(&mut self, debit: AccountRole, credit: AccountRole, amount: Amount, code: &'static str) {
        if amount.is_positive() {
            self.postings.push(Posting { debit, credit, amount, kind: PostingKind::Post, code });
        }
    }

    /// Opens a review. A review about a loss keeps its reason, even if payouts raise other reasons.
    fn review(&mut self, reason: ReviewReason, detail: Option<String>) {
        let lost = |reason| match reason {
            ReviewReason::PaidTwice => 2,
            ReviewReason::Reversed if self.tx.is_taken_back() => 1,
            ReviewReason::Disputed => 1,
            _ => 0,
        };
        if self.tx.review.as_ref().is_some_and(|open| lost(open.reason) > lost(reason)) {
            return;
        }
        let detail = detail.map(|text| text.chars().take(300).collect());
        let (since, deadline) = (self.now, self.now + REVIEW_ANSWER);
        self.tx.review = Some(Review { reason, detail, needs: reason.needs(), since, deadline, claim: None });
    }

    /// After one reason for a review is resolved, opens a review for an unclear or failed payout, if there is one.
    fn look_again(&mut self) {
        if self.tx.review.is_some() || self.tx.ending.is_some() {
            return;
        }
        let counts = || self.tx.payouts().map(|(_, leg)| leg).filter(|leg| leg.replaced_by.is_none());
        if counts().any(|leg| leg.state == PayOutState::Unknown) {
            self.review(ReviewReason::PayoutUnknown, None);
        } else if counts().any(|leg| leg.state == PayOutState::Failed) {
            self.review(ReviewReason::PayoutFailed, None);
        }
    }

    fn clear_review(&mut self, reason: ReviewReason) {
        self.tx.review.take_if(|review| review.reason == reason);
    }
}

fn too_large(_: kernel::AmountError) -> ExchangeError {
    ExchangeError::refused("the amount is too large")
}
