//! All SQL of codes for another host.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

use crate::token::TokenHash;
use crate::{Client, Principal};

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

/// Uses a code up: whose it is, and what their session was opened as; `None` when it is not good at this host, or the session
/// behind it has ended.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    host: &str,
    now: DateTime<Utc>,
) -> Result<Option<(UserId, Client)>, StoreError> {
    let row = sqlx::query!(
        "UPDATE handovers h SET used_at = $4 FROM sessions s
         WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3 AND h.used_at IS NULL AND h.expires_at > $4
           AND s.tenant_id = $1 AND s.id = h.session_id AND s.revoked_at IS NULL AND s.expires_at > $4
         RETURNING h.user_id, s.client",
        tenant.uuid(),
        hash.bytes(),
        host,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (UserId::from_uuid(row.user_id), Client::from_str(&row.client))))
}
