//! A background job of a movement as operators see it, without its payload.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A job of a movement, such as a charge or a payout. Operators do not see its payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementJob {
    /// The job's id.
    pub id: Uuid,
    /// The handler, such as `payout.chain`.
    pub kind: String,
    /// `ready`, `running`, `done` or `dead`.
    pub state: String,
    /// The number of attempts so far.
    pub attempt: i32,
    /// The maximum number of attempts.
    pub attempts_max: i32,
    /// When a worker may take the job, while it is not finished.
    pub due_at: DateTime<Utc>,
    /// When the job was enqueued.
    pub created_at: DateTime<Utc>,
    /// When the job finished.
    pub finished_at: Option<DateTime<Utc>>,
    /// The error of the last attempt.
    pub error: Option<String>,
}
