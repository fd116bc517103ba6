//! Counters, as decisions read them. The Journal moves them on with the changes that count.

use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// The version of a counter; 0 if nothing was counted yet. Read it before what it counts: then a use that is committed
/// in between makes the decision's change fail.
///
/// # Errors
/// Database errors.
pub async fn counter_version(conn: &mut PgConnection, tenant: TenantId, counter: Uuid) -> Result<i64, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT version FROM counter_versions WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        counter
    );
    Ok(found.fetch_optional(conn).await?.unwrap_or(0))
}

/// Moves a counter on outside of the Journal, so that decisions on what it counted before are refused.
///
/// # Errors
/// Database errors.
pub async fn move_counter(conn: &mut PgConnection, tenant: TenantId, counter: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO counter_versions AS c (tenant_id, id, version) VALUES ($1, $2, 1)
         ON CONFLICT (tenant_id, id) DO UPDATE SET version = c.version + 1",
        tenant.uuid(),
        counter
    )
    .execute(conn)
    .await?;
    Ok(())
}
