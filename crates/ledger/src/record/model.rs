use std::borrow::Cow;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The new state of something that changes together with money, to be written with a [`crate::Change`].
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// UUIDv7.
    pub id: Uuid,
    /// What it is: "transaction". Never changes.
    pub kind: Cow<'static, str>,
    /// Whose it is: a profile.
    pub owner: Uuid,
    /// A name of its owner's state machine; see [`is_terminal`].
    pub status: String,
    /// The new version: one more than it was decided on, 1 for a new record.
    pub version: i64,
    /// The whole state; at most [`crate::BODY_BYTES_MAX`] as JSON.
    pub body: serde_json::Value,
    /// When something must be done about it if nothing happens.
    pub due_at: Option<DateTime<Utc>>,
    /// Why it changed, for the history.
    pub reason: String,
    /// Who changed it, for the history.
    pub actor: String,
}

/// A record as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// What it is.
    pub kind: String,
    /// Whose it is.
    pub owner: Uuid,
    /// Where it stands.
    pub status: String,
    /// How often it was written.
    pub version: i64,
    /// The whole state.
    pub body: serde_json::Value,
    /// When something must be done about it if nothing happens.
    pub due_at: Option<DateTime<Utc>>,
    /// When its first version was committed.
    pub created_at: DateTime<Utc>,
    /// When its present version was committed.
    pub updated_at: DateTime<Utc>,
}

/// One step of a record's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The version it made.
    pub version: i64,
    /// The status since then.
    pub status: String,
    /// Who.
    pub actor: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// Statuses after which a transaction holds no money of anybody (specification, section 4). `ACTION_REQUIRED` and
/// `MANUAL` wait for somebody and are not among them.
pub const TERMINAL_STATUSES: [&str; 6] = ["DONE", "EXPIRED", "CANCELLED", "REJECT", "RESOLVED", "FAIL"];

/// Whether nothing is left in transit once a record stands there.
#[must_use]
pub fn is_terminal(status: &str) -> bool {
    TERMINAL_STATUSES.contains(&status)
}
