//! Requests that wait for a second factor, and the tokens that confirm them.

use chrono::{DateTime, Utc};
use kernel::{SessionId, StepUpId, TenantId};
use serde_json::Value;
use store::{PgConnection, StoreError};

use crate::auth::mfa::model::{ConfirmedRequest, StepUp};
use crate::auth::session::Principal;
use crate::token::TokenHash;

/// Open step-ups per session; a further one deletes the oldest.
const OPEN_MAX: i64 = 50;

/// Adds a step-up. It replaces the session's earlier ones for the same request, and the oldest beyond the limit.
pub(in crate::auth::mfa) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    who: &Principal,
    step_up: &StepUp,
    action: &ConfirmedRequest,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM step_ups
         WHERE tenant_id = $1 AND session_id = $2 AND purpose = $3 AND action = $4 AND used_for IS NULL",
        tenant.uuid(),
        who.session.uuid(),
        action.purpose.code(),
        &action.hash[..],
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO step_ups (tenant_id, id, user_id, session_id, purpose, action, shown, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        tenant.uuid(),
        step_up.id.uuid(),
        who.user.uuid(),
        who.session.uuid(),
        action.purpose.code(),
        &action.hash[..],
        step_up.shown,
        step_up.expires_at,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM step_ups WHERE tenant_id = $1 AND id IN (
             SELECT id FROM step_ups WHERE tenant_id = $1 AND session_id = $2 AND used_for IS NULL
             ORDER BY expires_at DESC, id DESC OFFSET $3)",
        tenant.uuid(),
        who.session.uuid(),
        OPEN_MAX,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The session's step-up, if it is still open.
pub(in crate::auth::mfa) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: StepUpId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<Option<StepUp>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT purpose, shown AS "shown: Value", expires_at FROM step_ups
           WHERE tenant_id = $1 AND id = $2 AND session_id = $3 AND token IS NULL AND expires_at > $4"#,
        tenant.uuid(),
        id.uuid(),
        session.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| StepUp { id, purpose: row.purpose, shown: row.shown, expires_at: row.expires_at }))
}

/// Confirms a step-up; false if a concurrent request has confirmed it.
pub(in crate::auth::mfa) async fn confirm(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: StepUpId,
    token: &TokenHash,
    until: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE step_ups SET token = $3, token_until = $4 WHERE tenant_id = $1 AND id = $2 AND token IS NULL",
        tenant.uuid(),
        id.uuid(),
        token.bytes(),
        until,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Binds the token to one operation, permanently; also true if it is already bound to this operation.
pub(in crate::auth::mfa) async fn claim(
    conn: &mut PgConnection,
    tenant: TenantId,
    token: &TokenHash,
    who: &Principal,
    action: &ConfirmedRequest,
    operation: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE step_ups SET used_for = $7
         WHERE tenant_id = $1 AND token = $2 AND user_id = $3 AND session_id = $4 AND purpose = $5 AND action = $6
           AND (used_for = $7 OR (used_for IS NULL AND token_until > $8))",
        tenant.uuid(),
        token.bytes(),
        who.user.uuid(),
        who.session.uuid(),
        action.purpose.code(),
        &action.hash[..],
        &operation[..],
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
