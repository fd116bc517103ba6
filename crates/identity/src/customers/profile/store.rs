//! All SQL of profiles.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, UserId};

use super::Profile;

/// The person's profiles, the main one first.
pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Profile>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, name, position, created_at, closed_at FROM profiles WHERE tenant_id = $1 AND user_id = $2
         ORDER BY position",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().map(|row| Profile {
        id: ProfileId::from_uuid(row.id),
        name: row.name,
        is_main: row.position == 1,
        created_at: row.created_at,
        closed_at: row.closed_at,
    });
    Ok(read.collect())
}

/// The ids of all profiles, open and closed.
pub(crate) async fn ids(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Vec<ProfileId>, StoreError> {
    Ok(of_user(conn, tenant, user).await?.into_iter().map(|profile| profile.id).collect())
}

/// The owner of a profile, open or closed.
pub(crate) async fn owner(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<UserId>, StoreError> {
    let owner = sqlx::query_scalar!(
        "SELECT user_id FROM profiles WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        profile.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(owner.map(UserId::from_uuid))
}

/// Adds a profile at the end. The caller has locked the person, so concurrent additions wait.
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: ProfileId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO profiles (tenant_id, id, user_id, position, name, created_at)
         SELECT $1, $2, $3, max(position) + 1, $4, $5 FROM profiles WHERE tenant_id = $1 AND user_id = $3",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        name,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn rename(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ProfileId,
    name: &str,
) -> Result<(), StoreError> {
    let done =
        sqlx::query!("UPDATE profiles SET name = $3 WHERE tenant_id = $1 AND id = $2", tenant.uuid(), id.uuid(), name)
            .execute(conn)
            .await?;
    StoreError::ensure_one_row("profile", done.rows_affected())
}

/// Closes a profile at `closed_at`, or reopens it.
pub(super) async fn set_closed(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ProfileId,
    closed_at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE profiles SET closed_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        closed_at,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("profile", done.rows_affected())
}
