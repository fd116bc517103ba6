//! The decisions of the charge job. Pure: the handlers call the acquirer between the steps, and the simulation drives
//! the same functions.

use chrono::{DateTime, TimeDelta, Utc};

use super::report::{End, JobReport, ReportItem};
use crate::rails::{
    CardOutcome, CodeOutcome, Decline, DeclineCode, Launch, RailError, RailEvent, RailEventKind, charge_key,
};
use crate::transaction::{Collect, CollectState, Command, Transaction};

/// The interval between look-ups of a charge whose outcome is unknown.
const LOOK_AGAIN_SECONDS: i64 = 5;
/// How long after the order's expiry an unclear charge is looked up. Until then a late capture becomes a question to
/// the customer; afterwards it goes to an operator.
const GIVE_UP_HOURS: i64 = 24;
/// How long after the order's expiry a charge request that the acquirer does not know may still be in flight.
const CERTAIN_MINUTES: i64 = 30;

/// The outcome of a charge, for every rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Charge {
    /// Captured; the rail's reference.
    Paid(String),
    /// The payer must approve; where, unless the payer's app asks by itself.
    Approval(Option<Launch>),
    /// Declined for good, with the reason.
    Declined(Decline),
    /// The outcome is unknown.
    Unknown,
}

impl From<CardOutcome> for Charge {
    fn from(outcome: CardOutcome) -> Self {
        match outcome {
            CardOutcome::Captured { reference } => Self::Paid(reference),
            CardOutcome::Challenge { launch, .. } => Self::Approval(Some(launch)),
            CardOutcome::Declined { reason } => Self::Declined(reason),
            CardOutcome::Unknown => Self::Unknown,
        }
    }
}

impl From<CodeOutcome> for Charge {
    fn from(outcome: CodeOutcome) -> Self {
        match outcome {
            CodeOutcome::Paid { reference } => Self::Paid(reference),
            CodeOutcome::Pending { launch, .. } => Self::Approval(launch),
            CodeOutcome::Declined { reason } => Self::Declined(reason),
            CodeOutcome::Expired => Self::Declined(Decline::Code(DeclineCode::ExpiredCode)),
            CodeOutcome::Unknown => Self::Unknown,
        }
    }
}

/// The next step after the look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChargeStep {
    /// Request the charge; [`charge_answered`] evaluates the answer.
    Ask,
    /// The outcome is final or must be looked up again; [`charge_report`] reports it.
    Report(Result<Charge, RailError>),
    /// Nothing is left to do.
    Done,
}

/// The next step for the order's charge number `charge`. `known` is the result of the look-up, or `Ok(None)` on the
/// `first` attempt, which makes none. Never charges for an expired order, nor for a declined charge that another one
/// has replaced.
#[must_use]
pub fn charge_step(
    transaction: &Transaction,
    charge: u16,
    first: bool,
    known: Result<Option<Charge>, RailError>,
    now: DateTime<Utc>,
) -> ChargeStep {
    let asked = |collect: &Collect| collect.state == CollectState::Charging && collect.charge() == charge;
    let charging = transaction.collect().is_some_and(asked);
    match known {
        Ok(Some(charge)) => ChargeStep::Report(Ok(charge)),
        Ok(None) if !charging => ChargeStep::Done,
        Ok(None) if now >= transaction.expires_at => ChargeStep::Report(Ok(never_asked(transaction, now))),
        Ok(None) => ChargeStep::Ask,
        Err(error) => ChargeStep::Report(doubted(first, Err(error))),
    }
}

/// The outcome of a charge that the acquirer does not know and that will not be requested again. An earlier request may
/// still be in flight; after a while it is certain that none was made.
fn never_asked(transaction: &Transaction, now: DateTime<Utc>) -> Charge {
    let certain = now >= transaction.expires_at + TimeDelta::minutes(CERTAIN_MINUTES);
    if certain { Charge::Declined(Decline::Code(DeclineCode::TimedOut)) } else { Charge::Unknown }
}

/// Whether the answer to a charge request is a refusal. [`charge_answered`] then needs another look-up.
#[must_use]
pub fn charge_refused(answer: &Result<Charge, RailError>) -> bool {
    matches!(answer, Ok(Charge::Declined(_)) | Err(RailError::Invalid { .. }))
}

