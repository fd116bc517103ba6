//! Waiting times and deadlines of movements. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::transaction::{Status, Transaction};

/// An operator answers within a day: the service level for held money.
const FIRST_ANSWER: TimeDelta = TimeDelta::hours(24);

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
        return Some(Clock { since: review.since, until: review.since + FIRST_ANSWER });
    }
    let action = transaction.action.as_ref()?;
    let asked = transaction.moves.iter().rfind(|step| step.status == Status::ActionRequired);
    let since = asked.map_or(transaction.updated_at, |step| step.at);
    Some(Clock { since, until: action.deadline })
}
