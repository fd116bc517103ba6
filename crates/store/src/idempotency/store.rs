//! All SQL of idempotency keys: a whole batch in one statement, with the rows in one order, so that two batches never
//! deadlock.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use sqlx::postgres::types::PgInterval;
use uuid::Uuid;

use super::{Answer, LOCK, RETENTION, Release, Scope, Taken, Wanted};
use crate::StoreError;

/// The keys of a batch as columns.
struct Columns {
    principals: Vec<Uuid>,
    routes: Vec<String>,
    keys: Vec<String>,
}

impl Columns {
    fn of<'a>(scopes: impl Iterator<Item = &'a Scope> + Clone) -> Self {
        Self {
            principals: scopes.clone().map(|scope| scope.principal).collect(),
            routes: scopes.clone().map(|scope| scope.route.clone()).collect(),
            keys: scopes.map(|scope| scope.key.clone()).collect(),
        }
    }
}

fn interval(time: chrono::TimeDelta) -> PgInterval {
    PgInterval { months: 0, days: 0, microseconds: time.num_microseconds().unwrap_or(i64::MAX) }
}

/// Marks the positions (from 1) that a statement returned.
fn named(places: &[i64], of: usize) -> Vec<bool> {
    let mut found = vec![false; of];
    for place in places {
        if let Some(at) = usize::try_from(place - 1).ok().and_then(|at| found.get_mut(at)) {
            *at = true;
        }
    }
    found
}

/// Takes the keys of `wanted` that are new, expired, or whose first request with the same content died. Returns whether
/// each was taken. `wanted` must not contain a key twice.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    wanted: &[&Wanted],
) -> Result<Vec<bool>, StoreError> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let columns = Columns::of(wanted.iter().map(|wanted| &wanted.scope));
    let hashes: Vec<Vec<u8>> = wanted.iter().map(|wanted| wanted.request_hash.clone()).collect();
    let times: Vec<DateTime<Utc>> = wanted.iter().map(|wanted| wanted.now).collect();
    let places = sqlx::query_scalar!(
        r#"WITH wanted AS (
             SELECT * FROM UNNEST($2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[])
                 WITH ORDINALITY AS w(principal, route, key, request_hash, now, place)),
           taken AS (
             INSERT INTO idempotency AS i (tenant_id, principal, route, key, request_hash, locked_until, created_at)
             SELECT $1, principal, route, key, request_hash, now + $7::interval, now FROM wanted
             ORDER BY principal, route, key
             ON CONFLICT (tenant_id, principal, route, key) DO UPDATE
             SET request_hash = excluded.request_hash, locked_until = excluded.locked_until, status = NULL, body = NULL,
                 created_at = CASE WHEN i.created_at <= excluded.created_at - $8::interval THEN excluded.created_at
                                   ELSE i.created_at END
             WHERE i.created_at <= excluded.created_at - $8::interval
                OR (i.status IS NULL AND i.locked_until <= excluded.created_at
                    AND i.request_hash = excluded.request_hash)
             RETURNING principal, route, key)
           SELECT w.place AS "place!" FROM wanted w JOIN taken USING (principal, route, key)"#,
        tenant.uuid(),
        &columns.principals,
        &columns.routes,
        &columns.keys,
        &hashes,
        &times,
        interval(LOCK),
        interval(RETENTION),
    )
    .fetch_all(conn)
    .await?;
    Ok(named(&places, wanted.len()))
}

/// The current rows of the keys of `wanted`, in its order.
pub(super) async fn look(
    conn: &mut PgConnection,
    tenant: TenantId,
    wanted: &[&Wanted],
) -> Result<Vec<Option<Taken>>, StoreError> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let columns = Columns::of(wanted.iter().map(|wanted| &wanted.scope));
    let rows = sqlx::query!(
        r#"SELECT i.request_hash AS "request_hash?", i.status, i.body
           FROM UNNEST($2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY AS w(principal, route, key, place)
           LEFT JOIN LATERAL
               (SELECT * FROM idempotency
                WHERE tenant_id = $1 AND principal = w.principal AND route = w.route AND key = w.key LIMIT 1) AS i
               ON true
           ORDER BY w.place"#,
        tenant.uuid(),
        &columns.principals,
        &columns.routes,
        &columns.keys,
    )
    .fetch_all(conn)
    .await?;
    let taken = rows.into_iter().map(|row| {
        let status = row.status.and_then(|status| u16::try_from(status).ok());
        let answer = status.zip(row.body);
        row.request_hash.map(|request_hash| Taken { request_hash, answer })
    });
    Ok(taken.collect())
}

