//! All SQL of passkeys.

use chrono::{DateTime, Utc};
use kernel::{CeremonyId, PasskeyId, SessionId, StepUpId, TenantId, UserId};
use store::{PgConnection, StoreError};

use super::Passkey;
use super::model::StoredPasskey;

/// The purpose of a ceremony.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CeremonyKind {
    Register,
    SignIn,
    Confirm,
    /// An operator's approval of one proposal.
    Approve,
}

impl CeremonyKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::SignIn => "sign_in",
            Self::Confirm => "confirm",
            Self::Approve => "approve",
        }
    }
}

/// A stored ceremony.
pub(super) struct Ceremony {
    pub kind: String,
    /// The origin of the page.
    pub origin: String,
    pub asked: For,
    pub state: Vec<u8>,
}

/// The person, session and purpose of a ceremony.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct For {
    pub user: Option<UserId>,
    pub session: Option<SessionId>,
    pub step_up: Option<StepUpId>,
    /// Whether an existing factor confirmed the request.
    pub with_factor: bool,
}

pub(super) async fn begin(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CeremonyId,
    ceremony: &Ceremony,
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let For { user, session, step_up, with_factor } = ceremony.asked;
    sqlx::query!(
        "INSERT INTO passkey_ceremonies
             (tenant_id, id, kind, origin, user_id, session_id, step_up_id, state, expires_at, with_factor)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        id.uuid(),
        ceremony.kind,
        ceremony.origin,
        user.map(UserId::uuid),
        session.map(SessionId::uuid),
        step_up.map(StepUpId::uuid),
        ceremony.state,
        expires_at,
        with_factor,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Consumes a ceremony.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CeremonyId,
    now: DateTime<Utc>,
) -> Result<Option<Ceremony>, StoreError> {
    let row = sqlx::query!(
        "DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND id = $2 AND expires_at > $3
         RETURNING kind, origin, user_id, session_id, step_up_id, state, with_factor",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Ceremony {
        kind: row.kind,
        origin: row.origin,
        asked: For {
            user: row.user_id.map(UserId::from_uuid),
            session: row.session_id.map(SessionId::from_uuid),
            step_up: row.step_up_id.map(StepUpId::from_uuid),
            with_factor: row.with_factor,
        },
        state: row.state,
    }))
}

/// Adds a passkey; false if it is known already.
#[expect(clippy::too_many_arguments, reason = "one row")]
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PasskeyId,
    user: UserId,
    host: &str,
    kept: &StoredPasskey,
    name: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO passkeys
             (tenant_id, id, user_id, rp_id, credential_id, credential, state, transports, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (tenant_id, credential_id) DO NOTHING",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        host,
        kept.credential_id,
        kept.credential,
        kept.state,
        i16::from(kept.transports),
        name,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A person's passkeys, the oldest first.
pub(super) async fn of(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Vec<Passkey>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, name, rp_id, created_at, used_at FROM passkeys
         WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at, id",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let passkeys = rows.into_iter().map(|row| Passkey {
        id: PasskeyId::from_uuid(row.id),
        name: row.name,
        host: row.rp_id,
        created_at: row.created_at,
        used_at: row.used_at,
    });
    Ok(passkeys.collect())
}

/// The person's passkeys of this host: a device that has one of them creates no other.
pub(super) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    host: &str,
) -> Result<Vec<(Vec<u8>, u8)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT credential_id, transports FROM passkeys WHERE tenant_id = $1 AND user_id = $2 AND rp_id = $3",
        tenant.uuid(),
        user.uuid(),
        host,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.credential_id, u8::try_from(row.transports).unwrap_or(0))).collect())
}

/// The person's passkey with this host and credential id, locked until the transaction ends, because its counter is
/// compared and updated.
pub(super) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    host: &str,
    credential_id: &[u8],
) -> Result<Option<(PasskeyId, StoredPasskey)>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, credential_id, credential, state, transports FROM passkeys
         WHERE tenant_id = $1 AND user_id = $2 AND rp_id = $3 AND credential_id = $4 FOR UPDATE",
        tenant.uuid(),
        user.uuid(),
        host,
        credential_id,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let transports = u8::try_from(row.transports).unwrap_or(0);
        let kept = StoredPasskey {
            credential_id: row.credential_id,
            credential: row.credential,
            state: row.state,
            transports,
        };
        (PasskeyId::from_uuid(row.id), kept)
    }))
}

pub(super) async fn used(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PasskeyId,
    state: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE passkeys SET state = $3, used_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        state,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("passkey", done.rows_affected())
}

/// Renames the person's passkey; false if there is none with this id.
pub(super) async fn rename(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: PasskeyId,
    name: &str,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE passkeys SET name = $4 WHERE tenant_id = $1 AND user_id = $2 AND id = $3",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
        name,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes the person's passkey; false if there is none with this id.
pub(super) async fn remove(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: PasskeyId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM passkeys WHERE tenant_id = $1 AND user_id = $2 AND id = $3",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