/// Evaluates the answer to a charge request. `known` is the result of a look-up after a refusal, and `Ok(None)` without
/// a refusal. A refusal as "duplicate" may mean that the charge was captured: by an earlier attempt whose answer was
/// lost, or by a later one while the `first` was suspended.
///
/// # Errors
/// The rail's error, if it still is meaningful.
pub fn charge_answered(
    first: bool,
    answer: Result<Charge, RailError>,
    known: Result<Option<Charge>, RailError>,
) -> Result<Charge, RailError> {
    match (charge_refused(&answer), known) {
        (true, Ok(Some(charge))) => Ok(charge),
        (true, Err(_)) => Ok(Charge::Unknown),
        (true, Ok(None)) if !first => Ok(Charge::Unknown),
        (_, _) => answer,
    }
}

fn doubted(first: bool, answer: Result<Charge, RailError>) -> Result<Charge, RailError> {
    match answer {
        Err(RailError::Invalid { .. }) if !first => Ok(Charge::Unknown),
        other => other,
    }
}

/// The report of charge number `charge` over `rail` to the transaction, and whether the job repeats its look-up.
#[must_use]
pub fn charge_report(
    transaction: &Transaction,
    charge: u16,
    rail: &str,
    outcome: Result<Charge, RailError>,
    now: DateTime<Utc>,
) -> JobReport {
    let Some(amount) = transaction.collect().map(|collect| collect.expected) else { return JobReport::none() };
    // A charge may be captured after a decline, so each outcome is an event of its own.
    let mut event_id = charge_key(transaction.id, charge);
    let refused = matches!(outcome, Ok(Charge::Declined(_)) | Err(RailError::Invalid { .. }));
    if refused {
        event_id.push_str(":declined");
    }
    let kind = match outcome {
        Ok(Charge::Paid(reference)) => RailEventKind::Credited { amount, reference, payer: None },
        Ok(Charge::Declined(reason)) => RailEventKind::Declined { reason },
        Err(RailError::Invalid { rule, .. }) => RailEventKind::Declined { reason: Decline::Words(rule) },
        Ok(Charge::Approval(launch)) => {
            let command = Command::ApprovalNeeded { launch, charge };
            return JobReport::last(vec![ReportItem::Command(command, format!("rail:{rail}"))]);
        }
        Ok(Charge::Unknown) | Err(RailError::Unavailable { .. }) => return unclear(transaction, charge, now),
    };
    let (transaction, rail, charge) = (transaction.id, rail.to_owned(), Some(charge));
    JobReport::last(vec![ReportItem::Event(RailEvent {
        target: transaction.into(),
        rail,
        event_id,
        leg: None,
        charge,
        reorg_epoch: None,
        kind,
    })])
}

fn unclear(transaction: &Transaction, charge: u16, now: DateTime<Utc>) -> JobReport {
    if now <= transaction.expires_at + TimeDelta::hours(GIVE_UP_HOURS) {
        let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
        return JobReport { items: Vec::new(), end: End::Again(again, "the outcome of the charge is not known yet") };
    }
    let detail = "the acquirer gave no clear answer".to_owned();
    let items = vec![ReportItem::Command(Command::ChargeUnclear { detail, charge }, "job".to_owned())];
    JobReport { items, end: End::Dead("nobody knows what became of the charge") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declined_charge_is_final_only_if_the_acquirer_has_no_such_charge() {
        let paid = || Charge::Paid("r".to_owned());
        let duplicate = || Ok(Charge::Declined(Decline::of_code("duplicate")));
        let silence = || Err(RailError::Unavailable { rail: "card".to_owned(), reason: "no answer".to_owned() });
        for first in [true, false] {
            assert_eq!(charge_answered(first, duplicate(), Ok(Some(paid()))), Ok(paid()), "a later attempt charged");
            assert_eq!(
                charge_answered(
                    first,
                    duplicate(),
                    Err(RailError::Unavailable { rail: "card".to_owned(), reason: String::new() })
                ),
                Ok(Charge::Unknown)
            );
            assert_eq!(charge_answered(first, silence(), Ok(None)), silence());
        }
        assert_eq!(charge_answered(true, duplicate(), Ok(None)), duplicate());
        assert_eq!(charge_answered(false, duplicate(), Ok(None)), Ok(Charge::Unknown));
    }
}