/// The answers of the latest holder of each key: after a takeover only the newest lock is valid. A statement may change
/// each row only once.
fn latest(answers: &[Answer]) -> Vec<usize> {
    let mut holders = HashMap::new();
    for (at, answer) in answers.iter().enumerate() {
        let holder = holders.entry(&answer.scope).or_insert(at);
        if answers[*holder].lock.until < answer.lock.until {
            *holder = at;
        }
    }
    holders.into_values().collect()
}

/// Stores `answers`. Returns whether each caller still held its key.
pub(super) async fn keep(
    conn: &mut PgConnection,
    tenant: TenantId,
    answers: &[Answer],
) -> Result<Vec<bool>, StoreError> {
    let latest = latest(answers);
    let held = || latest.iter().map(|at| &answers[*at]);
    let columns = Columns::of(held().map(|answer| &answer.scope));
    let hashes: Vec<Vec<u8>> = held().map(|answer| answer.lock.request_hash.clone()).collect();
    let until: Vec<DateTime<Utc>> = held().map(|answer| answer.lock.until).collect();
    let status: Vec<i32> = held().map(|answer| i32::from(answer.status)).collect();
    let bodies: Vec<Vec<u8>> = held().map(|answer| answer.body.clone()).collect();
    // An upsert: the whole key is the only possible plan, whatever the table statistics say, and the response is stored
    // even if a crash has lost the lock.
    let places = sqlx::query_scalar!(
        r#"WITH held AS (
             SELECT * FROM UNNEST($2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[], $7::int[], $8::bytea[])
                 WITH ORDINALITY AS h(principal, route, key, request_hash, until, status, body, place)),
           kept AS (
             INSERT INTO idempotency AS i
                 (tenant_id, principal, route, key, request_hash, status, body, locked_until, created_at)
             SELECT $1, principal, route, key, request_hash, status, body, until, until - $9::interval FROM held
             ORDER BY principal, route, key
             ON CONFLICT (tenant_id, principal, route, key) DO UPDATE SET status = excluded.status, body = excluded.body
             WHERE i.status IS NULL AND i.locked_until = excluded.locked_until
             RETURNING principal, route, key)
           SELECT h.place AS "place!" FROM held h JOIN kept USING (principal, route, key)"#,
        tenant.uuid(),
        &columns.principals,
        &columns.routes,
        &columns.keys,
        &hashes,
        &until,
        &status,
        &bodies,
        interval(LOCK),
    )
    .fetch_all(conn)
    .await?;
    let mut kept = vec![false; answers.len()];
    for (at, done) in latest.into_iter().zip(named(&places, answers.len())) {
        kept[at] = done;
    }
    Ok(kept)
}

/// Frees the keys of `releases` that their callers still hold.
pub(super) async fn free(conn: &mut PgConnection, tenant: TenantId, releases: &[Release]) -> Result<(), StoreError> {
    let columns = Columns::of(releases.iter().map(|release| &release.scope));
    let until: Vec<DateTime<Utc>> = releases.iter().map(|release| release.lock.until).collect();
    sqlx::query!(
        r#"DELETE FROM idempotency AS i
           USING UNNEST($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS h(principal, route, key, until)
           CROSS JOIN LATERAL
               (SELECT ctid FROM idempotency
                WHERE tenant_id = $1 AND principal = h.principal AND route = h.route AND key = h.key LIMIT 1) AS k
           WHERE i.ctid = k.ctid AND i.status IS NULL AND i.locked_until = h.until"#,
        tenant.uuid(),
        &columns.principals,
        &columns.routes,
        &columns.keys,
        &until,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes at most `limit` expired responses ([`RETENTION`]) of all tenants; returns their number. For a scheduled job,
/// in a system transaction.
///
/// # Errors
/// Database errors.
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
