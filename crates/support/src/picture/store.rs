//! All SQL of pictures.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{SupportPictureId, TenantId, TenantUser, UserId};
use uuid::Uuid;

/// Makes concurrent requests of a person wait for each other, so that the limits hold.
pub(crate) async fn lock_user(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT id FROM users WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

/// How many pictures a person has sent since two times.
pub(super) async fn counts(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    (hour, day): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(i64, i64), StoreError> {
    let found = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE created_at > $3) AS "hour!", count(*) AS "day!"
           FROM support_pictures WHERE tenant_id = $1 AND user_id = $2 AND created_at > $4"#,
        tenant.uuid(),
        user.uuid(),
        hour,
        day,
    )
    .fetch_one(conn)
    .await?;
    Ok((found.hour, found.day))
}

pub(super) async fn add(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: SupportPictureId,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO support_pictures (tenant_id, id, user_id, sealed, created_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// An encrypted picture: of a person, or for operators one that belongs to a message.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: SupportPictureId,
    user: Option<UserId>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT sealed FROM support_pictures
         WHERE tenant_id = $1 AND id = $2 AND CASE WHEN $3::uuid IS NULL THEN message_id IS NOT NULL ELSE user_id = $3 END",
        tenant.uuid(),
        id.uuid(),
        user.map(UserId::uuid),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// Gives a person's pictures to a message. Returns how many there were.
pub(crate) async fn attach(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    message: Uuid,
    pictures: &[SupportPictureId],
) -> Result<u64, StoreError> {
    let ids: Vec<Uuid> = pictures.iter().map(|picture| picture.uuid()).collect();
    let done = sqlx::query!(
        "UPDATE support_pictures SET message_id = $3
         WHERE tenant_id = $1 AND user_id = $2 AND id = ANY($4) AND message_id IS NULL",
        tenant.uuid(),
        user.uuid(),
        message,
        &ids,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// The pictures of the messages of a conversation, in the order in which they came.
pub(crate) async fn of_conversation(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: Uuid,
) -> Result<Vec<(Uuid, SupportPictureId)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.message_id AS "message_id!" FROM support_pictures p
           JOIN support_messages m ON m.tenant_id = p.tenant_id AND m.id = p.message_id
           WHERE p.tenant_id = $1 AND m.conversation_id = $2 ORDER BY p.id"#,
        tenant.uuid(),
        conversation,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.message_id, SupportPictureId::from_uuid(row.id))).collect())
}

/// Deletes the pictures of people whose profiles are deleted.
pub(crate) async fn forget(conn: &mut PgConnection, tenant: TenantId, profiles: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM support_pictures WHERE tenant_id = $1
           AND user_id IN (SELECT user_id FROM profiles WHERE tenant_id = $1 AND id = ANY($2))",
        tenant.uuid(),
        profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes pictures of all tenants that no message took, at most `limit`.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM support_pictures WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM support_pictures WHERE message_id IS NULL AND created_at < $1 LIMIT $2)
         AND message_id IS NULL",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
