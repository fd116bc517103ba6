//! Queries of the webhook sender: claims of due deliveries, and their outcomes.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, UserId, WebhookDeliveryId, WebhookEndpointId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::webhook::delivery::DeliveryFailure;
use crate::webhook::retry::Outcome;

/// Calls of one profile at a time, over all its endpoints.
const PROFILE_CALLS_MAX: i64 = 8;

/// A delivery that this process has claimed.
#[derive(Debug, Clone)]
pub(in crate::webhook) struct ClaimedDelivery {
    pub tenant: TenantId,
    pub id: WebhookDeliveryId,
    pub endpoint: WebhookEndpointId,
    /// The event, as its id is sent.
    pub event: Uuid,
    /// The attempt, from 1. Only its holder may note the outcome.
    pub attempt: i32,
    pub url: String,
    pub body: String,
}

/// Takes at most `limit` due deliveries of all tenants: two of an endpoint at a time, one of an endpoint that fails, and
/// eight of a profile. Endpoints that were not called for longest come first. A lease ends after `lease`.
pub(in crate::webhook) async fn take(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    lease: TimeDelta,
    limit: i64,
) -> Result<Vec<ClaimedDelivery>, StoreError> {
    // An endpoint or a profile that has all its calls does not stand in the way of others.
    let rows = sqlx::query!(
        r#"WITH free AS (
             SELECT e.tenant_id, e.id, e.profile_id, e.url, e.called_at, endpoint.calls AS endpoint_calls,
                    profile.calls AS profile_calls
             FROM partner_webhooks e
             JOIN partner_keys k ON k.tenant_id = e.tenant_id AND k.id = e.key_id
             CROSS JOIN LATERAL (
               SELECT (CASE WHEN e.failing_since IS NULL THEN 2 ELSE 1 END) - count(*) AS calls
               FROM partner_webhook_deliveries s
               WHERE s.tenant_id = e.tenant_id AND s.endpoint_id = e.id AND s.state = 'sending' AND s.due_at > $1
             ) endpoint
             CROSS JOIN LATERAL (
               SELECT $4 - count(*) AS calls
               FROM partner_webhooks o JOIN partner_webhook_deliveries s ON s.tenant_id = o.tenant_id AND s.endpoint_id = o.id
               WHERE o.tenant_id = e.tenant_id AND o.profile_id = e.profile_id AND s.state = 'sending' AND s.due_at > $1
             ) profile
             WHERE e.state = 'active' AND k.revoked_at IS NULL AND endpoint.calls > 0 AND profile.calls > 0 AND EXISTS
               (SELECT FROM partner_webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id
                AND d.state IN ('waiting', 'sending') AND d.due_at <= $1)
             ORDER BY e.called_at NULLS FIRST LIMIT $3 FOR NO KEY UPDATE OF e SKIP LOCKED),
           due AS (
             SELECT free.*, one.id AS delivery,
                    row_number() OVER (PARTITION BY free.tenant_id, free.profile_id ORDER BY free.called_at NULLS FIRST) AS place
             FROM free JOIN LATERAL (
               SELECT d.id FROM partner_webhook_deliveries d
               WHERE d.tenant_id = free.tenant_id AND d.endpoint_id = free.id AND d.state IN ('waiting', 'sending')
                 AND d.due_at <= $1
               ORDER BY d.due_at, d.id LIMIT free.endpoint_calls
             ) one ON true),
           picked AS (SELECT * FROM due WHERE place <= profile_calls ORDER BY called_at NULLS FIRST LIMIT $3),
           called AS (UPDATE partner_webhooks e SET called_at = $1 FROM picked
                      WHERE e.tenant_id = picked.tenant_id AND e.id = picked.id)
           UPDATE partner_webhook_deliveries d SET state = 'sending', attempt = d.attempt + 1, due_at = $2
           FROM picked WHERE d.tenant_id = picked.tenant_id AND d.id = picked.delivery
           RETURNING d.tenant_id, d.id, d.endpoint_id, d.event_id, d.attempt, picked.url,
             coalesce(d.body, (SELECT v.body FROM partner_events v WHERE v.tenant_id = d.tenant_id
                               AND v.profile_id = d.profile_id AND v.seq = d.event_seq)) AS body"#,
        now,
        now + lease,
        limit,
        PROFILE_CALLS_MAX,
    );
    let rows = rows.fetch_all(conn).await?;
    let taken = rows.into_iter().map(|row| ClaimedDelivery {
        tenant: TenantId::from_uuid(row.tenant_id),
        id: WebhookDeliveryId::from_uuid(row.id),
        endpoint: WebhookEndpointId::from_uuid(row.endpoint_id),
        event: row.event_id,
        attempt: row.attempt,
        url: row.url,
        body: row.body.unwrap_or_default(),
    });
    Ok(taken.collect())
}

