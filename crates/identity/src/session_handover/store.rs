//! All SQL of handover codes.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};

use super::Kept;
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

/// A stored code with its owner.
pub(super) struct Found {
    pub user: UserId,
    pub email: String,
    pub kept: Kept,
}

/// The code with this hash and host.
pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    host: &str,
    now: DateTime<Utc>,
) -> Result<Option<Found>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT h.user_id, u.email, h.used_at IS NOT NULL AS "used!", h.expires_at,
                  (s.revoked_at IS NULL AND s.expires_at > $4) AS "lives!"
           FROM handovers h
           JOIN sessions s ON s.tenant_id = $1 AND s.id = h.session_id
           JOIN users u ON u.tenant_id = $1 AND u.id = h.user_id
           WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3"#,
        tenant.uuid(),
        hash.bytes(),
        host,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Found {
        user: UserId::from_uuid(row.user_id),
        email: row.email,
        kept: Kept { used: row.used, expires_at: row.expires_at, lives: row.lives },
    }))
}

/// The originating session of a code.
pub(super) struct MadeBy {
    pub user: UserId,
    pub session: SessionId,
    /// The client kind of the session.
    pub client: Client,
    pub ends_at: DateTime<Utc>,
}

/// Consumes a code and returns its originating session; `None` if the code is not valid at this host, or the session
/// has ended.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    host: &str,
    now: DateTime<Utc>,
) -> Result<Option<MadeBy>, StoreError> {
    let row = sqlx::query!(
        "UPDATE handovers h SET used_at = $4 FROM sessions s
         WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3 AND h.used_at IS NULL AND h.expires_at > $4
           AND s.tenant_id = $1 AND s.id = h.session_id AND s.revoked_at IS NULL AND s.expires_at > $4
         RETURNING h.user_id, s.id AS session_id, s.client, s.expires_at AS ends_at",
        tenant.uuid(),
        hash.bytes(),
        host,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| MadeBy {
        user: UserId::from_uuid(row.user_id),
        session: SessionId::from_uuid(row.session_id),
        client: Client::from_str(&row.client),
        ends_at: row.ends_at,
    }))
}
