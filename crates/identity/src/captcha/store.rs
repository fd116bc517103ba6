//! All SQL of solutions that have served.

use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::puzzle::Solved;

/// Uses a solution up; `false` when it has served before. Whoever shows the same meanwhile waits for how this one ends.
pub(super) async fn use_up(conn: &mut PgConnection, tenant: TenantId, solved: &Solved) -> Result<bool, StoreError> {
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
