//! Operators' authenticator apps and the browsers bound to them.

use chrono::{DateTime, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};

use super::accounts::AccountRow;
use crate::auth::mfa::Tries;
use crate::backoffice::operator::account::Account;
use crate::token::TokenHash;

/// Enrols an operator's app and browser, in place of earlier ones.
pub(in crate::backoffice::operator) async fn enrol(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    (seed, step): (&[u8], i64),
    device: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET status = 'active', totp_seed = $3, totp_step = $4, device_hash = $5, failures = 0,
                failed_at = NULL, locked_until = NULL, updated_at = $6
         WHERE tenant_id = $1 AND id = $2 AND status <> 'removed'",
        tenant.uuid(),
        operator.uuid(),
        seed,
        step,
        device.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}

/// An operator's enrolled app and failed attempts.
pub(in crate::backoffice::operator) struct Factor {
    pub operator: Account,
    pub seed: Option<Vec<u8>>,
    pub last_step: i64,
    pub tries: Tries,
}

/// The factor of this browser's operator, or of this operator, locked, so that parallel guesses are serialised.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    device: Option<&TokenHash>,
    operator: Option<OperatorId>,
) -> Result<Option<Factor>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, email, role, status, created_at, ends_on, totp_seed, totp_step, failures, failed_at, locked_until
         FROM operators
         WHERE tenant_id = $1 AND status = 'active' AND (device_hash = $2 OR id = $3)
         FOR UPDATE",
        tenant.uuid(),
        device.map(TokenHash::bytes),
        operator.map(OperatorId::uuid),
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
        let tries = Tries { failures: row.failures, failed_at: row.failed_at, locked_until: row.locked_until };
        Some(Factor { operator: account.read()?, seed: row.totp_seed, last_step: row.totp_step, tries })
    }))
}

/// Stores the result of an attempt; `step` is the consumed time step.
pub(in crate::backoffice::operator) async fn tried(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    tries: Tries,
    step: i64,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET failures = $3, failed_at = $4, locked_until = $5, totp_step = $6
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        operator.uuid(),
        tries.failures,
        tries.failed_at,
        tries.locked_until,
        step,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}

/// Removes the operator's app and browser.
pub(in crate::backoffice::operator) async fn forget(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operators SET totp_seed = NULL, totp_step = 0, device_hash = NULL WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
