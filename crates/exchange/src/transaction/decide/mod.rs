//! The one place where a transaction changes: `decide` takes it as it stands, a command, the facts and the time, and says
//! what it becomes, what is posted and what must follow outside. Pure: no I/O, no clock, no randomness.

mod act;
mod arrive;
mod collect;
mod due;
mod fund;
mod open;
mod payout;
mod stray;
#[cfg(test)]
mod tests;
mod transfer;
mod weigh;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use identity::mail::OrderEvent;
use kernel::Amount;
use uuid::Uuid;

use super::model::*;
use super::notice::notice;
use super::posting::{Place, Posting, PostingKind, Task};
use super::{Command, Status};
use crate::ExchangeError;
use crate::policy::Policy;
use crate::rates::{PriceBook, RatesUnavailable};
use crate::sender::Sender;

pub use arrive::{Arrival, arrive};
pub use open::{NewOrder, open};
pub use stray::{Stray, stray};

/// Payments that one order records; what comes after that is kept in transactions of its own.
const PAYMENTS_MAX: usize = 20;
/// Charges of one order: cards and codes that its payer may try. The limit stops people who test stolen cards.
pub(crate) const CHARGES_MAX: u16 = 5;
/// Legs of one transaction; an operator's retries end here.
const LEGS_MAX: usize = 40;

/// What is known when a command is decided.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The tenant's policy.
    pub policy: Arc<Policy>,
    /// The prices, for what is priced anew.
    pub prices: Result<Arc<PriceBook>, RatesUnavailable>,
    /// What the payout costs on its chain, in the received currency.
    pub network_fee: Option<Amount>,
    /// What a refund costs on its chain, in the given currency.
    pub refund_fee: Option<Amount>,
    /// What was found of money that arrived without an order.
    pub admission: Admission,
    /// Who asks.
    pub asker: Asker,
    /// Names the holds of this decision; never used before.
    pub fresh: Uuid,
}

/// What was found when money arrived without an order: whether it can be put on its owner's balance at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    /// Why its owner is asked first.
    pub held: Option<ActionReason>,
    /// What was said of who sends it, where the travel rule asks.
    pub sender: Option<Sender>,
}

/// Who asks, as far as it decides what may be done: what an operator has to look at is not its owner's to settle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asker {
    /// Whose transaction it is.
    Owner,
    /// An operator, a rail or the clock.
    House,
}

/// The owner's name in a transaction's history.
pub const OWNER: &str = "customer";

impl Asker {
    /// Who acts under a name in the history.
    #[must_use]
    pub fn of(actor: &str) -> Self {
        if actor == OWNER { Self::Owner } else { Self::House }
    }
}

/// What a command makes of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Its new state, one version on.
    pub transaction: Transaction,
    /// What is posted, in this order.
    pub postings: Vec<Posting>,
    /// What must follow outside.
    pub tasks: Vec<Task>,
    /// Why an operator must look from now on, if that is new.
    pub reviewed: Option<ReviewReason>,
    /// What its owner is told by mail.
    pub mail: Option<OrderEvent>,
    /// Why, for the history.
    pub reason: &'static str,
}

/// How a command ends that is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It changes the transaction.
    Changed(Box<Decision>),
    /// It was known already, or no longer matters.
    Nothing,
    /// It is money that this transaction can no longer take: it becomes one of its own, see [`stray`].
    Stray(Stray),
}

