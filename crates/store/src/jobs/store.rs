//! All SQL of the queue.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Job, JobState};
use crate::enqueue::{ATTEMPTS_DEFAULT, ATTEMPTS_LIMIT};
use crate::{AnyTx, JobSpec, Store, StoreError};

const ERROR_CHARS_MAX: usize = 2_000;
/// How long [`is_held`] extends the lease.
const HELD: TimeDelta = TimeDelta::seconds(30);
/// The class of the workers' advisory locks: any number that no other advisory lock of the platform uses.
const WORKERS: i32 = 0x6a6f_6273;

/// Makes the waiting job of this spec's kind and unique key due now. A running job is not changed.
///
/// # Errors
/// Database errors.
pub async fn hasten(conn: &mut PgConnection, spec: &JobSpec, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE jobs SET due_at = $4
         WHERE tenant_id = $1 AND kind = $2 AND unique_key = $3 AND state = 'ready' AND due_at > $4",
        spec.tenant.map(TenantId::uuid),
        spec.kind,
        spec.unique_key,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

struct JobRow {
    id: Uuid,
    tenant_id: Option<Uuid>,
    kind: String,
    payload: Value,
    attempt: i32,
    attempts_max: i32,
    created_at: DateTime<Utc>,
}

impl From<JobRow> for Job {
    fn from(row: JobRow) -> Self {
        Self {
            id: JobId::from_uuid(row.id),
            tenant: row.tenant_id.map(TenantId::from_uuid),
            kind: row.kind,
            payload: row.payload,
            attempt: row.attempt,
            attempts_max: row.attempts_max,
            created_at: row.created_at,
        }
    }
}

/// Takes up to `limit` due jobs of `kinds` under a lease, each with a new attempt number.
///
/// Of the jobs that share a serial key, only the first one is taken; the later ones wait while it runs, waits for its
/// time or its retry, or is dead, because effects must keep the order of their causes. Two workers with different
/// snapshots may both try: the unique index refuses the second one, and its next claim sees the current state.
pub(super) async fn claim(
    store: &Store,
    now: DateTime<Utc>,
    (worker, lease): (Option<i32>, TimeDelta),
    kinds: &[String],
    limit: i64,
) -> Result<Vec<Job>, StoreError> {
    let mut tx = store.system().await?;
    let rows = sqlx::query_as!(
        JobRow,
        "UPDATE jobs SET state = 'running', attempt = attempt + 1, due_at = $2, worker = $5
         WHERE id IN (
             SELECT j.id FROM jobs j
             WHERE j.state IN ('ready', 'running') AND j.due_at <= $1 AND j.kind = ANY($3)
               AND (j.serial_key IS NULL OR NOT EXISTS (
                   SELECT FROM jobs o
                   WHERE o.serial_key = j.serial_key AND o.id <> j.id
                     AND (o.state = 'running' OR (o.state IN ('ready', 'dead') AND o.seq < j.seq))))
             ORDER BY j.due_at, j.seq LIMIT $4
             FOR UPDATE SKIP LOCKED)
         RETURNING id, tenant_id, kind, payload, attempt, attempts_max, created_at",
        now,
        now + lease,
        kinds,
        limit,
        worker,
    )
    .fetch_all(tx.conn())
    .await;
    let rows = match rows.map_err(StoreError::from) {
        Err(clash) if clash.unique_violation() == Some("jobs_one_running") => return Ok(Vec::new()),
        other => other?,
    };
    tx.commit().await?;
    Ok(rows.into_iter().map(Job::from).collect())
}

/// Takes a worker number for as long as this session lives; `None` if another session has it.
pub(super) async fn lock_number(session: &mut PgConnection) -> Result<Option<i32>, StoreError> {
    let taken = sqlx::query!(
        r#"SELECT number AS "number!", pg_try_advisory_lock($1, number) AS "ours!"
           FROM (SELECT floor(random() * 2147483647)::int AS number OFFSET 0) AS one"#,
        WORKERS,
    )
    .fetch_one(session)
    .await?;
    Ok(taken.ours.then_some(taken.number))
}

/// The workers that hold jobs without a session.
pub(super) async fn gone_workers(store: &Store, now: DateTime<Utc>) -> Result<Vec<i32>, StoreError> {
    let mut tx = store.system().await?;
    let gone = sqlx::query_scalar!(
        r#"SELECT DISTINCT worker AS "worker!" FROM jobs
           WHERE state = 'running' AND worker IS NOT NULL AND due_at > $1 AND worker NOT IN (
               SELECT objid::bigint FROM pg_locks
               WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = $2
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"#,
        now,
        i64::from(WORKERS),
    )
    .fetch_all(tx.conn())
    .await?;
    tx.rollback().await?;
    Ok(gone)
}

/// Ends the leases of these workers; returns the number of their jobs.
pub(super) async fn release(store: &Store, workers: &[i32], now: DateTime<Utc>) -> Result<u64, StoreError> {
    let mut tx = store.system().await?;
    let done = sqlx::query!(
        "UPDATE jobs SET due_at = $1 WHERE state = 'running' AND worker = ANY($2) AND due_at > $1",
        now,
        workers,
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected())
}

/// Extends the lease of a running job; false if another worker has taken it over.
pub(super) async fn renew(store: &Store, job: &Job, until: DateTime<Utc>) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    let done = sqlx::query!(
        "UPDATE jobs SET due_at = $3 WHERE id = $1 AND attempt = $2 AND state = 'running'",
        job.id.uuid(),
        job.attempt,
        until,
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected() == 1)
}

/// Extends the lease by a few seconds and returns whether this attempt still holds the job. A handler that was
/// suspended calls it before a step that only the holder may take.
///
/// # Errors
/// Database errors.
pub async fn is_held(store: &Store, job: &Job, now: DateTime<Utc>) -> Result<bool, StoreError> {
    renew(store, job, now + HELD).await
}

/// Finishes the job inside `tx` and commits both. Fails, and so rolls the effects back, if the job was taken over.
pub(super) async fn complete(mut tx: AnyTx, job: &Job, now: DateTime<Utc>) -> Result<(), StoreError> {
    if let AnyTx::Tenant(tenant_tx) = &mut tx
        && job.tenant != Some(tenant_tx.tenant())
    {
        // The job of the platform did a tenant's work: the tenant's role cannot see the job's row.
        sqlx::query!("SELECT set_config('role', 'none', true)").fetch_one(tenant_tx.conn()).await?;
    }
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'done', finished_at = $3, last_error = NULL, payload = payload - 'secret'
         WHERE id = $1 AND attempt = $2 AND state = 'running'",
        job.id.uuid(),
        job.attempt,
        now,
    )
    .execute(tx.conn())
    .await?;
    StoreError::ensure_one_row("job under way", done.rows_affected())?;
    tx.commit().await
}

