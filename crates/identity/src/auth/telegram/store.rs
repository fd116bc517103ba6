//! All SQL of used launch data.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};

/// Marks launch data as used; `false` if it was used before.
pub(super) async fn remember(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO telegram_launches (tenant_id, hash, used_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        &hash[..],
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
