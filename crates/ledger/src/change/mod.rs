//! The change, which the Journal commits as one: a record's new state, transfers, events and jobs, under one key.

mod store;

use std::fmt;
use std::sync::Arc;

use ::store::{EventSpec, JobSpec, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

pub use self::store::is_committed;
use crate::{Record, Transfer};

/// The idempotency key of a change: the same key always gives the same receipt. 1 to 200 bytes, unique per tenant.
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

/// A record version that a decision depends on. If the record has changed since, the change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// The record.
    pub record: Uuid,
    /// Its version; 0 if it must not exist yet.
    pub version: i64,
}

/// The counter that a decision read, and that its change moves on. Two changes that were decided on the same version
/// cannot both be committed: the second is refused as [`crate::CommitError::Moved`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterStep {
    /// The counter, by the id of what is counted.
    pub counter: Uuid,
    /// The version that the decision read; 0 if nothing was counted yet.
    pub version: i64,
}

/// Rows of another crate that belong to a change: the Journal writes them in the change's database transaction. The
/// in-memory Journal does not write them.
#[async_trait]
pub trait ChangeRows: fmt::Debug + Send + Sync {
    /// Writes the rows. A retry of the commit calls it again in another database transaction.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the facts that the change was decided on have moved: the change is refused as
    /// [`crate::CommitError::Moved`] with the nil record. Other database errors also refuse the change.
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError>;
}

/// Everything that one decision writes, atomically.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// The idempotency key.
    pub key: ChangeKey,
    /// The versions that the decision depends on. The record below needs no entry, because its own version is always
    /// checked.
    pub expects: Vec<Expected>,
    /// The counter that the decision depends on, if any.
    pub counter: Option<CounterStep>,
    /// The new state of the record, if there is one.
    pub record: Option<Record>,
    /// The transfers, applied in this order, each within the limits of its accounts; at most [`crate::TRANSFERS_MAX`].
    pub transfers: Vec<Transfer>,
    /// The events for screens and partners; at most [`crate::EVENTS_MAX`].
    pub events: Vec<EventSpec>,
    /// The jobs for external work; at most [`crate::JOBS_MAX`].
    pub jobs: Vec<JobSpec>,
    /// Rows of other crates.
    pub rows: Vec<Arc<dyn ChangeRows>>,
}

impl Default for ChangeKey {
    /// An empty key, which the Journal refuses: a change without a key must not get a shared one.
    fn default() -> Self {
        Self(String::new())
    }
}

/// The Journal's confirmation that a change is durable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The change's id.
    pub change: Uuid,
    /// The key it was committed under.
    pub key: ChangeKey,
    /// The record it wrote.
    pub record: Option<Uuid>,
    /// The record's version after the change; 0 without a record.
    pub version: i64,
    /// When it was committed.
    pub committed_at: DateTime<Utc>,
    /// True if the key had been committed before: this call wrote nothing. The caller compares the content if needed.
    pub replayed: bool,
}