/// Puts the job back for a retry at `at`; false if it was taken over.
pub(super) async fn retry(store: &Store, job: &Job, at: DateTime<Utc>, error: &str) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'ready', due_at = $3, last_error = $4
         WHERE id = $1 AND attempt = $2 AND state = 'running'",
        job.id.uuid(),
        job.attempt,
        at,
        storable(error),
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected() == 1)
}

/// Puts the job back without using up an attempt; false if it was taken over.
pub(super) async fn postpone(store: &Store, job: &Job, at: DateTime<Utc>, reason: &str) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    // The attempt number is the fencing token and only grows, so the maximum grows with it.
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'ready', due_at = $3, last_error = $4, attempts_max = LEAST(attempts_max + 1, $5)
         WHERE id = $1 AND attempt = $2 AND state = 'running'",
        job.id.uuid(),
        job.attempt,
        at,
        storable(reason),
        ATTEMPTS_LIMIT,
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected() == 1)
}

/// Gives the job up and leaves it for an operator; false if it was taken over. The later jobs of its serial key wait
/// until the operator has decided.
pub(super) async fn bury(store: &Store, job: &Job, now: DateTime<Utc>, reason: &str) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    let buried = sqlx::query_scalar!(
        "UPDATE jobs SET state = 'dead', finished_at = $3, last_error = $4, payload = payload - 'secret'
         WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING serial_key",
        job.id.uuid(),
        job.attempt,
        now,
        storable(reason),
    )
    .fetch_optional(tx.conn())
    .await?;
    tx.commit().await?;
    if let Some(Some(serial_key)) = &buried {
        tracing::error!(
            event = "alert.job_queue_blocked", job = %job.id, kind = job.kind, serial_key,
            "ALERT: a dead job holds the later jobs of its key."
        );
    }
    Ok(buried.is_some())
}

/// Runs a dead job again, with the default number of attempts, after its cause is fixed. False if it is not dead.
///
/// # Errors
/// Database errors.
pub async fn revive(conn: &mut PgConnection, id: JobId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'ready', due_at = $2, finished_at = NULL, attempts_max = LEAST(attempt + $3, $4),
                attempt = CASE WHEN attempt + $3 > $4 THEN 1 ELSE attempt END
         WHERE id = $1 AND state = 'dead'",
        id.uuid(),
        now,
        ATTEMPTS_DEFAULT,
        ATTEMPTS_LIMIT,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Unblocks the jobs behind a dead one: its work was done manually, or is not needed. The job stays in the queue
/// as dead. False if it is not dead.
///
/// # Errors
/// Database errors.
pub async fn dismiss(conn: &mut PgConnection, id: JobId) -> Result<bool, StoreError> {
    let done = sqlx::query!("UPDATE jobs SET serial_key = NULL WHERE id = $1 AND state = 'dead'", id.uuid())
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Text columns cannot store NUL, and an error text beyond a page has no use.
fn storable(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(ERROR_CHARS_MAX).collect()
}

/// The state, attempt and last error of one job.
///
/// # Errors
/// Database errors.
pub async fn find(conn: &mut PgConnection, id: JobId) -> Result<Option<(String, i32, Option<String>)>, StoreError> {
    let row = sqlx::query!("SELECT state, attempt, last_error FROM jobs WHERE id = $1", id.uuid())
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|r| (r.state, r.attempt, r.last_error)))
}

