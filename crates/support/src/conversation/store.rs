//! SQL of conversations.

use std::collections::HashMap;

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, NaiveDate, Utc};
use identity::Language;
use kernel::{ConversationId, OperatorId, ProfileId, TenantId, TenantUser, TransactionId, UserId};
use uuid::Uuid;

use super::desk::{DeskFilter, View};
pub(super) use super::message_store::{
    NewMessage, StoredMessage, add_message, count_messages, has_message, latest_messages, messages,
};
use super::model::{Context, Conversation, Kind, Progress, State, Topic};

struct Row {
    id: Uuid,
    user_id: Uuid,
    profile_id: Uuid,
    number: String,
    kind: String,
    topic: String,
    state: String,
    language: String,
    transaction_id: Option<Uuid>,
    screen: Option<String>,
    app_version: Option<String>,
    request_id: Option<String>,
    labels: Vec<String>,
    assigned_to: Option<Uuid>,
    opened_at: DateTime<Utc>,
    moved_at: DateTime<Utc>,
    waits_since: Option<DateTime<Utc>>,
    due_at: Option<DateTime<Utc>>,
    first_answer_at: Option<DateTime<Utc>>,
    acknowledge_due: Option<DateTime<Utc>>,
    acknowledged_at: Option<DateTime<Utc>>,
    answer_due: Option<DateTime<Utc>>,
    answer_due_day: Option<NaiveDate>,
    final_answer_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
}

impl Row {
    /// The constraints of the table allow no other codes than those that are known.
    fn read(self) -> Conversation {
        let kind = Kind::from_code(&self.kind).unwrap_or(Kind::Question);
        Conversation {
            id: ConversationId::from_uuid(self.id),
            user: UserId::from_uuid(self.user_id),
            profile: ProfileId::from_uuid(self.profile_id),
            number: self.number,
            kind,
            topic: Topic::from_code(&self.topic).unwrap_or(Topic::Other),
            language: Language::from_code(&self.language).unwrap_or_default(),
            context: Context {
                transaction: self.transaction_id.map(TransactionId::from_uuid),
                screen: self.screen,
                app_version: self.app_version,
                request_id: self.request_id,
            },
            labels: self.labels,
            assigned_to: self.assigned_to.map(OperatorId::from_uuid),
            progress: Progress {
                kind,
                state: State::from_code(&self.state).unwrap_or(State::Open),
                opened_at: self.opened_at,
                moved_at: self.moved_at,
                waits_since: self.waits_since,
                due_at: self.due_at,
                first_answer_at: self.first_answer_at,
                acknowledge_due: self.acknowledge_due,
                acknowledged_at: self.acknowledged_at,
                answer_due: self.answer_due,
                answer_due_day: self.answer_due_day,
                final_answer_at: self.final_answer_at,
                closed_at: self.closed_at,
            },
        }
    }
}

pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    new: &Conversation,
    key: Uuid,
) -> Result<(), StoreError> {
    let Conversation { context, progress, .. } = new;
    sqlx::query!(
        "INSERT INTO support_conversations
             (tenant_id, id, user_id, profile_id, number, kind, topic, state, language, key, transaction_id, screen,
              app_version, request_id, opened_at, moved_at, waits_since, due_at, acknowledge_due, acknowledged_at,
              answer_due, answer_due_day)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19, $20, $21)",
        tenant.uuid(),
        new.id.uuid(),
        new.user.uuid(),
        new.profile.uuid(),
        new.number,
        new.kind.code(),
        new.topic.code(),
        progress.state.code(),
        new.language.code(),
        key,
        context.transaction.map(TransactionId::uuid),
        context.screen,
        context.app_version,
        context.request_id,
        progress.opened_at,
        progress.waits_since,
        progress.due_at,
        progress.acknowledge_due,
        progress.acknowledged_at,
        progress.answer_due,
        progress.answer_due_day,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The conversation that a request of a person has made.
pub(super) async fn by_key(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    key: Uuid,
) -> Result<Option<ConversationId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM support_conversations WHERE tenant_id = $1 AND user_id = $2 AND key = $3",
        tenant.uuid(),
        user.uuid(),
        key,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(ConversationId::from_uuid))
}

/// How many conversations a person has begun.
pub(super) struct ConversationCounts {
    pub hour: i64,
    pub day: i64,
    pub complaints: i64,
}

pub(super) async fn begun(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    (hour, day): (DateTime<Utc>, DateTime<Utc>),
) -> Result<ConversationCounts, StoreError> {
    let found = sqlx::query_as!(
        ConversationCounts,
        r#"SELECT count(*) FILTER (WHERE opened_at > $3) AS "hour!", count(*) AS "day!",
                  count(*) FILTER (WHERE kind = 'COMPLAINT') AS "complaints!"
           FROM support_conversations WHERE tenant_id = $1 AND user_id = $2 AND opened_at > $4"#,
        tenant.uuid(),
        user.uuid(),
        hour,
        day,
    );
    Ok(found.fetch_one(conn).await?)
}

/// How many messages a person has written since a time.
pub(super) async fn written(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM support_messages m
           JOIN support_conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
           WHERE m.tenant_id = $1 AND c.user_id = $2 AND m.kind = 'CUSTOMER' AND m.created_at > $3"#,
        tenant.uuid(),
        user.uuid(),
        since,
    );
    Ok(found.fetch_one(conn).await?)
}

pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ConversationId,
) -> Result<Option<Conversation>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, user_id, profile_id, number, kind, topic, state, language, transaction_id, screen, app_version,
                request_id, labels, assigned_to, opened_at, moved_at, waits_since, due_at, first_answer_at,
                acknowledge_due, acknowledged_at, answer_due, answer_due_day, final_answer_at, closed_at
         FROM support_conversations WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Row::read))
}

/// Like [`find`]; other changes of the conversation wait until the transaction ends.
pub(super) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ConversationId,
) -> Result<Option<Conversation>, StoreError> {
    sqlx::query!(
        "SELECT id FROM support_conversations WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(&mut *conn)
    .await?;
    find(conn, tenant, id).await
}

/// The conversations of a person, the latest first.
pub(super) async fn of_user(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    limit: i64,
) -> Result<Vec<Conversation>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, user_id, profile_id, number, kind, topic, state, language, transaction_id, screen, app_version,
                request_id, labels, assigned_to, opened_at, moved_at, waits_since, due_at, first_answer_at,
                acknowledge_due, acknowledged_at, answer_due, answer_due_day, final_answer_at, closed_at
         FROM support_conversations WHERE tenant_id = $1 AND user_id = $2 ORDER BY moved_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// The conversations of a filter: what is owed, the most urgent first; all of them, the latest first.
pub(super) async fn for_desk(
    conn: &mut PgConnection,
    tenant: TenantId,
    (filter, me, now): (DeskFilter, OperatorId, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Conversation>, StoreError> {
    let view = match filter.view {
        View::Open => "open",
        View::Mine => "mine",
        View::Unassigned => "unassigned",
        View::Overdue => "overdue",
        View::Complaints => "complaints",
        View::All => "all",
    };
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, user_id, profile_id, number, kind, topic, state, language, transaction_id, screen, app_version,
                request_id, labels, assigned_to, opened_at, moved_at, waits_since, due_at, first_answer_at,
                acknowledge_due, acknowledged_at, answer_due, answer_due_day, final_answer_at, closed_at
         FROM support_conversations
         WHERE tenant_id = $1 AND ($2::uuid IS NULL OR user_id = $2)
           AND CASE $3::text
                   WHEN 'open' THEN due_at IS NOT NULL
                   WHEN 'mine' THEN due_at IS NOT NULL AND assigned_to = $4
                   WHEN 'unassigned' THEN due_at IS NOT NULL AND assigned_to IS NULL
                   WHEN 'overdue' THEN due_at < $5
                   WHEN 'complaints' THEN kind = 'COMPLAINT' AND state <> 'CLOSED'
                   ELSE true
               END
         ORDER BY CASE WHEN $3 <> 'all' THEN due_at END NULLS LAST, moved_at DESC, id DESC LIMIT $6",
        tenant.uuid(),
        filter.customer.map(UserId::uuid),
        view,
        me.uuid(),
        now,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// Stores state and clocks.
pub(super) async fn set_progress(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ConversationId,
    progress: &Progress,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE support_conversations SET state = $3, moved_at = $4, waits_since = $5, due_at = $6, first_answer_at = $7,
                                          final_answer_at = $8, closed_at = $9
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        progress.state.code(),
        progress.moved_at,
        progress.waits_since,
        progress.due_at,
        progress.first_answer_at,
        progress.final_answer_at,
        progress.closed_at,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("conversation", done.rows_affected())
}

/// Stores the assigned operator and the labels.
pub(super) async fn set_desk(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ConversationId,
    (assigned_to, labels): (Option<OperatorId>, &[String]),
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE support_conversations SET assigned_to = $3, labels = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        assigned_to.map(OperatorId::uuid),
        labels,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("conversation", done.rows_affected())
}

/// The email addresses of the operators who work on a conversation or wrote in it.
pub(super) async fn operators_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    conversation: ConversationId,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, email FROM operators WHERE tenant_id = $1 AND id IN (
             SELECT operator_id FROM support_messages WHERE tenant_id = $1 AND conversation_id = $2
             UNION SELECT assigned_to FROM support_conversations WHERE tenant_id = $1 AND id = $2)",
        tenant.uuid(),
        conversation.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.email)).collect())
}

/// Ends answered conversations of all tenants without a message since `before`, at most `limit`.
pub(super) async fn end_quiet(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "UPDATE support_conversations SET state = 'CLOSED', closed_at = $1, moved_at = $1, waits_since = NULL, due_at = NULL
         WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM support_conversations
             WHERE state IN ('ANSWERED', 'WAITING_FOR_YOU') AND moved_at < $2
               AND (kind = 'QUESTION' OR final_answer_at IS NOT NULL)
             LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)",
        now,
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes questions and the messages of complaints of these profiles.
pub(super) async fn forget(conn: &mut PgConnection, tenant: TenantId, profiles: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM support_conversations WHERE tenant_id = $1 AND profile_id = ANY($2) AND kind = 'QUESTION'",
        tenant.uuid(),
        profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM support_messages m USING support_conversations c
         WHERE m.tenant_id = $1 AND c.tenant_id = $1 AND c.id = m.conversation_id AND c.profile_id = ANY($2)",
        tenant.uuid(),
        profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE support_conversations SET transaction_id = NULL, screen = NULL, app_version = NULL, request_id = NULL,
                                          labels = '{}'
         WHERE tenant_id = $1 AND profile_id = ANY($2)",
        tenant.uuid(),
        profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}
