//! All SQL of committed changes that is not part of a commit.

use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;

use super::ChangeKey;

/// Whether a change with this key was committed.
///
/// # Errors
/// Database errors.
pub async fn is_committed(conn: &mut PgConnection, tenant: TenantId, key: &ChangeKey) -> Result<bool, StoreError> {
    let found = sqlx::query!(
        "SELECT key, id, record_id, record_version, committed_at FROM changes
         WHERE tenant_id = $1 AND key = ANY($2)",
        tenant.uuid(),
        std::slice::from_ref(&key.0),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}
