//! Deliveries: made with the feed, listed, sent again.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{EventId, ProfileId, TenantId, WebhookDeliveryId, WebhookEndpointId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::webhook::delivery::{Delivery, DeliveryFailure, DeliveryState};

/// An active endpoint of a profile, while its feed is written.
pub(in crate::webhook) struct Taker {
    pub id: WebhookEndpointId,
    pub types: Vec<String>,
    pub from_seq: i64,
}

/// The active endpoints of a profile whose keys are valid.
pub(in crate::webhook) async fn takers(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Vec<Taker>, StoreError> {
    let rows = sqlx::query!(
        "SELECT e.id, e.types, e.from_seq FROM partner_webhooks e
         JOIN partner_keys k ON k.tenant_id = $1 AND k.id = e.key_id
         WHERE e.tenant_id = $1 AND e.profile_id = $2 AND e.state = 'active' AND k.revoked_at IS NULL
         ORDER BY e.created_at LIMIT 100",
        tenant.uuid(),
        profile.uuid(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let taker = |id, types, from_seq| Taker { id: WebhookEndpointId::from_uuid(id), types, from_seq };
    Ok(rows.map(|row| taker(row.id, row.types, row.from_seq)).collect())
}

/// A delivery to insert, due at once.
pub(in crate::webhook) struct NewDelivery {
    pub id: WebhookDeliveryId,
    pub endpoint: WebhookEndpointId,
    pub seq: i64,
    pub event: EventId,
    pub kind: &'static str,
}

pub(in crate::webhook) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    all: &[NewDelivery],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = all.iter().map(|one| one.id.uuid()).collect();
    let endpoints: Vec<Uuid> = all.iter().map(|one| one.endpoint.uuid()).collect();
    let seqs: Vec<i64> = all.iter().map(|one| one.seq).collect();
    let events: Vec<Uuid> = all.iter().map(|one| one.event.uuid()).collect();
    let types: Vec<&str> = all.iter().map(|one| one.kind).collect();
    sqlx::query!(
        "INSERT INTO partner_webhook_deliveries
           (tenant_id, profile_id, id, endpoint_id, event_seq, event_id, type, state, due_at, created_at)
         SELECT $1, $2, UNNEST($3::uuid[]), UNNEST($4::uuid[]), UNNEST($5::bigint[]), UNNEST($6::uuid[]),
                UNNEST($7::text[]), 'waiting', $8, $8",
        tenant.uuid(),
        profile.uuid(),
        &ids,
        &endpoints,
        &seqs,
        &events,
        &types as &[&str],
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A test delivery to insert, due at once. It belongs to no event of the feed.
pub(in crate::webhook) struct NewTest<'a> {
    /// The delivery's id.
    pub id: WebhookDeliveryId,
    /// The endpoint.
    pub endpoint: WebhookEndpointId,
    /// The id of the event in the body.
    pub event: EventId,
    /// The type of the event.
    pub kind: &'a str,
    /// The body, as it is sent.
    pub body: &'a str,
}

/// Inserts a test, due at once.
pub(in crate::webhook) async fn add_test(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    test: &NewTest<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_webhook_deliveries
           (tenant_id, profile_id, id, endpoint_id, event_id, type, body, state, due_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $8)",
        tenant.uuid(),
        profile.uuid(),
        test.id.uuid(),
        test.endpoint.uuid(),
        test.event.uuid(),
        test.kind,
        test.body,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The number of deliveries of an endpoint that have not ended.
pub(in crate::webhook) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
) -> Result<i64, StoreError> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM partner_webhook_deliveries
           WHERE tenant_id = $1 AND endpoint_id = $2 AND state IN ('waiting', 'sending')"#,
        tenant.uuid(),
        endpoint.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

struct Row {
    id: Uuid,
    endpoint_id: Uuid,
    event_id: Uuid,
    r#type: String,
    state: String,
    attempt: i32,
    due_at: DateTime<Utc>,
    created_at: DateTime<Utc>,
    tried_at: Option<DateTime<Utc>>,
    status: Option<i32>,
    duration_ms: Option<i32>,
    failure: Option<String>,
}

impl Row {
    fn read(self) -> Delivery {
        let state = DeliveryState::read(&self.state);
        Delivery {
            id: WebhookDeliveryId::from_uuid(self.id),
            endpoint: WebhookEndpointId::from_uuid(self.endpoint_id),
            event: EventId::from_uuid(self.event_id),
            kind: self.r#type,
            state,
            attempt: self.attempt,
            next_at: (state == DeliveryState::Waiting).then_some(self.due_at),
            created_at: self.created_at,
            tried_at: self.tried_at,
            status: self.status,
            duration_ms: self.duration_ms,
            failure: self.failure.as_deref().map(DeliveryFailure::read),
        }
    }
}

/// The deliveries of an endpoint before the id `before`, newest first.
pub(in crate::webhook) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Delivery>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, endpoint_id, event_id, type, state, attempt, due_at, created_at, tried_at, status, duration_ms, failure
         FROM partner_webhook_deliveries
         WHERE tenant_id = $1 AND endpoint_id = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4",
        tenant.uuid(),
        endpoint.uuid(),
        before,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Row::read).collect())
}

/// A delivery of the profile.
pub(in crate::webhook) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: WebhookDeliveryId,
) -> Result<Option<Delivery>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, endpoint_id, event_id, type, state, attempt, due_at, created_at, tried_at, status, duration_ms, failure
         FROM partner_webhook_deliveries WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(Row::read))
}

/// Adds a delivery of the same event to the same endpoint.
pub(in crate::webhook) async fn repeat(
    conn: &mut PgConnection,
    tenant: TenantId,
    of: WebhookDeliveryId,
    id: WebhookDeliveryId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_webhook_deliveries
           (tenant_id, profile_id, id, endpoint_id, event_seq, event_id, type, body, state, due_at, created_at)
         SELECT tenant_id, profile_id, $3, endpoint_id, event_seq, event_id, type, body, 'waiting', $4, $4
         FROM partner_webhook_deliveries WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        of.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// An event of the feed, to send again.
pub(in crate::webhook) struct Past {
    pub seq: i64,
    pub id: EventId,
    pub kind: String,
    pub at: DateTime<Utc>,
}

/// Events of the profile in a range of time, oldest first.
pub(in crate::webhook) async fn events_between(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Past>, StoreError> {
    let rows = sqlx::query!(
        "SELECT seq, id, type, created_at FROM partner_events
         WHERE tenant_id = $1 AND profile_id = $2 AND created_at >= $3 AND created_at < $4 ORDER BY seq LIMIT $5",
        tenant.uuid(),
        profile.uuid(),
        from,
        to,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let past = |seq, id, kind, at| Past { seq, id: EventId::from_uuid(id), kind, at };
    Ok(rows.map(|row| past(row.seq, row.id, row.r#type, row.created_at)).collect())
}

/// Brings waiting deliveries forward by `step`, at most to `now`; returns their number.
pub(in crate::webhook) async fn hasten(
    conn: &mut PgConnection,
    tenant: TenantId,
    step: TimeDelta,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_webhook_deliveries SET due_at = greatest(due_at - $2::bigint * interval '1 second', $3)
         WHERE tenant_id = $1 AND state = 'waiting' AND due_at > $3",
        tenant.uuid(),
        step.num_seconds(),
        now,
    );
    Ok(done.execute(conn).await?.rows_affected())
}
