//! All SQL of prepared launches.

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, TenantId};
use sqlx::PgConnection;
use store::StoreError;

/// Adds a session, and deletes the expired ones of the tenant.
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: PartnerKeyId,
    (hash, sealed): (&[u8; 32], &[u8]),
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM partner_widget_sessions WHERE tenant_id = $1 AND expires_at <= $2", tenant.uuid(), now)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "INSERT INTO partner_widget_sessions (tenant_id, hash, key_id, sealed, expires_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        hash.as_slice(),
        key.uuid(),
        sealed,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Consumes a session, so that it can be used once only.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: PartnerKeyId,
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let taken = sqlx::query_scalar!(
        "DELETE FROM partner_widget_sessions WHERE tenant_id = $1 AND hash = $2 AND key_id = $3 AND expires_at > $4
         RETURNING sealed",
        tenant.uuid(),
        hash.as_slice(),
        key.uuid(),
        now,
    );
    Ok(taken.fetch_optional(conn).await?)
}
