//! The SQL of payment files on their way into the bank's folder.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};
use uuid::Uuid;

/// A payment file that is not in the folder yet.
pub(in crate::bank) struct UnwrittenFile {
    pub id: Uuid,
    pub message_id: String,
    pub content: String,
    pub is_staged: bool,
}

/// The oldest payment files that the folder has to get.
pub(in crate::bank) async fn unwritten(
    conn: &mut PgConnection,
    tenant: TenantId,
    most: i64,
) -> Result<Vec<UnwrittenFile>, StoreError> {
    let rows = sqlx::query_as!(
        UnwrittenFile,
        r#"SELECT id, message_id, content, staged_at IS NOT NULL AS "is_staged!" FROM bank_files
           WHERE tenant_id = $1 AND by_folder AND written_at IS NULL AND refused_at IS NULL
           ORDER BY created_at, id LIMIT $2"#,
        tenant.uuid(),
        most,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Notes that a file lies complete beside the folder; false if it was refused, or goes by download.
pub(in crate::bank) async fn mark_staged(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let marked = sqlx::query!(
        "UPDATE bank_files SET staged_at = coalesce(staged_at, $3)
         WHERE tenant_id = $1 AND id = $2 AND by_folder AND refused_at IS NULL",
        tenant.uuid(),
        id,
        now,
    );
    Ok(marked.execute(conn).await?.rows_affected() > 0)
}

/// Notes that a file lies in the folder.
pub(in crate::bank) async fn mark_written(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let marked = sqlx::query!(
        "UPDATE bank_files SET written_at = coalesce(written_at, $3)
         WHERE tenant_id = $1 AND id = $2 AND staged_at IS NOT NULL",
        tenant.uuid(),
        id,
        now,
    );
    Ok(marked.execute(conn).await?.rows_affected() > 0)
}

/// Makes a file one that goes by download; false if it is on its way into the folder.
pub(in crate::bank) async fn take_from_folder(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<bool, StoreError> {
    let taken = sqlx::query!(
        "UPDATE bank_files SET by_folder = false WHERE tenant_id = $1 AND id = $2 AND staged_at IS NULL",
        tenant.uuid(),
        id,
    );
    Ok(taken.execute(conn).await?.rows_affected() > 0)
}
