//! Authenticator apps.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

/// A stored authenticator app.
pub(in crate::auth::mfa) struct StoredTotp {
    pub id: Uuid,
    pub seed: Vec<u8>,
    pub last_step: i64,
    pub created_at: DateTime<Utc>,
}

/// The person's enrolled app.
pub(in crate::auth::mfa) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<StoredTotp>, StoreError> {
    let found = sqlx::query_as!(
        StoredTotp,
        "SELECT id, seed, last_step, created_at FROM totp_factors
         WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// An app during enrolment.
pub(in crate::auth::mfa) struct PendingTotp {
    pub id: Uuid,
    pub seed: Vec<u8>,
    /// Whether an existing factor confirmed the start.
    pub with_factor: bool,
}

/// This session's enrolment that began at `since` or later.
pub(in crate::auth::mfa) async fn find_begun(
    conn: &mut PgConnection,
    tenant: TenantId,
    (user, session): (UserId, SessionId),
    since: DateTime<Utc>,
) -> Result<Option<PendingTotp>, StoreError> {
    let found = sqlx::query_as!(
        PendingTotp,
        "SELECT id, seed, with_factor FROM totp_factors
         WHERE tenant_id = $1 AND user_id = $2 AND session_id = $3 AND created_at > $4 AND confirmed_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        session.uuid(),
        since,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// Adds an unconfirmed app, in place of an earlier unconfirmed one.
pub(in crate::auth::mfa) async fn begin(
    conn: &mut PgConnection,
    tenant: TenantId,
    (user, session): (UserId, SessionId),
    begun: &PendingTotp,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM totp_factors WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO totp_factors (tenant_id, id, user_id, session_id, seed, with_factor, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        begun.id,
        user.uuid(),
        session.uuid(),
        begun.seed,
        begun.with_factor,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the app as enrolled; codes after `step` are valid.
pub(in crate::auth::mfa) async fn confirm(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    step: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE totp_factors SET confirmed_at = $3, last_step = $4
         WHERE tenant_id = $1 AND id = $2 AND confirmed_at IS NULL",
        tenant.uuid(),
        id,
        now,
        step,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("authenticator", done.rows_affected())
}

/// Marks the code of `step` as used; false if it or a later one was used before.
pub(in crate::auth::mfa) async fn use_step(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    step: i64,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE totp_factors SET last_step = $3 WHERE tenant_id = $1 AND id = $2 AND last_step < $3",
        tenant.uuid(),
        id,
        step,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes all apps of the person; whether one of them was enrolled.
pub(in crate::auth::mfa) async fn remove(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<bool, StoreError> {
    let gone = sqlx::query_scalar!(
        r#"DELETE FROM totp_factors WHERE tenant_id = $1 AND user_id = $2 RETURNING confirmed_at IS NOT NULL AS "worked!""#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(gone.contains(&true))
}
