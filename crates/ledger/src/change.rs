use std::fmt;

use chrono::{DateTime, Utc};
use store::{EventSpec, JobSpec};
use uuid::Uuid;

use crate::{Record, Transfer};

/// What makes a change happen once: the same key gives the same receipt, for ever. 1 to 200 bytes, per tenant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeKey(pub String);

impl From<String> for ChangeKey {
    fn from(key: String) -> Self {
        Self(key)
    }
}

impl From<&str> for ChangeKey {
    fn from(key: &str) -> Self {
        Self(key.to_owned())
    }
}

impl fmt::Display for ChangeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A version that a change was decided on. When the record has moved since, the change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// The record.
    pub record: Uuid,
    /// Its version; 0 when it must not exist yet.
    pub version: i64,
}

/// Everything that one decision writes: all of it or nothing.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Idempotency.
    pub key: ChangeKey,
    /// Versions it was decided on. The record below needs no entry: its own version is always checked.
    pub expects: Vec<Expected>,
    /// The record's new state, if it has one.
    pub record: Option<Record>,
    /// Applied in this order, each within the limits of its accounts; at most [`crate::TRANSFERS_MAX`].
    pub transfers: Vec<Transfer>,
    /// What screens and partners will hear; at most [`crate::EVENTS_MAX`].
    pub events: Vec<EventSpec>,
    /// What must happen outside; at most [`crate::JOBS_MAX`].
    pub jobs: Vec<JobSpec>,
}

impl Default for ChangeKey {
    /// The empty key, which the Journal refuses: a change that forgot its key must not get a shared one.
    fn default() -> Self {
        Self(String::new())
    }
}

/// The Journal's word that a change is durable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The change's own id.
    pub change: Uuid,
    /// The key it was committed under.
    pub key: ChangeKey,
    /// The record it wrote.
    pub record: Option<Uuid>,
    /// That record's version after it; 0 without a record.
    pub version: i64,
    /// When.
    pub committed_at: DateTime<Utc>,
    /// True when this key had been committed before: nothing was written now. Whether the content was the same is for
    /// the caller to compare.
    pub replayed: bool,
}
