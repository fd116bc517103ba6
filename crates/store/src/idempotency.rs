//! Answers already given, by the caller's key, so that a repeated request gets the first answer instead of a second effect.
//!
//! Money has a second, permanent line of defence in the ledger's change key; that is why a key whose first request died
//! may be taken over after its lock ran out: the effect cannot happen twice, only be answered again.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// How long a request may be at work before its key can be taken over.
pub const LOCK: TimeDelta = TimeDelta::seconds(60);
/// How long answers are kept.
pub const RETENTION: TimeDelta = TimeDelta::days(30);
/// The longest key accepted, in bytes.
pub const KEY_BYTES_MAX: usize = 255;

/// Whose key it is, and for which route: the same key means something else to another principal or route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The tenant.
    pub tenant: TenantId,
    /// The person or API key that asks.
    pub principal: Uuid,
    /// Method and path template: `POST /api/client/v1/orders`.
    pub route: String,
    /// The `Idempotency-Key`.
    pub key: String,
}

/// A key that was taken. Names who holds it: after a takeover the first holder can neither answer nor free the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    until: DateTime<Utc>,
}

/// What a key stands for when a request arrives with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// Not seen before, or its first request died: do the work, then [`finish`] or [`forget`] with this.
    Fresh(Lock),
    /// Answered already: give this answer again.
    Replay {
        /// HTTP status of the first answer.
        status: u16,
        /// Body of the first answer, byte for byte.
        body: Vec<u8>,
    },
    /// The first request is still at work: 409, try again.
    InFlight,
    /// The key was used with another request: 422.
    Mismatch,
}

/// Takes the key, or says what became of it. Commit before starting the work, so that others see the lock.
///
/// `request_hash` is over everything that makes the request what it is. A concurrent duplicate waits for this
/// transaction, then sees its outcome.
///
/// # Errors
/// Those of any statement.
pub async fn begin(
    conn: &mut PgConnection,
    scope: &Scope,
    request_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Begun, StoreError> {
    // Taken when new, when expired, or when the first request with the same content has died.
    let taken = sqlx::query_scalar!(
        r#"INSERT INTO idempotency AS i (tenant_id, principal, route, key, request_hash, locked_until, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (tenant_id, principal, route, key) DO UPDATE
           SET request_hash = excluded.request_hash, locked_until = excluded.locked_until, status = NULL, body = NULL,
               created_at = CASE WHEN i.created_at <= $8 THEN excluded.created_at ELSE i.created_at END
           WHERE i.created_at <= $8
              OR (i.status IS NULL AND i.locked_until <= $7 AND i.request_hash = excluded.request_hash)
           RETURNING locked_until"#,
        scope.tenant.uuid(),
        scope.principal,
        scope.route,
        scope.key,
        request_hash,
        now + LOCK,
        now,
        now - RETENTION,
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(until) = taken {
        return Ok(Begun::Fresh(Lock { until }));
    }
    let found = sqlx::query!(
        "SELECT request_hash, status, body FROM idempotency
         WHERE tenant_id = $1 AND principal = $2 AND route = $3 AND key = $4",
        scope.tenant.uuid(),
        scope.principal,
        scope.route,
        scope.key,
    )
    .fetch_optional(conn)
    .await?;
    Ok(match found {
        Some(row) if row.request_hash != request_hash => Begun::Mismatch,
        Some(row) => match (row.status.and_then(|s| u16::try_from(s).ok()), row.body) {
            (Some(status), Some(body)) => Begun::Replay { status, body },
            _ => Begun::InFlight,
        },
        // Forgotten between the two statements: the caller tries again.
        None => Begun::InFlight,
    })
}

/// Keeps the answer for everybody who comes with the key again.
///
/// # Errors
/// [`StoreError::NotOneRow`] when another request has taken the key over: the answer is theirs to keep.
pub async fn finish(
    conn: &mut PgConnection,
    scope: &Scope,
    lock: Lock,
    status: u16,
    body: &[u8],
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE idempotency SET status = $5, body = $6
         WHERE tenant_id = $1 AND principal = $2 AND route = $3 AND key = $4 AND status IS NULL AND locked_until = $7",
        scope.tenant.uuid(),
        scope.principal,
        scope.route,
        scope.key,
        i32::from(status),
        body,
        lock.until,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("idempotency key", done.rows_affected())
}

/// Frees the key: the request was refused before it had any effect, and may be corrected and sent again. Nothing happens
/// to a key that another request has taken over.
///
/// # Errors
/// Those of any statement.
pub async fn forget(conn: &mut PgConnection, scope: &Scope, lock: Lock) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM idempotency
         WHERE tenant_id = $1 AND principal = $2 AND route = $3 AND key = $4 AND status IS NULL AND locked_until = $5",
        scope.tenant.uuid(),
        scope.principal,
        scope.route,
        scope.key,
        lock.until,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes answers older than [`RETENTION`] of all tenants, at most `limit`; returns how many. For a scheduled job, in a
/// system transaction.
///
/// # Errors
/// Those of any statement.
pub async fn purge(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM idempotency WHERE ctid IN (SELECT ctid FROM idempotency WHERE created_at <= $1 LIMIT $2)",
        now - RETENTION,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(gone.rows_affected())
}
