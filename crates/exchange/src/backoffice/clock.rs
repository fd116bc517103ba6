//! Waiting times and deadlines of movements. Pure.

use chrono::{DateTime, Utc};

use crate::rails::DisputeState;
use crate::transaction::{ReviewReason, Status, Transaction};

/// Since when a movement waits for its owner or an operator, and the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// When the wait began.
    pub since: DateTime<Utc>,
    /// The deadline. After it, an operator decides instead of the owner.
    pub until: DateTime<Utc>,
}

impl Clock {
    /// Whether the deadline has passed.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.until <= now
    }
}

/// The clock of a movement; `None` if it waits for no decision. A review takes precedence over a question to the owner.
#[must_use]
pub fn clock(transaction: &Transaction) -> Option<Clock> {
    if let Some(review) = &transaction.review {
        let until = dispute_deadline(transaction).unwrap_or(review.deadline);
        return Some(Clock { since: review.since, until });
    }
    let action = transaction.action.as_ref()?;
    let asked = transaction.moves.iter().rfind(|step| step.status == Status::ActionRequired);
    let since = asked.map_or(transaction.updated_at, |step| step.at);
    Some(Clock { since, until: action.deadline })
}

/// The earliest deadline for evidence of an open dispute, if that is what the review is about. Evidence that was sent has
/// none.
fn dispute_deadline(transaction: &Transaction) -> Option<DateTime<Utc>> {
    transaction.review.as_ref().filter(|review| review.reason == ReviewReason::Disputed)?;
    let answerable = |state| matches!(state, DisputeState::Inquiry | DisputeState::Open | DisputeState::Expired);
    let open = transaction.disputes.iter().filter(|dispute| dispute.is_open() && answerable(dispute.report.state));
    open.filter_map(|dispute| dispute.report.respond_by).min()
}
