//! All SQL of recordings.

use std::collections::BTreeMap;

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, RecordingId, TenantId};
use sqlx::PgConnection;

use super::{Recording, RecordingKey};

/// Locks the recordings of a key, so that they are counted and added one after the other.
pub(super) async fn lock_key(conn: &mut PgConnection, owner: RecordingKey) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT id FROM partner_keys WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        owner.tenant.uuid(),
        owner.key.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

pub(super) async fn count(
    conn: &mut PgConnection,
    owner: RecordingKey,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM partner_recordings WHERE tenant_id = $1 AND key_id = $2 AND started_at > $3"#,
        owner.tenant.uuid(),
        owner.key.uuid(),
        since,
    );
    Ok(count.fetch_one(conn).await?)
}

pub(super) async fn insert(conn: &mut PgConnection, owner: RecordingKey, new: &Recording) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_recordings (tenant_id, id, key_id, profile_id, started_at, clock_at, events_seq)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        owner.tenant.uuid(),
        new.id.uuid(),
        owner.key.uuid(),
        owner.profile.uuid(),
        new.started_at,
        new.clock_at,
        new.events_seq,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The recordings of a key that began after `since`, newest first.
pub(super) async fn list(
    conn: &mut PgConnection,
    owner: RecordingKey,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Recording>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, started_at, clock_at, stopped_at, events_seq, requests, events FROM partner_recordings
         WHERE tenant_id = $1 AND key_id = $2 AND started_at > $3 ORDER BY started_at DESC, id DESC LIMIT $4",
        owner.tenant.uuid(),
        owner.key.uuid(),
        since,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| Recording {
        id: RecordingId::from_uuid(row.id),
        started_at: row.started_at,
        clock_at: row.clock_at,
        stopped_at: row.stopped_at,
        events_seq: row.events_seq,
        requests: i64::from(row.requests),
        events: serde_json::from_value(row.events).unwrap_or_default(),
    });
    Ok(rows.collect())
}

/// Takes the number of the next request; `None` if the recording has ended, or has `max` requests.
pub(super) async fn next_seq(
    conn: &mut PgConnection,
    owner: RecordingKey,
    id: RecordingId,
    max: i64,
) -> Result<Option<i32>, StoreError> {
    let seq = sqlx::query_scalar!(
        "UPDATE partner_recordings SET requests = requests + 1
         WHERE tenant_id = $1 AND id = $2 AND key_id = $3 AND stopped_at IS NULL AND requests < $4 RETURNING requests",
        owner.tenant.uuid(),
        id.uuid(),
        owner.key.uuid(),
        i32::try_from(max).unwrap_or(i32::MAX),
    );
    Ok(seq.fetch_optional(conn).await?)
}

pub(super) async fn add_request(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: RecordingId,
    seq: i32,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_recorded_requests (tenant_id, recording_id, seq, sealed) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        id.uuid(),
        seq,
        sealed,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The sealed requests of a recording, in their order.
pub(super) async fn requests(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: RecordingId,
    limit: i64,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let rows = sqlx::query_scalar!(
        "SELECT sealed FROM partner_recorded_requests WHERE tenant_id = $1 AND recording_id = $2 ORDER BY seq LIMIT $3",
        tenant.uuid(),
        id.uuid(),
        limit,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Ends a recording that has not ended.
pub(super) async fn stop(
    conn: &mut PgConnection,
    owner: RecordingKey,
    id: RecordingId,
    events: &BTreeMap<String, i64>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_recordings SET stopped_at = $4, events = $5
         WHERE tenant_id = $1 AND id = $2 AND key_id = $3 AND stopped_at IS NULL",
        owner.tenant.uuid(),
        id.uuid(),
        owner.key.uuid(),
        now,
        serde_json::json!(events),
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn delete(conn: &mut PgConnection, owner: RecordingKey, id: RecordingId) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM partner_recordings WHERE tenant_id = $1 AND id = $2 AND key_id = $3",
        owner.tenant.uuid(),
        id.uuid(),
        owner.key.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Deletes recordings that began before `before`, of all tenants; returns their number.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM partner_recordings WHERE (tenant_id, id) IN
           (SELECT tenant_id, id FROM partner_recordings WHERE started_at < $1 LIMIT $2)",
        before,
        limit,
    );
    Ok(done.execute(conn).await?.rows_affected())
}

/// Deletes the recordings of profiles that are closed.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<_> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM partner_recordings WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
