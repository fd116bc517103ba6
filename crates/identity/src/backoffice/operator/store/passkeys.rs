//! All SQL of operators' passkeys.

use chrono::{DateTime, Utc};
use kernel::{CeremonyId, OperatorId, PasskeyId, ProposalId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::Passkey;
use crate::auth::passkey::model::StoredPasskey;

/// A stored ceremony.
pub(in crate::backoffice::operator) struct StoredCeremony {
    pub kind: String,
    /// The origin of the page.
    pub origin: String,
    /// The operator and session; `None` at sign-in.
    pub asker: Option<Asker>,
    /// The data to sign; for an approval only.
    pub to_sign: Option<Bound>,
    pub state: Vec<u8>,
}

/// The proposal of a signed approval, and the nonce of its challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::backoffice::operator) struct Bound {
    pub proposal: ProposalId,
    pub nonce: [u8; NONCE_BYTES],
}

pub(in crate::backoffice::operator) const NONCE_BYTES: usize = 32;

/// The operator and session that began a ceremony.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::backoffice::operator) struct Asker {
    pub operator: OperatorId,
    pub session: Uuid,
}

pub(in crate::backoffice::operator) async fn begin(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CeremonyId,
    asked: &StoredCeremony,
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO operator_passkey_ceremonies
             (tenant_id, id, kind, origin, operator_id, session_id, state, expires_at, proposal_id, nonce)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        id.uuid(),
        asked.kind,
        asked.origin,
        asked.asker.map(|asker| asker.operator.uuid()),
        asked.asker.map(|asker| asker.session),
        asked.state,
        expires_at,
        asked.to_sign.map(|to_sign| to_sign.proposal.uuid()),
        asked.to_sign.as_ref().map(|to_sign| to_sign.nonce.as_slice()),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Consumes a ceremony.
pub(in crate::backoffice::operator) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CeremonyId,
    now: DateTime<Utc>,
) -> Result<Option<StoredCeremony>, StoreError> {
    let row = sqlx::query!(
        "DELETE FROM operator_passkey_ceremonies WHERE tenant_id = $1 AND id = $2 AND expires_at > $3
         RETURNING kind, origin, operator_id, session_id, state, proposal_id, nonce",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let asker = row.operator_id.zip(row.session_id);
        let asker = asker.map(|(operator, session)| Asker { operator: OperatorId::from_uuid(operator), session });
        let nonce = row.nonce.and_then(|nonce| nonce.try_into().ok());
        let to_sign = row.proposal_id.zip(nonce);
        let to_sign = to_sign.map(|(id, nonce)| Bound { proposal: ProposalId::from_uuid(id), nonce });
        StoredCeremony { kind: row.kind, origin: row.origin, asker, to_sign, state: row.state }
    }))
}

/// Adds a passkey; false if it is known already.
#[expect(clippy::too_many_arguments, reason = "one row")]
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PasskeyId,
    operator: OperatorId,
    host: &str,
    kept: &StoredPasskey,
    name: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO operator_passkeys
             (tenant_id, id, operator_id, rp_id, credential_id, credential, state, transports, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (tenant_id, credential_id) DO NOTHING",
        tenant.uuid(),
        id.uuid(),
        operator.uuid(),
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

/// An operator's passkeys, the oldest first.
pub(in crate::backoffice::operator) async fn of(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
) -> Result<Vec<Passkey>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, name, rp_id, created_at, used_at FROM operator_passkeys
         WHERE tenant_id = $1 AND operator_id = $2 ORDER BY created_at, id",
        tenant.uuid(),
        operator.uuid(),
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

/// The operator's passkeys of this host: a device that has one of them creates no other.
pub(in crate::backoffice::operator) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    host: &str,
) -> Result<Vec<(Vec<u8>, u8)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT credential_id, transports FROM operator_passkeys WHERE tenant_id = $1 AND operator_id = $2 AND rp_id = $3",
        tenant.uuid(),
        operator.uuid(),
        host,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.credential_id, u8::try_from(row.transports).unwrap_or(0))).collect())
}

/// The operator's passkey with this host and credential id, locked until the transaction ends, because its counter is
/// compared and updated.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    host: &str,
    credential_id: &[u8],
) -> Result<Option<(PasskeyId, StoredPasskey)>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, credential_id, credential, state, transports FROM operator_passkeys
         WHERE tenant_id = $1 AND operator_id = $2 AND rp_id = $3 AND credential_id = $4 FOR UPDATE",
        tenant.uuid(),
        operator.uuid(),
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

pub(in crate::backoffice::operator) async fn used(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PasskeyId,
    state: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operator_passkeys SET state = $3, used_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        state,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator passkey", done.rows_affected())
}

/// A passkey's name and its stored public key.
pub(in crate::backoffice::operator) async fn named(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PasskeyId,
) -> Result<(String, Vec<u8>), StoreError> {
    let row = sqlx::query!(
        "SELECT name, credential FROM operator_passkeys WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.name, row.credential))
}

/// Renames the operator's passkey; false if there is none with this id.
pub(in crate::backoffice::operator) async fn rename(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    id: PasskeyId,
    name: &str,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE operator_passkeys SET name = $4 WHERE tenant_id = $1 AND operator_id = $2 AND id = $3",
        tenant.uuid(),
        operator.uuid(),
        id.uuid(),
        name,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes the operator's passkey; false if there is none with this id.
pub(in crate::backoffice::operator) async fn remove(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    id: PasskeyId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM operator_passkeys WHERE tenant_id = $1 AND operator_id = $2 AND id = $3",
        tenant.uuid(),
        operator.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes all of an operator's passkeys.
pub(in crate::backoffice::operator) async fn remove_all(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM operator_passkeys WHERE tenant_id = $1 AND operator_id = $2",
        tenant.uuid(),
        operator.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
