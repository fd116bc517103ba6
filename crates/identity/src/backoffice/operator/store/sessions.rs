//! Operators' sessions.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::backoffice::operator::model::Role;
use crate::token::TokenHash;
use crate::{ClientContext, IdentityError};

/// A session to be stored.
pub(in crate::backoffice::operator) struct NewOperatorSession<'a> {
    pub id: Uuid,
    pub operator: OperatorId,
    pub hash: TokenHash,
    pub context: &'a ClientContext,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: &NewOperatorSession<'_>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO operator_sessions
             (tenant_id, id, operator_id, hash, network, user_agent, created_at, seen_at, expires_at, confirmed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $7)",
        tenant.uuid(),
        session.id,
        session.operator.uuid(),
        session.hash.bytes(),
        session.context.network(),
        session.context.stored_user_agent(),
        session.now,
        session.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A stored session.
pub(in crate::backoffice::operator) struct OperatorSessionRow {
    pub id: Uuid,
    pub operator: OperatorId,
    pub email: String,
    pub role: Option<Role>,
    /// The last day of access, if there is one.
    pub ends_on: Option<NaiveDate>,
    pub seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub confirmed_at: DateTime<Utc>,
}

/// The unexpired session of this token, if its operator is still active.
pub(in crate::backoffice::operator) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<OperatorSessionRow>, StoreError> {
    let row = sqlx::query!(
        "SELECT s.id, s.operator_id, s.seen_at, s.expires_at, s.confirmed_at, o.email, o.role, o.ends_on
         FROM operator_sessions s JOIN operators o ON o.tenant_id = $1 AND o.id = s.operator_id
         WHERE s.tenant_id = $1 AND s.hash = $2 AND s.ended_at IS NULL AND o.status = 'active'",
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| OperatorSessionRow {
        id: row.id,
        operator: OperatorId::from_uuid(row.operator_id),
        email: row.email,
        role: Role::from_name(&row.role),
        ends_on: row.ends_on,
        seen_at: row.seen_at,
        expires_at: row.expires_at,
        confirmed_at: row.confirmed_at,
    }))
}

/// Updates the last-used time.
pub(in crate::backoffice::operator) async fn seen(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_sessions SET seen_at = GREATEST(seen_at, $3) WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        session,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records a confirmation by a factor. It has no effect on an ended session.
pub(in crate::backoffice::operator) async fn confirmed(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<(), IdentityError> {
    let done = sqlx::query!(
        "UPDATE operator_sessions SET confirmed_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL",
        tenant.uuid(),
        session,
        now,
    )
    .execute(conn)
    .await
    .map_err(StoreError::from)?;
    if done.rows_affected() == 0 { Err(IdentityError::Unauthenticated) } else { Ok(()) }
}

/// Whether the session is open. Locks it: a concurrent end waits until this transaction ends.
pub(in crate::backoffice::operator) async fn lock_open(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: Uuid,
) -> Result<bool, StoreError> {
    let row = sqlx::query_scalar!(
        "SELECT id FROM operator_sessions WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL FOR UPDATE",
        tenant.uuid(),
        session,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.is_some())
}

/// Ends one session.
pub(in crate::backoffice::operator) async fn end(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_sessions SET ended_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL",
        tenant.uuid(),
        session,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends all sessions of an operator; returns their number.
pub(in crate::backoffice::operator) async fn end_all(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "UPDATE operator_sessions SET ended_at = $3 WHERE tenant_id = $1 AND operator_id = $2 AND ended_at IS NULL",
        tenant.uuid(),
        operator.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
