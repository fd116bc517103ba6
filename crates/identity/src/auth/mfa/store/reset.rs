//! Resets of lost factors.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::auth::mfa::FactorReset;

/// The person's open request.
pub(in crate::auth::mfa) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<FactorReset>, StoreError> {
    let found = sqlx::query_as!(
        FactorReset,
        "SELECT requested_at, due_at FROM factor_resets
         WHERE tenant_id = $1 AND user_id = $2 AND cancelled_at IS NULL AND done_at IS NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::auth::mfa) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO factor_resets (tenant_id, id, user_id, requested_at) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        id,
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Approves the open request; false if none waits for approval.
pub(in crate::auth::mfa) async fn approve(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    reason: &str,
    now: DateTime<Utc>,
    due_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE factor_resets SET approved_at = $4, due_at = $5, reason = $3
         WHERE tenant_id = $1 AND user_id = $2 AND approved_at IS NULL AND cancelled_at IS NULL AND done_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        reason,
        now,
        due_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Cancels the open request; false if there is none.
pub(crate) async fn cancel(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE factor_resets SET cancelled_at = $3
         WHERE tenant_id = $1 AND user_id = $2 AND cancelled_at IS NULL AND done_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The resets of all tenants that are due.
pub(in crate::auth::mfa) async fn due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, Uuid, UserId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, id, user_id FROM factor_resets
         WHERE due_at <= $1 AND cancelled_at IS NULL AND done_at IS NULL ORDER BY due_at LIMIT $2",
        now,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let ids = rows.into_iter().map(|row| (TenantId::from_uuid(row.tenant_id), row.id, UserId::from_uuid(row.user_id)));
    Ok(ids.collect())
}

/// Marks a reset as done; false if it was cancelled or done in the meantime.
pub(in crate::auth::mfa) async fn finish(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE factor_resets SET done_at = $3
         WHERE tenant_id = $1 AND id = $2 AND due_at <= $3 AND cancelled_at IS NULL AND done_at IS NULL",
        tenant.uuid(),
        id,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(in crate::auth::mfa) async fn remove_passkeys(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM passkeys WHERE tenant_id = $1 AND user_id = $2", tenant.uuid(), user.uuid())
        .execute(conn)
        .await?;
    Ok(())
}

/// Records when the person's factors were reset, which starts a payout hold.
pub(in crate::auth::mfa) async fn note_end(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE users SET factors_reset_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
