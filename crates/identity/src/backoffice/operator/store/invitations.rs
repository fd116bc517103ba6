//! Invitation links of operators.

use chrono::{DateTime, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::accounts::AccountRow;
use crate::backoffice::operator::account::Account;
use crate::token::TokenHash;

/// Adds a link, in place of earlier ones.
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    operator: OperatorId,
    hash: &TokenHash,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    close(conn, tenant, operator, now).await?;
    sqlx::query!(
        "INSERT INTO operator_invitations (tenant_id, id, operator_id, hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        invitation,
        operator.uuid(),
        hash.bytes(),
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Invalidates all links of an operator.
pub(in crate::backoffice::operator) async fn close(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_invitations SET closed_at = $3
         WHERE tenant_id = $1 AND operator_id = $2 AND closed_at IS NULL",
        tenant.uuid(),
        operator.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A valid link.
pub(in crate::backoffice::operator) struct Invitation {
    pub id: Uuid,
    pub operator: Account,
    pub seed: Option<Vec<u8>>,
}

/// The link of this token, locked until this transaction ends.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query!(
        "SELECT i.id AS invitation, i.totp_seed, o.id, o.email, o.role, o.status, o.created_at, o.ends_on
         FROM operator_invitations i JOIN operators o ON o.tenant_id = $1 AND o.id = i.operator_id
         WHERE i.tenant_id = $1 AND i.hash = $2 AND i.closed_at IS NULL AND i.expires_at > $3 AND o.status <> 'removed'
         FOR UPDATE",
        tenant.uuid(),
        hash.bytes(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let account = AccountRow {
            id: row.id,
            email: row.email,
            role: row.role,
            status: row.status,
            created_at: row.created_at,
            ends_on: row.ends_on,
        };
        Some(Invitation { id: row.invitation, operator: account.read()?, seed: row.totp_seed })
    }))
}

/// The recipient and expiry of a valid link.
pub(in crate::backoffice::operator) async fn find_open(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<(String, DateTime<Utc>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT o.email, i.expires_at FROM operator_invitations i
         JOIN operators o ON o.tenant_id = $1 AND o.id = i.operator_id
         WHERE i.tenant_id = $1 AND i.id = $2 AND i.hash = $3 AND i.closed_at IS NULL AND i.expires_at > $4
           AND o.status <> 'removed'",
        tenant.uuid(),
        invitation,
        hash.bytes(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.email, row.expires_at)))
}

/// Stores the seed of the app during enrolment.
pub(in crate::backoffice::operator) async fn keep_seed(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_invitations SET totp_seed = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        invitation,
        sealed,
    )
    .execute(conn)
    .await?;
    Ok(())
}
