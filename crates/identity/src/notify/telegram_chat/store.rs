//! All SQL of Telegram chats and of the codes that link them.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::LinkedChat;

/// The chat of a person.
pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<LinkedChat>, StoreError> {
    let chat = sqlx::query_as!(
        LinkedChat,
        "SELECT id, chat_id, name, linked_at FROM telegram_chats WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    );
    Ok(chat.fetch_optional(conn).await?)
}

/// Links a chat to a person. Former links of the person and of the chat end.
pub(super) async fn link(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    chat: &LinkedChat,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM telegram_chats WHERE tenant_id = $1 AND (user_id = $2 OR chat_id = $3)",
        tenant.uuid(),
        user.uuid(),
        chat.chat_id,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO telegram_chats (tenant_id, user_id, id, chat_id, name, linked_at) VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        user.uuid(),
        chat.id,
        chat.chat_id,
        chat.name,
        chat.linked_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends the link of a person: any, or only `link`. False if there is none.
pub(super) async fn unlink(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    link: Option<Uuid>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM telegram_chats WHERE tenant_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id = $3)",
        tenant.uuid(),
        user.uuid(),
        link,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores a code of a person in place of the former one.
pub(super) async fn set_code(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    hash: &[u8],
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM telegram_codes WHERE tenant_id = $1 AND user_id = $2", tenant.uuid(), user.uuid())
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "INSERT INTO telegram_codes (tenant_id, user_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        user.uuid(),
        hash,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Uses a code up: deletes it and returns its owner; `None` if it is unknown, used or expired.
pub(super) async fn use_code(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<UserId>, StoreError> {
    let owner = sqlx::query_scalar!(
        "DELETE FROM telegram_codes WHERE tenant_id = $1 AND hash = $2 AND expires_at > $3 RETURNING user_id",
        tenant.uuid(),
        hash,
        now,
    );
    Ok(owner.fetch_optional(conn).await?.map(UserId::from_uuid))
}

/// When the newest code of the tenant that still waits was made.
pub(super) async fn newest_code(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let newest = sqlx::query_scalar!(
        "SELECT max(created_at) FROM telegram_codes WHERE tenant_id = $1 AND expires_at > $2",
        tenant.uuid(),
        now,
    );
    Ok(newest.fetch_one(conn).await?)
}