/// Decides a command.
///
/// # Errors
/// [`ExchangeError::Refused`] if it cannot be done now, a price's refusal where something is priced anew, and
/// [`ExchangeError::Internal`] for a move that the specification does not allow: nothing is changed then.
pub fn decide(
    transaction: &Transaction,
    command: &Command,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Outcome, ExchangeError> {
    let mut draft = Draft::new(transaction, facts, now);
    let next = match command {
        Command::Cancel => draft.cancel()?,
        Command::PayByCard { card, return_url } => draft.pay_by_card(card, return_url.as_deref())?,
        Command::PayByBlik { code } => draft.pay_by_blik(code)?,
        Command::ApprovalNeeded { url, charge } => draft.approval_needed(*charge, url.as_deref()),
        Command::Refund { to } => draft.refund(to.as_deref())?,
        Command::Deposit => draft.deposit()?,
        Command::UpdateAmount => draft.update_amount()?,
        Command::Claim { profile, name } => draft.claim(*profile, name)?,
        Command::Assign { profile, name } => draft.assign(*profile, name)?,
        Command::Rail(event) => draft.on_rail(event)?,
        Command::PayoutUnclear { leg, detail } => draft.payout_unclear(*leg, detail),
        Command::PayoutStopped { leg } => draft.payout_stopped(*leg),
        Command::ChargeUnclear { detail, charge } => draft.charge_unclear(*charge, detail),
        Command::Due => draft.due()?,
        Command::RetryPayout => draft.retry_payout()?,
        Command::Close { verdict } => draft.close(*verdict)?,
    };
    match next {
        Next::Changed(reason) => draft.finish(transaction, reason).map(|decision| Outcome::Changed(Box::new(decision))),
        Next::Nothing => Ok(Outcome::Nothing),
        Next::Stray(stray) => Ok(Outcome::Stray(stray)),
    }
}

/// What a step of a decision came to.
enum Next {
    Changed(&'static str),
    Nothing,
    Stray(Stray),
}

/// A transaction while it is decided on.
struct Draft<'a> {
    tx: Transaction,
    facts: &'a Facts,
    now: DateTime<Utc>,
    postings: Vec<Posting>,
    tasks: Vec<Task>,
    holds: u128,
}

impl<'a> Draft<'a> {
    fn new(tx: &Transaction, facts: &'a Facts, now: DateTime<Utc>) -> Self {
        Self { tx: tx.clone(), facts, now, postings: Vec::new(), tasks: Vec::new(), holds: 0 }
    }

    /// Checks the move, and stamps version, time and history.
    fn finish(mut self, before: &Transaction, reason: &'static str) -> Result<Decision, ExchangeError> {
        let (from, to) = (before.status(), self.tx.status());
        let held = self.tx.is_collected() || self.tx.ending.is_some();
        if held || self.tx.action.is_some() || self.tx.review.is_some() {
            self.tx.unpriced = None;
        }
        let illegal = || ExchangeError::Internal(format!("{reason}: no move from {from} to {to}"));
        let path = from.path(to).ok_or_else(illegal)?;
        let now = self.now;
        self.tx.moves.extend(path.into_iter().map(|status| Move { status, at: now }));
        self.tx.version += 1;
        self.tx.updated_at = now;
        let review = |tx: &Transaction| tx.review.as_ref().map(|review| review.reason);
        let reviewed = review(&self.tx).filter(|_| review(&self.tx) != review(before));
        // Nobody owns an unmatched payment; the customer whom it is assigned to hears as its receiver.
        let mail =
            if self.tx.is_arrival() && self.tx.receiver().is_some() { None } else { notice(Some(before), &self.tx) };
        Ok(Decision { transaction: self.tx, postings: self.postings, tasks: self.tasks, reviewed, mail, reason })
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

    /// One decision may hold several times; ids that follow each other are as unused as the first.
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

    /// Posts at once; nothing is posted for nothing.
    fn post(&mut self, debit: Place, credit: Place, amount: Amount, code: &'static str) {
        if amount.is_positive() {
            self.postings.push(Posting { debit, credit, amount, kind: PostingKind::Post, code });
        }
    }

    /// Opens a review. Money that is lost stays the reason of one, whatever its payouts do meanwhile.
    fn review(&mut self, reason: ReviewReason, detail: Option<String>) {
        let lost = |reason| match reason {
            ReviewReason::PaidTwice => 2,
            ReviewReason::Reversed if self.tx.is_taken_back() => 1,
            _ => 0,
        };
        if self.tx.review.as_ref().is_some_and(|open| lost(open.reason) > lost(reason)) {
            return;
        }
        let detail = detail.map(|text| text.chars().take(300).collect());
        self.tx.review = Some(Review { reason, detail, since: self.now });
    }

    /// After one reason for a review has gone: whether a payout is another.
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
