//! All SQL of the log of messages.

use ::store::{Job, PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{JobId, TenantId, TenantUser};
use uuid::Uuid;

use super::{MessageChannel, MessageState, MessageTo, SentMessage, SentMessageFilter};
use crate::Language;

struct Row {
    id: Uuid,
    channel: String,
    kind: String,
    language: String,
    state: String,
    reason: Option<String>,
    attempts: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl Row {
    /// `None` for a row with a code that this version does not know.
    fn read(self) -> Option<SentMessage> {
        Some(SentMessage {
            id: JobId::from_uuid(self.id),
            channel: MessageChannel::from_code(&self.channel)?,
            kind: self.kind,
            language: Language::from_code(&self.language)?,
            state: MessageState::from_code(&self.state)?,
            reason: self.reason,
            attempts: u32::try_from(self.attempts).unwrap_or_default(),
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// Writes what became of the message of a job. Does nothing for an erased person.
pub(crate) async fn log(
    conn: &mut PgConnection,
    tenant: TenantId,
    (job, to): (&Job, &MessageTo),
    (state, reason): (MessageState, Option<&str>),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO sent_messages
             (tenant_id, id, user_id, channel, kind, language, state, reason, attempts, created_at, updated_at)
         SELECT $1, $2, id, $4, $5, coalesce($6, language), $7, $8, $9, $10, $11 FROM users
         WHERE tenant_id = $1 AND id = $3 AND status <> 'erased'
         ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state, reason = excluded.reason,
             attempts = excluded.attempts, updated_at = excluded.updated_at",
        tenant.uuid(),
        job.id.uuid(),
        to.user.uuid(),
        to.channel.code(),
        to.kind,
        to.language.map(Language::code),
        state.code(),
        reason,
        job.attempt.max(1),
        job.created_at,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The messages to a person, newest first.
pub(crate) async fn list(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    filter: SentMessageFilter,
    after: Option<JobId>,
    limit: i64,
) -> Result<Vec<SentMessage>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, channel, kind, language, state, reason, attempts, created_at, updated_at FROM sent_messages
         WHERE tenant_id = $1 AND user_id = $2 AND ($3::text IS NULL OR channel = $3)
           AND ($4::text IS NULL OR state = $4) AND ($5::uuid IS NULL OR id < $5)
         ORDER BY id DESC LIMIT $6",
        tenant.uuid(),
        user.uuid(),
        filter.channel.map(MessageChannel::code),
        filter.state.map(MessageState::code),
        after.map(JobId::uuid),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// Marks the last email that was sent to a person until `at` as bounced.
pub(crate) async fn bounce_last(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sent_messages SET state = 'bounced', reason = $3, updated_at = $4
         WHERE tenant_id = $1 AND id = (
             SELECT id FROM sent_messages WHERE tenant_id = $1 AND user_id = $2 AND channel = 'mail' AND state = 'sent'
               AND updated_at <= $4 ORDER BY updated_at DESC LIMIT 1)",
        tenant.uuid(),
        user.uuid(),
        reason,
        at,
    )
    .execute(conn)
    .await?;
    Ok(())
}
