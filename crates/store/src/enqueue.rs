//! A job to enqueue, and the statement that enqueues it in the transaction of the change that needs it. The folder
//! `jobs` runs it.

use std::borrow::Borrow;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{StoreError, ids};

/// The default number of attempts: with [`crate::jobs::backoff`], about three hours.
pub const ATTEMPTS_DEFAULT: i32 = 25;
/// The maximum number of attempts of any job, postponements included.
pub const ATTEMPTS_LIMIT: i32 = 100_000;

/// A job to enqueue.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSpec {
    /// The kind, which selects the handler: `payout.chain`.
    pub kind: String,
    /// The tenant; `None` for a platform job, which only a system transaction may enqueue.
    pub tenant: Option<TenantId>,
    /// The handler's input. Prefer ids to copies: the data may have changed when the job runs.
    pub payload: Value,
    /// The earliest start; `None` for now.
    pub run_at: Option<DateTime<Utc>>,
    /// While a job of this kind and key waits or runs, no second one is added.
    pub unique_key: Option<String>,
    /// Jobs of one key run one after the other, in the order of enqueueing: while a job waits for its retry or is dead,
    /// the later ones wait too.
    pub serial_key: Option<String>,
    /// The attempts before the job is given up as dead.
    pub attempts_max: i32,
}

impl JobSpec {
    /// A job of `kind` for `tenant`, due now, with the default number of attempts.
    pub fn new(kind: impl Into<String>, tenant: impl Into<Option<TenantId>>, payload: Value) -> Self {
        Self {
            kind: kind.into(),
            tenant: tenant.into(),
            payload,
            run_at: None,
            unique_key: None,
            serial_key: None,
            attempts_max: ATTEMPTS_DEFAULT,
        }
    }

    /// Sets the earliest start.
    #[must_use]
    pub fn at(mut self, at: DateTime<Utc>) -> Self {
        self.run_at = Some(at);
        self
    }

    /// Allows at most one such job to wait or run.
    #[must_use]
    pub fn unique(mut self, key: impl Into<String>) -> Self {
        self.unique_key = Some(key.into());
        self
    }

    /// Runs after all earlier jobs of this key.
    #[must_use]
    pub fn serial(mut self, key: impl Into<String>) -> Self {
        self.serial_key = Some(key.into());
        self
    }

    /// Sets the number of attempts, 1 to [`ATTEMPTS_LIMIT`].
    #[must_use]
    pub fn attempts(mut self, max: i32) -> Self {
        self.attempts_max = max;
        self
    }
}

/// Enqueues `specs` in the caller's transaction, with one statement. Skips a spec whose unique key already waits or
/// runs. Jobs of one serial key run in the order of `specs`, after all that were enqueued before.
///
/// The caller must call `Store::wake_jobs` after the commit; `TenantTx::enqueue` and similar methods do so. Without it
/// the next poll finds the job.
///
/// # Errors
/// [`StoreError::Constraint`] for a kind, key or number of attempts outside its limits, and
/// [`StoreError::Fault`] for a platform job (or another tenant's) in a tenant transaction.
pub async fn enqueue<J: Borrow<JobSpec> + Sync>(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    specs: &[J],
) -> Result<(), StoreError> {
    if specs.is_empty() {
        return Ok(());
    }
    let specs: Vec<&JobSpec> = specs.iter().map(Borrow::borrow).collect();
    let ids: Vec<Uuid> = specs.iter().map(|_| ids::v7(now)).collect();
    let tenants: Vec<Option<Uuid>> = specs.iter().map(|s| s.tenant.map(TenantId::uuid)).collect();
    let kinds: Vec<&str> = specs.iter().map(|s| s.kind.as_str()).collect();
    let payloads: Vec<&Value> = specs.iter().map(|s| &s.payload).collect();
    let due: Vec<DateTime<Utc>> = specs.iter().map(|s| s.run_at.unwrap_or(now)).collect();
    let attempts: Vec<i32> = specs.iter().map(|s| s.attempts_max).collect();
    let unique: Vec<Option<&str>> = specs.iter().map(|s| s.unique_key.as_deref()).collect();
    let serial: Vec<Option<&str>> = specs.iter().map(|s| s.serial_key.as_deref()).collect();
    sqlx::query!(
        "INSERT INTO jobs (id, tenant_id, kind, payload, due_at, attempts_max, unique_key, serial_key, created_at)
         SELECT UNNEST($1::uuid[]), UNNEST($2::uuid[]), UNNEST($3::text[]), UNNEST($4::jsonb[]), UNNEST($5::timestamptz[]),
                UNNEST($6::int[]), UNNEST($7::text[]), UNNEST($8::text[]), $9
         ON CONFLICT DO NOTHING",
        &ids,
        &tenants as &[Option<Uuid>],
        &kinds as &[&str],
        &payloads as &[&Value],
        &due,
        &attempts,
        &unique as &[Option<&str>],
        &serial as &[Option<&str>],
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
