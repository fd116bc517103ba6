use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A job that was ordered for a movement: a charge, a payout. What it carries is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementJob {
    /// The job.
    pub id: Uuid,
    /// Which handler does it, such as `payout.chain`.
    pub kind: String,
    /// `ready`, `running`, `done` or `dead`.
    pub state: String,
    /// How often it was begun.
    pub attempt: i32,
    /// How often it is begun at most.
    pub attempts_max: i32,
    /// When a worker may take it, while it is not finished.
    pub due_at: DateTime<Utc>,
    /// When it was ordered.
    pub created_at: DateTime<Utc>,
    /// When it was done.
    pub finished_at: Option<DateTime<Utc>>,
    /// What the last attempt failed of.
    pub error: Option<String>,
}
