//! All SQL of handles.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};

/// The person's current handle.
pub(crate) async fn of_person(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<String>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT handle FROM handles WHERE tenant_id = $1 AND user_id = $2 AND released_at IS NULL",
        tenant.uuid(),
        user.uuid(),
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The person with this current handle.
pub(crate) async fn person(
    conn: &mut PgConnection,
    tenant: TenantId,
    handle: &str,
) -> Result<Option<UserId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT user_id AS "user_id!" FROM handles
           WHERE tenant_id = $1 AND handle = $2 AND released_at IS NULL AND user_id IS NOT NULL"#,
        tenant.uuid(),
        handle,
    );
    Ok(found.fetch_optional(conn).await?.map(UserId::from_uuid))
}

/// The owner of a handle: `None` if it was never taken, `Some(None)` for an erased person.
pub(super) async fn owner(
    conn: &mut PgConnection,
    tenant: TenantId,
    handle: &str,
) -> Result<Option<Option<UserId>>, StoreError> {
    let found =
        sqlx::query_scalar!("SELECT user_id FROM handles WHERE tenant_id = $1 AND handle = $2", tenant.uuid(), handle);
    Ok(found.fetch_optional(conn).await?.map(|owner| owner.map(UserId::from_uuid)))
}

/// The number of handles that the person has or had.
pub(super) async fn count(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<i64, StoreError> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM handles WHERE tenant_id = $1 AND user_id = $2"#,
        tenant.uuid(),
        user.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// Releases the current handle.
pub(super) async fn release(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE handles SET released_at = $3 WHERE tenant_id = $1 AND user_id = $2 AND released_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a handle that is free or was this person's before; whether the person has it now.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    handle: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO handles (tenant_id, handle, user_id, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, handle) DO UPDATE SET released_at = NULL WHERE handles.user_id = excluded.user_id",
        tenant.uuid(),
        handle,
        user.uuid(),
        now,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Removes the owner from the person's handles. The handles stay reserved.
pub(crate) async fn erase(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE handles SET user_id = NULL, released_at = coalesce(released_at, $3) WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
