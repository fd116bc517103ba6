//! The feed.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use kernel::{EventId, ProfileId, TenantId, TenantProfile};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// An event to insert.
pub(in crate::webhook) struct NewEvent {
    pub seq: i64,
    pub id: EventId,
    pub kind: &'static str,
    pub subject: Uuid,
    pub body: String,
    pub created_at: DateTime<Utc>,
}

/// An event of the feed.
pub(in crate::webhook) struct Stored {
    pub id: EventId,
    pub body: String,
}

/// The newest event of the stream that the feed knows; `None` without a feed.
pub(in crate::webhook) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<i64>, StoreError> {
    let seq = sqlx::query_scalar!(
        "SELECT seq FROM partner_feeds WHERE tenant_id = $1 AND profile_id = $2",
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(seq.fetch_optional(conn).await?)
}

/// The same, locked until the transaction ends. Inserts it first if need be.
pub(in crate::webhook) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    sqlx::query!(
        "INSERT INTO partner_feeds (tenant_id, profile_id, seq) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        profile.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    let seq = sqlx::query_scalar!(
        "SELECT seq FROM partner_feeds WHERE tenant_id = $1 AND profile_id = $2 FOR UPDATE",
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(seq.fetch_one(conn).await?)
}

pub(in crate::webhook) async fn advance(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    seq: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_feeds SET seq = $3 WHERE tenant_id = $1 AND profile_id = $2",
        tenant.uuid(),
        profile.uuid(),
        seq,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The newest event of each subject.
pub(in crate::webhook) async fn newest_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    subjects: &[Uuid],
) -> Result<HashMap<Uuid, EventId>, StoreError> {
    let rows = sqlx::query!(
        "SELECT s.subject AS \"subject!\", e.id FROM UNNEST($3::uuid[]) AS s(subject) JOIN LATERAL
           (SELECT id FROM partner_events
            WHERE tenant_id = $1 AND profile_id = $2 AND subject = s.subject ORDER BY seq DESC LIMIT 1) e ON true",
        tenant.uuid(),
        profile.uuid(),
        subjects,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (row.subject, EventId::from_uuid(row.id))).collect())
}

pub(in crate::webhook) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    events: &[NewEvent],
) -> Result<(), StoreError> {
    let seqs: Vec<i64> = events.iter().map(|event| event.seq).collect();
    let ids: Vec<Uuid> = events.iter().map(|event| event.id.uuid()).collect();
    let types: Vec<&str> = events.iter().map(|event| event.kind).collect();
    let subjects: Vec<Uuid> = events.iter().map(|event| event.subject).collect();
    let bodies: Vec<&str> = events.iter().map(|event| event.body.as_str()).collect();
    let times: Vec<DateTime<Utc>> = events.iter().map(|event| event.created_at).collect();
    sqlx::query!(
        "INSERT INTO partner_events (tenant_id, profile_id, seq, id, type, subject, body, created_at)
         SELECT $1, $2, UNNEST($3::bigint[]), UNNEST($4::uuid[]), UNNEST($5::text[]), UNNEST($6::uuid[]),
                UNNEST($7::text[]), UNNEST($8::timestamptz[])",
        tenant.uuid(),
        profile.uuid(),
        &seqs,
        &ids,
        &types as &[&str],
        &subjects,
        &bodies as &[&str],
        &times,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The number of an event in its profile's stream.
pub(in crate::webhook) async fn seq_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: EventId,
) -> Result<Option<i64>, StoreError> {
    let seq = sqlx::query_scalar!(
        "SELECT seq FROM partner_events WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(seq.fetch_optional(conn).await?)
}

/// The events after the number `seq`, of these types (empty: of all), oldest first.
pub(in crate::webhook) async fn after(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    (seq, types): (i64, &[String]),
    limit: i64,
) -> Result<Vec<Stored>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM partner_events
         WHERE tenant_id = $1 AND profile_id = $2 AND seq > $3 AND (cardinality($4::text[]) = 0 OR type = ANY($4))
         ORDER BY seq LIMIT $5",
        tenant.uuid(),
        profile.uuid(),
        seq,
        types,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| Stored { id: EventId::from_uuid(row.id), body: row.body }).collect())
}

/// Feeds whose streams have events that they do not know. For the sender, over all tenants.
pub(in crate::webhook) async fn behind(conn: &mut PgConnection, limit: i64) -> Result<Vec<TenantProfile>, StoreError> {
    let rows = sqlx::query!(
        "SELECT f.tenant_id, f.profile_id FROM partner_feeds f
         JOIN event_heads h ON h.tenant_id = f.tenant_id AND h.stream = f.profile_id
         WHERE h.seq > f.seq ORDER BY h.seq - f.seq LIMIT $1",
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    let keys = rows.into_iter().map(|row| TenantProfile {
        tenant: TenantId::from_uuid(row.tenant_id),
        profile: ProfileId::from_uuid(row.profile_id),
    });
    Ok(keys.collect())
}

/// Deletes events and deliveries of all tenants that are older. Returns the number of rows.
pub(in crate::webhook) async fn purge(
    conn: &mut PgConnection,
    (events_before, deliveries_before): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<u64, StoreError> {
    let deliveries = sqlx::query!(
        "DELETE FROM partner_webhook_deliveries WHERE (tenant_id, id) IN
           (SELECT tenant_id, id FROM partner_webhook_deliveries WHERE created_at < $1 LIMIT $2)",
        deliveries_before,
        limit,
    );
    let deliveries = deliveries.execute(&mut *conn).await?.rows_affected();
    let events = sqlx::query!(
        "DELETE FROM partner_events WHERE (tenant_id, profile_id, seq) IN
           (SELECT tenant_id, profile_id, seq FROM partner_events WHERE created_at < $1 LIMIT $2)",
        events_before,
        limit,
    );
    Ok(deliveries + events.execute(conn).await?.rows_affected())
}

/// Deletes the feeds and the endpoints of these profiles, with all that belongs to them.
pub(in crate::webhook) async fn forget(conn: &mut PgConnection, profiles: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM partner_webhooks WHERE profile_id = ANY($1)", profiles).execute(&mut *conn).await?;
    sqlx::query!("DELETE FROM partner_events WHERE profile_id = ANY($1)", profiles).execute(conn).await?;
    Ok(())
}

/// The number of the newest event of a profile's feed; 0 without one.
pub(in crate::webhook) async fn head(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    let head = sqlx::query_scalar!(
        r#"SELECT coalesce(max(seq), 0) AS "seq!" FROM partner_events WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(head.fetch_one(conn).await?)
}

/// The number of a profile's events of each type after `seq`.
pub(in crate::webhook) async fn counts(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    seq: i64,
) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT type AS kind, count(*) AS "count!" FROM partner_events
           WHERE tenant_id = $1 AND profile_id = $2 AND seq > $3 GROUP BY type"#,
        tenant.uuid(),
        profile.uuid(),
        seq,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.kind, row.count)).collect())
}
