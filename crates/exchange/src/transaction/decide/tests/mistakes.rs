//! Planted bugs in the decisions, one at a time; the walk must find each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Endpoint, Payway};
use uuid::Uuid;

use super::super::super::{Command, Facts, Leg, PayOutState, Payment, PaymentState, Task, Transaction};
use super::super::{AccountRole, Decision, Outcome, Posting, PostingKind, decide};
use super::executor;
use super::model::walk_from;
use super::world::*;
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind};

/// A planted bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mistake {
    /// Orders the result when a payment is seen, before it is credited.
    PaysEarly,
    /// Orders a refund in two legs.
    RefundsTwice,
    /// Records a second payment without booking it.
    LosesExcess,
    /// Decides on an ended transaction as if it were open.
    GoesOnAfterEnd,
    /// Opens no review when a payment is reversed after it was spent.
    HidesLosses,
    /// Attributes the answer of any charge to the charge in progress.
    TakesLateAnswers,
    /// Ignores deadlines.
    IgnoresDeadlines,
    /// A mistake of the executor, which the simulation plants too.
    Executor(executor::Mistake),
}

impl Mistake {
    /// The mistake of the executor.
    pub fn of_executor(self) -> Option<executor::Mistake> {
        if let Self::Executor(mistake) = self { Some(mistake) } else { None }
    }
}

/// [`decide`] with a planted bug, if any.
pub fn mistaken(
    mistake: Option<Mistake>,
    tx: &Transaction,
    command: &Command,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Outcome, ExchangeError> {
    match mistake {
        None => return decide(tx, command, facts, now),
        Some(Mistake::IgnoresDeadlines) if matches!(command, Command::Due) => return Ok(Outcome::Nothing),
        Some(Mistake::GoesOnAfterEnd) => {
            return decide(&Transaction { ending: None, ..tx.clone() }, command, facts, now);
        }
        Some(Mistake::TakesLateAnswers) => {
            if let (Command::Rail(event), Some(collect)) = (command, tx.collect()) {
                let event = RailEvent { charge: event.charge.and(Some(collect.charge())), ..event.clone() };
                return decide(tx, &Command::Rail(event), facts, now);
            }
        }
        Some(_) => {}
    }
    let mut outcome = decide(tx, command, facts, now)?;
    if let (Some(mistake), Outcome::Changed(decision)) = (mistake, &mut outcome) {
        spoil(mistake, tx, command, decision);
    }
    Ok(outcome)
}

fn spoil(mistake: Mistake, before: &Transaction, command: &Command, decision: &mut Decision) {
    let told = |kind: fn(&RailEventKind) -> bool| matches!(command, Command::Rail(event) if kind(&event.kind));
    match mistake {
        Mistake::PaysEarly if told(|kind| matches!(kind, RailEventKind::Seen { .. })) => {
            let planned = decision.transaction.payouts().find(|(_, leg)| leg.state == PayOutState::Planned);
            if let Some(at) = planned.map(|(at, _)| at) {
                order(decision, at, "payout");
            }
        }
        Mistake::RefundsTwice if matches!(command, Command::Refund { .. }) => {
            let refund = decision.transaction.payouts().find(|(_, leg)| leg.to.is_refund() && leg.state.in_flight());
            if let Some(leg) = refund.map(|(_, leg)| leg.clone()) {
                decision.transaction.legs.push(Leg::PayOut(Box::new(leg)));
                order(decision, u16::try_from(decision.transaction.legs.len() - 1).unwrap(), "refund");
            }
        }
        Mistake::LosesExcess if told(|kind| matches!(kind, RailEventKind::Credited { .. })) => {
            let credited = |payment: &Payment| payment.state == PaymentState::Credited;
            if before.collect().is_some_and(|collect| collect.payments.iter().any(credited)) {
                decision.postings.retain(|posting| posting.credit != AccountRole::Transit);
            }
        }
        Mistake::Executor(mistake) => mistake.spoil(&mut decision.postings),
        Mistake::HidesLosses if told(|kind| matches!(kind, RailEventKind::Reversed { .. })) => {
            let lost = decision.postings.iter().any(|posting| posting.debit == AccountRole::Adjustment);
            let open = [before, &decision.transaction].into_iter().all(|tx| tx.ending.is_none());
            if lost && open && before.review.is_none() {
                decision.transaction.review = None;
                decision.transaction.moves.clone_from(&before.moves);
            }
        }
        _ => {}
    }
}

/// Holds the money of a leg and orders it.
fn order(decision: &mut Decision, at: u16, code: &'static str) {
    let hold = Uuid::from_u128(u128::from(decision.transaction.version.unsigned_abs()) << 64 | 1 << 32);
    let Some(Leg::PayOut(leg)) = decision.transaction.legs.get_mut(usize::from(at)) else { return };
    (leg.state, leg.hold) = (PayOutState::Sending, Some(hold));
    let (debit, credit, amount): (AccountRole, AccountRole, Amount) =
        (AccountRole::Transit, AccountRole::Rail(leg.payway), leg.amount);
    decision.postings.push(Posting { debit, credit, amount, kind: PostingKind::Hold(hold), code });
    decision.tasks.push(Task::PayOut { leg: at });
}

/// The assertion of the walk that finds the bug; `None` if it finds none.
fn found(first: Story, mistake: Mistake) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| walk_from(first, Some(mistake)))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
}