/// A dead job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadJob {
    /// Its id.
    pub id: JobId,
    /// The tenant; `None` for a platform job.
    pub tenant: Option<TenantId>,
    /// The kind of its handler.
    pub kind: String,
    /// The number of attempts.
    pub attempt: i32,
    /// The last error.
    pub last_error: Option<String>,
    /// The number of jobs that wait behind it.
    pub behind: i64,
}

/// The dead jobs, oldest first, at most `limit`; with `only`, that job alone. Includes dismissed jobs. In a system
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn dead(conn: &mut PgConnection, only: Option<JobId>, limit: i64) -> Result<Vec<DeadJob>, StoreError> {
    let only = only.map(JobId::uuid);
    let rows = sqlx::query!(
        r#"SELECT id, tenant_id, kind, attempt, last_error,
                  (SELECT count(*) FROM jobs b WHERE b.serial_key = j.serial_key AND b.seq > j.seq
                                                 AND b.state IN ('ready', 'running')) AS "behind!"
           FROM jobs j WHERE state = 'dead' AND ($1::uuid IS NULL OR id = $1) ORDER BY seq LIMIT $2"#,
        only,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let dead = rows.into_iter().map(|row| DeadJob {
        id: JobId::from_uuid(row.id),
        tenant: row.tenant_id.map(TenantId::from_uuid),
        kind: row.kind,
        attempt: row.attempt,
        last_error: row.last_error,
        behind: row.behind,
    });
    Ok(dead.collect())
}

/// What the jobs of one kind tell of the other side that they call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPulse {
    /// When the latest one succeeded. Finished jobs are kept for a limited time.
    pub done_at: Option<DateTime<Utc>>,
    /// When the latest one was made that has no unique key: an event from outside ordered it.
    pub heard_at: Option<DateTime<Utc>>,
    /// Why the latest failing one failed, if it was made after the latest success.
    pub error: Option<String>,
}

/// What the jobs of a tenant of this kind tell. Errors in `fine` are none.
///
/// # Errors
/// Database errors.
pub async fn pulse(
    conn: &mut PgConnection,
    (tenant, kind): (TenantId, &str),
    fine: &[String],
) -> Result<JobPulse, StoreError> {
    let row = sqlx::query!(
        r#"SELECT max(finished_at) FILTER (WHERE state = 'done') AS done_at,
            max(created_at) FILTER (WHERE unique_key IS NULL) AS heard_at,
            (SELECT last_error FROM jobs
             WHERE tenant_id = $1 AND kind = $2 AND state IN ('ready', 'dead') AND last_error <> ALL ($3)
             ORDER BY created_at DESC LIMIT 1) AS error,
            (SELECT created_at FROM jobs
             WHERE tenant_id = $1 AND kind = $2 AND state IN ('ready', 'dead') AND last_error <> ALL ($3)
             ORDER BY created_at DESC LIMIT 1) AS failed_at
         FROM jobs WHERE tenant_id = $1 AND kind = $2"#,
        tenant.uuid(),
        kind,
        fine,
    );
    let row = row.fetch_one(conn).await?;
    let error = row.error.filter(|_| row.failed_at > row.done_at);
    Ok(JobPulse { done_at: row.done_at, heard_at: row.heard_at, error })
}

/// When the oldest jobs of a tenant were made that wait to be repeated for another reason than `fine` ones, and were made
/// before `before`.
///
/// # Errors
/// Database errors.
pub async fn failing(
    conn: &mut PgConnection,
    (tenant, kind): (TenantId, &str),
    fine: &[String],
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    let rows = sqlx::query_scalar!(
        "SELECT created_at FROM jobs
         WHERE tenant_id = $1 AND kind = $2 AND state = 'ready' AND last_error <> ALL ($3) AND created_at <= $4
         ORDER BY created_at LIMIT $5",
        tenant.uuid(),
        kind,
        fine,
        before,
        limit,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// The number of jobs of `kind` (all kinds if empty) in `state`: for metrics and tests.
///
/// # Errors
/// Database errors.
pub async fn count(conn: &mut PgConnection, kind: &str, state: JobState) -> Result<i64, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM jobs WHERE ($1 = '' OR kind = $1) AND state = $2"#,
        kind,
        state.as_str(),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// Deletes at most `limit` finished jobs older than `before`; dead jobs stay. For a scheduled job, in a system
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn purge_done(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state = 'done' AND finished_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(gone.rows_affected())
}
