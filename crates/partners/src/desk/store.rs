//! All SQL of the operators' view of partners.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, ProfileId, TenantId, UserId, WebhookEndpointId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::PartnerLine;

/// Customers with a key that is not revoked, or a merchant; the newest customers first. An endpoint fails that has failed
/// since `before`.
pub(super) async fn lines(
    conn: &mut PgConnection,
    tenant: TenantId,
    (only, after): (Option<UserId>, Option<UserId>),
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<PartnerLine>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT u.id, u.email, k.keys AS "keys!", k.used_at, e.failing AS "failing!", e.stopped AS "stopped!",
                  m.name AS "merchant?", m.stopped_at AS "stopped_at?"
           FROM (SELECT user_id FROM partner_keys WHERE tenant_id = $1 AND revoked_at IS NULL
                 UNION SELECT user_id FROM merchants WHERE tenant_id = $1) p
           JOIN users u ON u.tenant_id = $1 AND u.id = p.user_id
           CROSS JOIN LATERAL (
               SELECT count(*) AS keys, max(used_at) AS used_at FROM partner_keys
               WHERE tenant_id = $1 AND user_id = u.id AND revoked_at IS NULL) k
           CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE w.state = 'active' AND w.failing_since <= $4) AS failing,
                      count(*) FILTER (WHERE w.state <> 'active') AS stopped
               FROM partner_webhooks w JOIN partner_keys o ON o.tenant_id = $1 AND o.id = w.key_id
               WHERE w.tenant_id = $1 AND w.user_id = u.id AND o.revoked_at IS NULL) e
           LEFT JOIN LATERAL (
               SELECT t.settings ->> 'name' AS name, s.at AS stopped_at FROM merchants t
               LEFT JOIN merchant_stops s ON s.tenant_id = t.tenant_id AND s.merchant_id = t.id
               WHERE t.tenant_id = $1 AND t.user_id = u.id ORDER BY t.created_at LIMIT 1) m ON true
           WHERE ($2::uuid IS NULL OR u.id = $2) AND ($3::uuid IS NULL OR u.id < $3)
           ORDER BY u.id DESC LIMIT $5"#,
        tenant.uuid(),
        only.map(UserId::uuid) as Option<Uuid>,
        after.map(UserId::uuid) as Option<Uuid>,
        before,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.map(|row| PartnerLine {
        user: UserId::from_uuid(row.id),
        email: row.email,
        keys: row.keys,
        used_at: row.used_at,
        failing: row.failing,
        stopped: row.stopped,
        merchant: row.merchant,
        merchant_stopped_at: row.stopped_at,
    });
    Ok(read.collect())
}

/// The profile of a customer's key; `None` for another customer's.
pub(super) async fn profile_of_key(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    key: PartnerKeyId,
) -> Result<Option<ProfileId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT profile_id FROM partner_keys WHERE tenant_id = $1 AND user_id = $2 AND id = $3",
        tenant.uuid(),
        user.uuid(),
        key.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.map(ProfileId::from_uuid))
}

/// The profiles of a customer's keys, oldest key first.
pub(super) async fn profiles_with_keys(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<ProfileId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT profile_id FROM partner_keys WHERE tenant_id = $1 AND user_id = $2
         GROUP BY profile_id ORDER BY min(created_at) LIMIT 20",
        tenant.uuid(),
        user.uuid(),
    );
    Ok(found.fetch_all(conn).await?.into_iter().map(ProfileId::from_uuid).collect())
}

/// Whether the endpoint is the customer's and receives events. Locks it until the transaction ends.
pub(super) async fn is_active_endpoint(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    endpoint: WebhookEndpointId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM partner_webhooks WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND state = 'active'
         FOR UPDATE",
        tenant.uuid(),
        user.uuid(),
        endpoint.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.is_some())
}