/// Locks the endpoint until the transaction ends, before its delivery, as a deletion does. Returns false if it is gone.
pub(in crate::webhook) async fn lock(conn: &mut PgConnection, taken: &ClaimedDelivery) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM partner_webhooks WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        taken.tenant.uuid(),
        taken.endpoint.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.is_some())
}

/// The next state of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::webhook) enum Next {
    Delivered,
    At(DateTime<Utc>),
    Failed,
}

/// Notes the outcome of an attempt. Returns false if another process took the delivery meanwhile, or it is deleted.
pub(in crate::webhook) async fn note(
    conn: &mut PgConnection,
    taken: &ClaimedDelivery,
    (outcome, duration_ms): (Outcome, i32),
    (next, now): (Next, DateTime<Utc>),
) -> Result<bool, StoreError> {
    let (state, due_at) = match next {
        Next::Delivered => ("delivered", now),
        Next::At(at) => ("waiting", at),
        Next::Failed => ("failed", now),
    };
    let done = sqlx::query!(
        "UPDATE partner_webhook_deliveries SET state = $4, due_at = $5, tried_at = $6, status = $7, duration_ms = $8,
                                               failure = $9
         WHERE tenant_id = $1 AND id = $2 AND attempt = $3 AND state = 'sending'",
        taken.tenant.uuid(),
        taken.id.uuid(),
        taken.attempt,
        state,
        due_at,
        now,
        outcome.status(),
        duration_ms,
        outcome.failure().map(DeliveryFailure::code),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Notes a success of an endpoint.
pub(in crate::webhook) async fn note_success(
    conn: &mut PgConnection,
    taken: &ClaimedDelivery,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_webhooks SET failures = 0, failing_since = NULL WHERE tenant_id = $1 AND id = $2",
        taken.tenant.uuid(),
        taken.endpoint.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// An endpoint after a failure.
pub(in crate::webhook) struct Failing {
    pub since: DateTime<Utc>,
    pub is_active: bool,
    pub owner: UserId,
}

/// Notes a failure of an endpoint.
pub(in crate::webhook) async fn note_failure(
    conn: &mut PgConnection,
    taken: &ClaimedDelivery,
    now: DateTime<Utc>,
) -> Result<Option<Failing>, StoreError> {
    let row = sqlx::query!(
        r#"UPDATE partner_webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, $3)
           WHERE tenant_id = $1 AND id = $2
           RETURNING failing_since AS "since!", state = 'active' AS "is_active!", user_id"#,
        taken.tenant.uuid(),
        taken.endpoint.uuid(),
        now,
    );
    let failing = row.fetch_optional(conn).await?.map(|row| Failing {
        since: row.since,
        is_active: row.is_active,
        owner: UserId::from_uuid(row.user_id),
    });
    Ok(failing)
}

/// Stops an endpoint, and ends its deliveries: the feed has their events.
pub(in crate::webhook) async fn stop(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
    state: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_webhooks SET state = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        endpoint.uuid(),
        state,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE partner_webhook_deliveries SET state = 'failed', failure = coalesce(failure, 'stopped')
         WHERE tenant_id = $1 AND endpoint_id = $2 AND state = 'waiting'",
        tenant.uuid(),
        endpoint.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
