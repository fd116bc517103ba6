//! Current and earlier sign-ins of a person.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::auth::session::device::Seen;

/// An open session, for its owner.
pub(in crate::auth::session) struct Live {
    pub id: Uuid,
    pub client: String,
    pub network: String,
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
}

/// The person's open sessions. A session that can no longer be refreshed counts as ended.
pub(in crate::auth::session) async fn live_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<Live>, StoreError> {
    let rows = sqlx::query_as!(
        Live,
        r#"SELECT s.id, s.client, s.network, s.user_agent, s.created_at,
                  GREATEST(max(r.created_at), max(a.used_at), s.created_at) AS "seen_at!"
           FROM sessions s
           JOIN refresh_tokens r ON r.tenant_id = $1 AND r.session_id = s.id
           LEFT JOIN access_tokens a ON a.tenant_id = $1 AND a.hash = r.access_hash
           WHERE s.tenant_id = $1 AND s.user_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
           GROUP BY s.tenant_id, s.id
           HAVING bool_or(r.used_at IS NULL AND r.superseded_at IS NULL AND r.expires_at > $3)"#,
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

pub(in crate::auth::session) async fn is_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    user: UserId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions WHERE tenant_id = $1 AND id = $2 AND user_id = $3) AS "found!""#,
        tenant.uuid(),
        session.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// When the account was created.
pub(crate) async fn account_made_at(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<DateTime<Utc>, StoreError> {
    let made_at = sqlx::query_scalar!(
        "SELECT created_at FROM users WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid()
    );
    Ok(made_at.fetch_one(conn).await?)
}

/// The person's earlier sign-ins within their retention period, the newest first.
pub(in crate::auth::session) async fn seen(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Seen>, StoreError> {
    let rows = sqlx::query_as!(
        Seen,
        "SELECT network, user_agent, new_device_at AS new_at FROM sessions
         WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The data of a session for an email.
pub(crate) async fn told_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
) -> Result<Option<SignInOrigin>, StoreError> {
    let row = sqlx::query_as!(
        SignInOrigin,
        "SELECT network, user_agent, created_at FROM sessions WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        session.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// The origin and time of a sign-in.
pub(crate) struct SignInOrigin {
    pub network: String,
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
}
