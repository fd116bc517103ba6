//! Endpoints and their secrets.

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, ProfileId, TenantId, UserId, WebhookEndpointId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::webhook::endpoint::{Endpoint, EndpointState};

struct Row {
    id: Uuid,
    key_id: Uuid,
    url: String,
    types: Vec<String>,
    state: String,
    failures: i32,
    failing_since: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    former_until: Option<DateTime<Utc>>,
}

impl Row {
    fn read(self) -> Endpoint {
        Endpoint {
            id: WebhookEndpointId::from_uuid(self.id),
            key: PartnerKeyId::from_uuid(self.key_id),
            url: self.url,
            types: self.types,
            state: EndpointState::read(&self.state),
            failures: self.failures,
            failing_since: self.failing_since,
            former_secret_until: self.former_until,
            created_at: self.created_at,
        }
    }
}

/// The endpoints of a profile, oldest first.
pub(in crate::webhook) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    now: DateTime<Utc>,
) -> Result<Vec<Endpoint>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT e.id, e.key_id, e.url, e.types, e.state, e.failures, e.failing_since, e.created_at,
                (SELECT max(s.expires_at) FROM partner_webhook_secrets s
                 WHERE s.tenant_id = $1 AND s.endpoint_id = e.id AND s.expires_at > $3) AS former_until
         FROM partner_webhooks e JOIN partner_keys k ON k.tenant_id = $1 AND k.id = e.key_id
         WHERE e.tenant_id = $1 AND e.profile_id = $2 AND k.revoked_at IS NULL ORDER BY e.created_at, e.id LIMIT 100",
        tenant.uuid(),
        profile.uuid(),
        now,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Row::read).collect())
}

/// Since when the active endpoints of a tenant fail that have failed since before `before`, oldest first.
pub(in crate::webhook) async fn failing(
    conn: &mut PgConnection,
    tenant: TenantId,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT e.failing_since AS "since!" FROM partner_webhooks e
           JOIN partner_keys k ON k.tenant_id = $1 AND k.id = e.key_id
           WHERE e.tenant_id = $1 AND e.state = 'active' AND e.failing_since <= $2 AND k.revoked_at IS NULL
           ORDER BY e.failing_since LIMIT $3"#,
        tenant.uuid(),
        before,
        limit,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// An endpoint of the profile whose key is valid.
pub(in crate::webhook) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: WebhookEndpointId,
    now: DateTime<Utc>,
) -> Result<Option<Endpoint>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT e.id, e.key_id, e.url, e.types, e.state, e.failures, e.failing_since, e.created_at,
                (SELECT max(s.expires_at) FROM partner_webhook_secrets s
                 WHERE s.tenant_id = $1 AND s.endpoint_id = e.id AND s.expires_at > $4) AS former_until
         FROM partner_webhooks e JOIN partner_keys k ON k.tenant_id = $1 AND k.id = e.key_id
         WHERE e.tenant_id = $1 AND e.profile_id = $2 AND e.id = $3 AND k.revoked_at IS NULL",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.map(Row::read))
}

/// Whether the key is the profile's and valid. Locks it against revocation until the transaction ends.
pub(in crate::webhook) async fn has_key(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    key: PartnerKeyId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM partner_keys
         WHERE tenant_id = $1 AND profile_id = $2 AND id = $3 AND revoked_at IS NULL FOR SHARE",
        tenant.uuid(),
        profile.uuid(),
        key.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.is_some())
}

pub(in crate::webhook) async fn count(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM partner_webhooks e
           JOIN partner_keys k ON k.tenant_id = $1 AND k.id = e.key_id
           WHERE e.tenant_id = $1 AND e.profile_id = $2 AND k.revoked_at IS NULL"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

pub(in crate::webhook) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: &Endpoint,
    (profile, user): (ProfileId, UserId),
    from_seq: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_webhooks (tenant_id, id, profile_id, key_id, user_id, url, types, state, from_seq, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        endpoint.id.uuid(),
        profile.uuid(),
        endpoint.key.uuid(),
        user.uuid(),
        endpoint.url,
        &endpoint.types,
        endpoint.state.code(),
        from_seq,
        endpoint.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(in crate::webhook) async fn change(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: &Endpoint,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_webhooks SET url = $3, types = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        endpoint.id.uuid(),
        endpoint.url,
        &endpoint.types,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes an endpoint active again, for the events after `from_seq`.
pub(in crate::webhook) async fn enable(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: WebhookEndpointId,
    from_seq: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_webhooks SET state = 'active', failures = 0, failing_since = NULL, from_seq = $3
         WHERE tenant_id = $1 AND id = $2 AND state <> 'active'",
        tenant.uuid(),
        id.uuid(),
        from_seq,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes an endpoint with its secrets and deliveries. Returns whether there was one.
pub(in crate::webhook) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: WebhookEndpointId,
) -> Result<bool, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM partner_webhooks WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(gone.execute(conn).await?.rows_affected() == 1)
}

/// Adds a secret. The present one ends at `former_until`; older ones are deleted.
pub(in crate::webhook) async fn put_secret(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
    (id, sealed): (Uuid, &[u8]),
    (now, former_until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM partner_webhook_secrets WHERE tenant_id = $1 AND endpoint_id = $2 AND expires_at IS NOT NULL",
        tenant.uuid(),
        endpoint.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE partner_webhook_secrets SET expires_at = $3 WHERE tenant_id = $1 AND endpoint_id = $2",
        tenant.uuid(),
        endpoint.uuid(),
        former_until,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO partner_webhook_secrets (tenant_id, id, endpoint_id, sealed, created_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        id,
        endpoint.uuid(),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The sealed secrets that are valid at `now`, the newest first.
pub(in crate::webhook) async fn secrets(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
    now: DateTime<Utc>,
) -> Result<Vec<(Uuid, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, sealed FROM partner_webhook_secrets
         WHERE tenant_id = $1 AND endpoint_id = $2 AND (expires_at IS NULL OR expires_at > $3)
         ORDER BY created_at DESC, id DESC LIMIT 2",
        tenant.uuid(),
        endpoint.uuid(),
        now,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.sealed)).collect())
}
