//! All SQL of codes for another host.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

use crate::Principal;
use crate::token::TokenHash;

pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    principal: &Principal,
    host: &str,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO handovers (tenant_id, hash, user_id, session_id, host, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        hash.bytes(),
        principal.user.uuid(),
        principal.session.uuid(),
        host,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Uses a code up; `None` when it is not good at this host, or the session behind it has ended.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    host: &str,
    now: DateTime<Utc>,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "UPDATE handovers h SET used_at = $4 FROM sessions s
         WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3 AND h.used_at IS NULL AND h.expires_at > $4
           AND s.tenant_id = $1 AND s.id = h.session_id AND s.revoked_at IS NULL AND s.expires_at > $4
         RETURNING h.user_id",
        tenant.uuid(),
        hash.bytes(),
        host,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(user.map(UserId::from_uuid))
}
