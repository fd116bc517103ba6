//! SQL of the messages of conversations.

use std::collections::HashMap;

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{ConversationId, OperatorId, TenantId};
use uuid::Uuid;

use super::model::MessageKind;

/// A message to insert.
pub(super) struct NewMessage {
    pub kind: MessageKind,
    pub operator: Option<OperatorId>,
    pub key: Uuid,
}

pub(super) async fn add_message(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: ConversationId,
    id: Uuid,
    new: &NewMessage,
    (sealed, now): (&[u8], DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO support_messages (tenant_id, id, conversation_id, kind, operator_id, key, sealed, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        tenant.uuid(),
        id,
        conversation.uuid(),
        new.kind.code(),
        new.operator.map(OperatorId::uuid),
        new.key,
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether a request has written its message.
pub(super) async fn has_message(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: ConversationId,
    key: Uuid,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM support_messages
                          WHERE tenant_id = $1 AND conversation_id = $2 AND key = $3) AS "is!""#,
        tenant.uuid(),
        conversation.uuid(),
        key,
    );
    Ok(found.fetch_one(conn).await?)
}

pub(super) async fn count_messages(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: ConversationId,
) -> Result<i64, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM support_messages WHERE tenant_id = $1 AND conversation_id = $2"#,
        tenant.uuid(),
        conversation.uuid(),
    );
    Ok(found.fetch_one(conn).await?)
}

/// A stored message.
pub(super) struct StoredMessage {
    pub id: Uuid,
    pub kind: MessageKind,
    pub operator: Option<Uuid>,
    pub sealed: Vec<u8>,
    pub created_at: DateTime<Utc>,
}

/// The messages of a conversation, oldest first; notes only for operators.
pub(super) async fn messages(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: ConversationId,
    with_notes: bool,
) -> Result<Vec<StoredMessage>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, kind, operator_id, sealed, created_at FROM support_messages
         WHERE tenant_id = $1 AND conversation_id = $2 AND ($3 OR kind <> 'NOTE') ORDER BY created_at, id",
        tenant.uuid(),
        conversation.uuid(),
        with_notes,
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().map(|row| StoredMessage {
        id: row.id,
        // A kind that this version does not know stays hidden from the customer.
        kind: MessageKind::from_code(&row.kind).unwrap_or(MessageKind::Note),
        operator: row.operator_id,
        sealed: row.sealed,
        created_at: row.created_at,
    });
    Ok(read.collect())
}

/// The latest message of each conversation that is no note, encrypted.
pub(super) async fn latest_messages(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversations: &[Uuid],
) -> Result<HashMap<Uuid, (Uuid, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (conversation_id) conversation_id, id, sealed FROM support_messages
         WHERE tenant_id = $1 AND conversation_id = ANY($2) AND kind <> 'NOTE'
         ORDER BY conversation_id, created_at DESC, id DESC",
        tenant.uuid(),
        conversations,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.conversation_id, (row.id, row.sealed))).collect())
}
