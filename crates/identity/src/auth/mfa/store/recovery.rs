//! Recovery codes.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

/// Replaces the set of codes.
pub(in crate::auth::mfa) async fn replace(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    hashes: &[[u8; 32]],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    remove(&mut *conn, tenant, user).await?;
    let hashes: Vec<&[u8]> = hashes.iter().map(<[u8; 32]>::as_slice).collect();
    sqlx::query!(
        "INSERT INTO recovery_codes (tenant_id, user_id, hash, created_at)
         SELECT $1, $2, hash, $4 FROM UNNEST($3::bytea[]) AS hash",
        tenant.uuid(),
        user.uuid(),
        &hashes as &[&[u8]],
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Consumes a code; false if it does not exist or was used.
pub(in crate::auth::mfa) async fn spend(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE recovery_codes SET used_at = $4 WHERE tenant_id = $1 AND user_id = $2 AND hash = $3 AND used_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        &hash[..],
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The number of unused codes.
pub(in crate::auth::mfa) async fn left(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<i64, StoreError> {
    let left = sqlx::query_scalar!(
        r#"SELECT count(*) AS "left!" FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2 AND used_at IS NULL"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(left)
}

pub(in crate::auth::mfa) async fn remove(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2", tenant.uuid(), user.uuid())
        .execute(conn)
        .await?;
    Ok(())
}
