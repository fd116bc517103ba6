//! All SQL of handover codes.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, TransactionId, UserId};
use store::{PgConnection, StoreError};

use super::model::{AskingDevice, Continued, StoredHandover};
use crate::token::TokenHash;
use crate::{Client, Principal};

/// A new code.
pub(super) struct NewHandover<'a> {
    pub hash: &'a TokenHash,
    pub host: &'a str,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub is_confirmed: bool,
    pub continued: Option<Continued>,
}

pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    principal: &Principal,
    new: &NewHandover<'_>,
) -> Result<(), StoreError> {
    let (continues, order) = new.continued.map(Continued::stored).unzip();
    sqlx::query!(
        "INSERT INTO handovers (tenant_id, hash, user_id, session_id, host, created_at, expires_at, is_confirmed,
                                continues, order_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        new.hash.bytes(),
        principal.user.uuid(),
        principal.session.uuid(),
        new.host,
        new.now,
        new.expires_at,
        new.is_confirmed,
        continues,
        order.flatten().map(TransactionId::uuid),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A stored code with its owner.
pub(super) struct HandoverRow {
    pub user: UserId,
    pub email: String,
    pub kept: StoredHandover,
    pub is_confirmed: bool,
    pub continues: Option<Continued>,
    pub asking: Option<AskingDevice>,
}

/// The code with this hash and host.
pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    host: &str,
    now: DateTime<Utc>,
) -> Result<Option<HandoverRow>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT h.user_id, u.email, h.used_at IS NOT NULL AS "used!", h.expires_at,
                  (s.revoked_at IS NULL AND s.expires_at > $4) AS "lives!", h.is_confirmed, h.continues, h.order_id,
                  h.ask_number, h.ask_device, h.is_allowed
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
    Ok(row.map(|row| HandoverRow {
        user: UserId::from_uuid(row.user_id),
        email: row.email,
        kept: StoredHandover {
            used: row.used,
            expires_at: row.expires_at,
            lives: row.lives,
            asked: row.ask_number.is_some(),
            allowed: row.is_allowed,
        },
        is_confirmed: row.is_confirmed,
        continues: row.continues.and_then(|code| Continued::read(&code, row.order_id.map(TransactionId::from_uuid))),
        asking: row.ask_number.map(|number| AskingDevice { number, name: row.ask_device.unwrap_or_default() }),
    }))
}

/// Records the first device that asks with a code. Returns whether this one is it.
pub(super) async fn ask(
    conn: &mut PgConnection,
    (tenant, hash, host): (TenantId, &TokenHash, &str),
    asked: &TokenHash,
    device: &AskingDevice,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE handovers h SET ask_hash = $4, ask_number = $5, ask_device = $6 FROM sessions s
         WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3 AND h.is_confirmed AND h.ask_hash IS NULL
           AND h.used_at IS NULL AND h.expires_at > $7
           AND s.tenant_id = $1 AND s.id = h.session_id AND s.revoked_at IS NULL AND s.expires_at > $7",
        tenant.uuid(),
        hash.bytes(),
        host,
        asked.bytes(),
        device.number,
        device.name,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Records the answer of the session that made a code. Returns whether a device waited for it.
pub(super) async fn answer(
    conn: &mut PgConnection,
    (tenant, hash, session): (TenantId, &TokenHash, SessionId),
    is_allowed: bool,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE handovers SET is_allowed = $4
         WHERE tenant_id = $1 AND hash = $2 AND session_id = $3 AND ask_hash IS NOT NULL AND is_allowed IS NULL
           AND used_at IS NULL AND expires_at > $5",
        tenant.uuid(),
        hash.bytes(),
        session.uuid(),
        is_allowed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() > 0)
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
/// has ended. `asked` is of the device that was let in, for a code that asks for that.
pub(super) async fn take(
    conn: &mut PgConnection,
    (tenant, hash, host): (TenantId, &TokenHash, &str),
    asked: Option<&TokenHash>,
    now: DateTime<Utc>,
) -> Result<Option<MadeBy>, StoreError> {
    let row = sqlx::query!(
        "UPDATE handovers h SET used_at = $4 FROM sessions s
         WHERE h.tenant_id = $1 AND h.hash = $2 AND h.host = $3 AND h.used_at IS NULL AND h.expires_at > $4
           AND CASE WHEN h.is_confirmed THEN COALESCE(h.is_allowed AND h.ask_hash = $5, false) ELSE $5::bytea IS NULL END
           AND s.tenant_id = $1 AND s.id = h.session_id AND s.revoked_at IS NULL AND s.expires_at > $4
         RETURNING h.user_id, s.id AS session_id, s.client, s.expires_at AS ends_at",
        tenant.uuid(),
        hash.bytes(),
        host,
        now,
        asked.map(TokenHash::bytes),
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
