//! All SQL of account closures.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::Closing;

/// The person's closure in progress, and its id.
pub(crate) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<(Uuid, Closing)>, StoreError> {
    let found = sqlx::query!(
        "SELECT id, requested_at, due_at FROM account_closings
         WHERE tenant_id = $1 AND user_id = $2 AND state = 'waiting'",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|row| (row.id, Closing { requested_at: row.requested_at, due_at: row.due_at })))
}

pub(super) async fn add(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: Uuid,
    closing: Closing,
    reason: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO account_closings (tenant_id, id, user_id, reason, requested_at, due_at, checked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $5)",
        tenant.uuid(),
        id,
        user.uuid(),
        reason,
        closing.requested_at,
        closing.due_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends a closure with `state`. The customer's reason is deleted, because it can contain personal data.
pub(super) async fn end(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    state: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE account_closings SET state = $3, ended_at = $4, reason = CASE WHEN $3 = 'done' THEN NULL ELSE reason END
         WHERE tenant_id = $1 AND id = $2 AND state = 'waiting'",
        tenant.uuid(),
        id,
        state,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("account closing", done.rows_affected())
}

/// Closures of all tenants that were last checked before `before`, the oldest check first.
pub(super) async fn unchecked(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<TenantUser>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, user_id FROM account_closings
         WHERE state = 'waiting' AND checked_at <= $1 ORDER BY checked_at LIMIT $2",
        before,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let keys = rows
        .into_iter()
        .map(|row| TenantUser { tenant: TenantId::from_uuid(row.tenant_id), user: UserId::from_uuid(row.user_id) });
    Ok(keys.collect())
}

pub(super) async fn checked(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE account_closings SET checked_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
