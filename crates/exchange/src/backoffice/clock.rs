//! How long somebody has waited, and until when somebody has to act. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::transaction::{Status, Transaction};

/// An operator looks at what waits for one within a day: the first answer to money that is held.
const FIRST_ANSWER: TimeDelta = TimeDelta::hours(24);

/// Since when a movement waits for its owner or for an operator, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Since when.
    pub since: DateTime<Utc>,
    /// Until when. An owner who does not choose by then leaves it to an operator.
    pub until: DateTime<Utc>,
}

impl Clock {
    /// Whether its time is over.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.until <= now
    }
}

/// The clock of a movement; `None` if it waits for nobody. A review comes first: it can stand beside a question to the owner.
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
