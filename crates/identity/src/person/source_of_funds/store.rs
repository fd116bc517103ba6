//! All SQL of source-of-funds answers.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

/// A stored answer.
pub(super) struct StoredAnswer {
    pub id: Uuid,
    pub sealed: Vec<u8>,
    pub created_at: DateTime<Utc>,
    pub superseded_at: Option<DateTime<Utc>>,
}

/// Adds an answer and supersedes the current one.
pub(super) async fn add(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: Uuid,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    supersede(conn, tenant, user, now).await?;
    sqlx::query!(
        "INSERT INTO source_of_funds (tenant_id, id, user_id, sealed, created_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        id,
        user.uuid(),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the current answer as superseded; it stays stored.
pub(crate) async fn supersede(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE source_of_funds SET superseded_at = $3
         WHERE tenant_id = $1 AND user_id = $2 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The person's answers: the current one, then the others, the newest first.
pub(super) async fn newest(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<StoredAnswer>, StoreError> {
    let rows = sqlx::query_as!(
        StoredAnswer,
        "SELECT id, sealed, created_at, superseded_at FROM source_of_funds
         WHERE tenant_id = $1 AND user_id = $2
         ORDER BY superseded_at IS NULL DESC, created_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}
