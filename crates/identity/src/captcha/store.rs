//! All SQL of used puzzle solutions.

use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::puzzle::Solved;

/// Marks a solution as used; `false` if it was used before. A concurrent use of the same solution waits for this
/// transaction.
pub(crate) async fn use_up(conn: &mut PgConnection, tenant: TenantId, solved: &Solved) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO used_captchas (tenant_id, salt, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        &solved.salt[..],
        solved.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
