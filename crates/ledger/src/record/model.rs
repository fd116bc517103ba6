//! A record, its stored form, one step of its history, and the statuses after which it holds no money.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The new state of an entity that changes together with money, as part of a [`crate::Change`].
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// UUIDv7.
    pub id: Uuid,
    /// The kind, such as "transaction". Never changes.
    pub kind: Cow<'static, str>,
    /// The owner: a profile.
    pub owner: Uuid,
    /// A status of the owner's state machine; see [`is_terminal`].
    pub status: String,
    /// The new version: one more than the decision's, 1 for a new record.
    pub version: i64,
    /// The whole state; at most [`crate::BODY_BYTES_MAX`] as JSON.
    pub body: serde_json::Value,
    /// The next deadline, at which the sweeper processes the record.
    pub due_at: Option<DateTime<Utc>>,
    /// The reason of the change, for the history.
    pub reason: String,
    /// The actor, for the history.
    pub actor: String,
}

/// A stored record.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// The kind.
    pub kind: String,
    /// The owner.
    pub owner: Uuid,
    /// The status.
    pub status: String,
    /// The version: the number of writes.
    pub version: i64,
    /// The whole state.
    pub body: serde_json::Value,
    /// The next deadline, at which the sweeper processes the record.
    pub due_at: Option<DateTime<Utc>>,
    /// When its first version was committed.
    pub created_at: DateTime<Utc>,
    /// When its present version was committed.
    pub updated_at: DateTime<Utc>,
}

/// One step of a record's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The version it created.
    pub version: i64,
    /// The status since then.
    pub status: String,
    /// The actor.
    pub actor: String,
    /// The reason.
    pub reason: String,
    /// The time.
    pub at: DateTime<Utc>,
}

/// Statuses after which a transaction holds no money (specification, "States and transitions"). `ACTION_REQUIRED` and
/// `MANUAL` wait for a decision and are not included.
pub const TERMINAL_STATUSES: [&str; 6] = ["DONE", "EXPIRED", "CANCELLED", "REJECT", "RESOLVED", "FAIL"];

/// Whether a record with this status has nothing in transit.
#[must_use]
pub fn is_terminal(status: &str) -> bool {
    TERMINAL_STATUSES.contains(&status)
}