/// A first order, a planted bug, and the rule that it breaks.
type Planted = (fn() -> Transaction, Mistake, &'static str);

#[test]
fn planted_mistakes_are_found() {
    use Mistake as M;
    let planted: [Planted; 7] = [
        (sale, M::PaysEarly, "transit is overdrawn"),
        (by_card, M::RefundsTwice, "transit is overdrawn"),
        (by_bank, M::LosesExcess, "the order and the ledger differ"),
        (by_card, M::GoesOnAfterEnd, "an illegal move"),
        (by_card, M::HidesLosses, "a silent loss"),
        (by_card, M::TakesLateAnswers, "the answer to an earlier charge ends a later one"),
        (by_bank, M::IgnoresDeadlines, "no way out"),
    ];
    for (first, mistake, rule) in planted {
        let said = found(Story::of(first()), mistake).unwrap_or_else(|| panic!("{mistake:?} is not found"));
        println!("{mistake:?}: {}", said.chars().take(60).collect::<String>());
        assert!(said.contains(rule), "{mistake:?} breaks another rule: {said}");
    }
}

#[test]
fn every_planted_mistake_of_the_executor_is_found() {
    use executor::Mistake as E;
    type Planted = (fn() -> Story, E, &'static str);
    let withdrawal: fn() -> Story =
        || opened((Currency::EUR, Endpoint::Balance), (Currency::EUR, Payway::Iban.into()), "250");
    let sold: fn() -> Story = || Story::counted(Story::of(sale()));
    let bought: fn() -> Story = || Story::counted(Story::of(by_card()));
    let planted: [Planted; 8] = [
        (bought, E::HoldNotVoided, "the order and the ledger differ"),
        (withdrawal, E::HoldNotVoided, "money is left in transit"),
        (withdrawal, E::DrawPostedTwice, "the order and the ledger differ"),
        (purchase, E::DrawPostedTwice, "the order and the ledger differ"),
        (bought, E::FeeOnRefund, "transit is overdrawn"),
        (sold, E::CounterKept, "the limits count what has not moved"),
        (withdrawal, E::CounterKept, "the limits count what has not moved"),
        (purchase, E::CounterKept, "the limits count what has not moved"),
    ];
    for (first, mistake, rule) in planted {
        let said = found(first(), Mistake::Executor(mistake)).unwrap_or_else(|| panic!("{mistake:?} is not found"));
        println!("{mistake:?}: {}", said.chars().take(60).collect::<String>());
        assert!(said.contains(rule), "{mistake:?} breaks another rule: {said}");
    }
    let missing = E::ALL.iter().find(|mistake| !planted.iter().any(|(_, one, _)| one == *mistake));
    assert_eq!(missing, None, "it is planted nowhere");
}
