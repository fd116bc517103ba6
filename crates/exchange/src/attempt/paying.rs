//! The decisions of the payout job. Pure: the handlers call the rail between the steps, and the simulation drives the
//! same functions.

use chrono::{DateTime, TimeDelta, Utc};

use super::report::{End, JobReport, ReportItem};
use crate::rails::{PayoutOutcome, RailError, RailEvent, RailEventKind, payout_key};
use crate::transaction::{Command, PayOut, Transaction};

/// The interval between look-ups of a payout whose outcome is unknown.
const LOOK_AGAIN_SECONDS: i64 = 15;
/// How long an outcome may stay unknown before it goes to an operator.
const UNCLEAR_MINUTES: i64 = 15;

/// The next step after the look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayStep {
    /// Request the payout; [`payout_answered`] evaluates the answer.
    Pay,
    /// The outcome is final or must be looked up again; [`payout_report`] reports it.
    Report(Result<PayoutOutcome, RailError>),
    /// The first attempt has not sent the payout and must not send it. A worker that still holds the job reports
    /// [`payout_stopped`]. A worker whose lease has expired reports nothing, because another worker may have acted
    /// since.
    Stop,
}

/// The next step of a payout. `known` is the result of the look-up, or `Ok(None)` on the `first` attempt, which makes
/// none. `may_pay` is the result of [`Transaction::may_pay_out`], read immediately before; `reaches` tells whether this
/// call can pay the leg's destination.
#[must_use]
pub fn payout_step(
    first: bool,
    known: Result<Option<PayoutOutcome>, RailError>,
    may_pay: bool,
    reaches: bool,
) -> PayStep {
    match known {
        Ok(Some(outcome)) => PayStep::Report(Ok(outcome)),
        Ok(None) if !may_pay && first => PayStep::Stop,
        // An earlier attempt may have requested the payout, and its call may still be in flight.
        Ok(None) if !may_pay => PayStep::Report(Ok(PayoutOutcome::Unknown)),
        Ok(None) if !reaches => PayStep::Report(Err(misdirected())),
        Ok(None) => PayStep::Pay,
        Err(error) => PayStep::Report(doubted(Err(error))),
    }
}

/// Whether the answer to a payout request is a refusal. [`payout_answered`] then needs another look-up.
#[must_use]
pub fn payout_refused(answer: &Result<PayoutOutcome, RailError>) -> bool {
    matches!(answer, Ok(PayoutOutcome::Rejected { .. }) | Err(RailError::Invalid { .. }))
}

/// Evaluates the answer to a payout request. `known` is the result of a look-up after a refusal, and `Ok(None)` without
/// a refusal.
///
/// The `first` attempt is not necessarily alone: its lease may have expired while a later attempt requested the payout
/// and succeeded. So the look-up overrides a refusal, and a refusal without a successful look-up means that the outcome
/// is unknown.
///
/// # Errors
/// The rail's error, if it still is meaningful.
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

/// Turns a refusal into an unknown outcome, because an earlier call may have succeeded: "duplicate" may mean that it
/// was paid.
fn doubted(answer: Result<PayoutOutcome, RailError>) -> Result<PayoutOutcome, RailError> {
    if payout_refused(&answer) { Ok(PayoutOutcome::Unknown) } else { answer }
}

/// The refusal of a leg that this call cannot pay.
pub(crate) fn misdirected() -> RailError {
    RailError::Invalid { field: "requisite", rule: "cannot be paid this way".to_owned() }
}

/// The report that a payout was stopped before its rail was called. The transaction decides whether the stop still
/// applies; the job then runs once more.
#[must_use]
pub fn payout_stopped(at: u16, now: DateTime<Utc>) -> JobReport {
    let items = vec![ReportItem::Command(Command::PayoutStopped { leg: at }, "job".to_owned())];
    JobReport { items, end: End::Again(now, "the payout was stopped") }
}

/// The report of a payout over `rail` to the transaction, and whether the job repeats its look-up.
#[must_use]
pub fn payout_report(
    transaction: &Transaction,
    (at, leg): (u16, &PayOut),
    rail: &str,
    outcome: Result<PayoutOutcome, RailError>,
    now: DateTime<Utc>,
) -> JobReport {
    let tell = |what, kind| report(transaction, at, rail, what, kind);
    let sent = |reference| tell("sent", RailEventKind::PayoutSent { reference });
    match outcome {
        Ok(PayoutOutcome::Accepted { reference }) => JobReport::last(vec![sent(reference)]),
        Ok(PayoutOutcome::Settled { reference }) => {
            JobReport::last(vec![sent(reference), tell("settled", RailEventKind::PayoutSettled { network_cost: None })])
        }
        Ok(PayoutOutcome::Rejected { reason }) | Err(RailError::Invalid { rule: reason, .. }) => {
            JobReport::last(vec![tell("failed", RailEventKind::PayoutFailed { reason })])
        }
        Ok(PayoutOutcome::Unknown) | Err(RailError::Unavailable { .. }) => unclear((at, leg), now),
    }
}

/// The outcome is unknown: the job looks it up again, and after a while asks an operator as well.
fn unclear((at, leg): (u16, &PayOut), now: DateTime<Utc>) -> JobReport {
    let since = leg.started_at.unwrap_or(now);
    let detail = "the rail gives no clear answer".to_owned();
    let ask = ReportItem::Command(Command::PayoutUnclear { leg: at, detail }, "job".to_owned());
    let items = if now - since > TimeDelta::minutes(UNCLEAR_MINUTES) { vec![ask] } else { Vec::new() };
    let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
    JobReport { items, end: End::Again(again, "the outcome of the payout is not known yet") }
}

fn report(transaction: &Transaction, at: u16, rail: &str, what: &str, kind: RailEventKind) -> ReportItem {
    let event_id = format!("{what}:{}", payout_key(transaction.id, at));
    let (transaction, rail) = (transaction.id, rail.to_owned());
    ReportItem::Event(RailEvent {
        target: transaction.into(),
        rail,
        event_id,
        leg: Some(at),
        charge: None,
        reorg_epoch: None,
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
    fn a_refused_payout_is_final_only_if_the_rail_has_no_such_payment() {
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
