//! What the job of a payout does with what it knows. Pure: the handlers call the rail in between, and the simulation plays
//! it.

use chrono::{DateTime, TimeDelta, Utc};

use super::news::{End, News, Told};
use crate::rails::{PayoutOutcome, RailError, RailEvent, RailEventKind, payout_key};
use crate::transaction::{Command, PayOut, Transaction};

/// Between two looks at a payout that nobody knows the outcome of.
const LOOK_AGAIN_SECONDS: i64 = 15;
/// After this an operator is asked.
const UNCLEAR_MINUTES: i64 = 15;

/// What comes after the look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayStep {
    /// The rail is asked to pay; [`payout_answered`] reads the answer.
    Pay,
    /// The outcome is as good as it gets: [`payout_news`] says what follows.
    Heard(Result<PayoutOutcome, RailError>),
    /// It was not sent by this attempt, the first, and must not be. Whoever still has the job tells [`payout_stopped`]; who
    /// slept until another took it over knows nothing of what that one did, and tells nothing.
    Stop,
}

/// What follows from what the rail knows of the payout: `known` is its look-up's answer, or `Ok(None)` on the `first` attempt,
/// which looks nothing up. `may_pay` is what the order said right before ([`Transaction::may_pay_out`]); `reaches` whether
/// this way leads to where the leg goes.
#[must_use]
pub fn payout_step(
    first: bool,
    known: Result<Option<PayoutOutcome>, RailError>,
    may_pay: bool,
    reaches: bool,
) -> PayStep {
    match known {
        Ok(Some(outcome)) => PayStep::Heard(Ok(outcome)),
        Ok(None) if !may_pay && first => PayStep::Stop,
        // An earlier attempt may have asked, and its call may still be under way.
        Ok(None) if !may_pay => PayStep::Heard(Ok(PayoutOutcome::Unknown)),
        Ok(None) if !reaches => PayStep::Heard(Err(misdirected())),
        Ok(None) => PayStep::Pay,
        Err(error) => PayStep::Heard(doubted(Err(error))),
    }
}

/// Whether an answer to asking refuses: [`payout_answered`] then wants the rail's look-up beside it.
#[must_use]
pub fn payout_refused(answer: &Result<PayoutOutcome, RailError>) -> bool {
    matches!(answer, Ok(PayoutOutcome::Rejected { .. }) | Err(RailError::Invalid { .. }))
}

/// What an answer to asking says. `known` is what a look-up after a refusal found, and `Ok(None)` where nothing was refused.
///
/// The `first` attempt is not alone for certain: it may have slept until its lease ended, while a later one asked and was
/// paid. So what the rail knows counts for more than its refusal, and a refusal that could not be looked up for nothing.
///
/// # Errors
/// The rail's own, where it still says something.
pub fn payout_answered(
    first: bool,
    answer: Result<PayoutOutcome, RailError>,
    known: Result<Option<PayoutOutcome>, RailError>,
) -> Result<PayoutOutcome, RailError> {
    match (payout_refused(&answer), known) {
        (true, Ok(Some(outcome))) => Ok(outcome),
        (true, Err(_)) => Ok(PayoutOutcome::Unknown),
        (_, _) if first => answer,
        (_, _) => doubted(answer),
    }
}

/// A refusal that says nothing of an earlier call whose outcome nobody knows: "duplicate" may well mean that it was paid.
fn doubted(answer: Result<PayoutOutcome, RailError>) -> Result<PayoutOutcome, RailError> {
    if payout_refused(&answer) { Ok(PayoutOutcome::Unknown) } else { answer }
}

/// Why a way does not pay a leg.
pub(super) fn misdirected() -> RailError {
    RailError::Invalid { field: "requisite", rule: "cannot be paid this way".to_owned() }
}

/// What the transaction is told when a payout was stopped before its rail was asked. It decides whether that still holds;
/// the job looks once more at what came of it.
#[must_use]
pub fn payout_stopped(at: u16, now: DateTime<Utc>) -> News {
    let told = vec![Told::Command(Command::PayoutStopped { leg: at }, "job".to_owned())];
    News { told, end: End::Again(now, "the payout was stopped") }
}

/// What the transaction is told of its payout over `rail`, and whether the job looks again.
#[must_use]
pub fn payout_news(
    transaction: &Transaction,
    (at, leg): (u16, &PayOut),
    rail: &str,
    outcome: Result<PayoutOutcome, RailError>,
    now: DateTime<Utc>,
) -> News {
    let tell = |what, kind| told(transaction, at, rail, what, kind);
    let sent = |reference| tell("sent", RailEventKind::PayoutSent { reference });
    match outcome {
        Ok(PayoutOutcome::Accepted { reference }) => News::last(vec![sent(reference)]),
        Ok(PayoutOutcome::Settled { reference }) => {
            News::last(vec![sent(reference), tell("settled", RailEventKind::PayoutSettled { network_cost: None })])
        }
        Ok(PayoutOutcome::Rejected { reason }) | Err(RailError::Invalid { rule: reason, .. }) => {
            News::last(vec![tell("failed", RailEventKind::PayoutFailed { reason })])
        }
        Ok(PayoutOutcome::Unknown) | Err(RailError::Unavailable { .. }) => unclear((at, leg), now),
    }
}

/// Nobody knows: it is looked up again and again; after a while an operator is asked as well.
fn unclear((at, leg): (u16, &PayOut), now: DateTime<Utc>) -> News {
    let since = leg.started_at.unwrap_or(now);
    let detail = "the rail gives no clear answer".to_owned();
    let ask = Told::Command(Command::PayoutUnclear { leg: at, detail }, "job".to_owned());
    let told = if now - since > TimeDelta::minutes(UNCLEAR_MINUTES) { vec![ask] } else { Vec::new() };
    let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
    News { told, end: End::Again(again, "the outcome of the payout is not known yet") }
}

fn told(transaction: &Transaction, at: u16, rail: &str, what: &str, kind: RailEventKind) -> Told {
    let event_id = format!("{what}:{}", payout_key(transaction.id, at));
    let (transaction, rail) = (transaction.id, rail.to_owned());
    Told::Event(RailEvent {
        target: transaction.into(),
        rail,
        event_id,
        leg: Some(at),
        charge: None,
        sighting: None,
        kind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid() -> PayoutOutcome {
        PayoutOutcome::Accepted { reference: "r".to_owned() }
    }

    fn duplicate() -> Result<PayoutOutcome, RailError> {
        Ok(PayoutOutcome::Rejected { reason: "duplicate".to_owned() })
    }

    fn silence<T>() -> Result<T, RailError> {
        Err(RailError::Unavailable { rail: "iban".to_owned(), reason: "no answer".to_owned() })
    }

    #[test]
    fn a_refusal_is_believed_only_where_the_rail_knows_of_no_payment() {
        for first in [true, false] {
            assert_eq!(payout_answered(first, duplicate(), Ok(Some(paid()))), Ok(paid()), "a later attempt was paid");
            assert_eq!(payout_answered(first, duplicate(), silence()), Ok(PayoutOutcome::Unknown));
            assert_eq!(payout_answered(first, Ok(paid()), Ok(None)), Ok(paid()));
            assert_eq!(payout_answered(first, silence(), Ok(None)), silence());
        }
        assert_eq!(payout_answered(true, duplicate(), Ok(None)), duplicate());
        assert_eq!(payout_answered(false, duplicate(), Ok(None)), Ok(PayoutOutcome::Unknown));
    }
}
