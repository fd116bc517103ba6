//! Whether a session needs a second factor, and whether it has one.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};

/// Whether new sessions of the person need a second factor.
pub(crate) async fn guards_sign_in(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<bool, StoreError> {
    let guarded = sqlx::query_scalar!(
        "SELECT signin FROM factor_settings WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(guarded.unwrap_or(false))
}

/// Marks the session as confirmed by a second factor. False if the session has ended in the meantime, for example by an
/// operator.
pub(crate) async fn factor_shown(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE sessions SET factor_at = $3, assurance = 'aal2' WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL",
        tenant.uuid(),
        session.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
