//! The desk of support: conversations with customers and complaints.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use identity::operator::CustomerRow;
use kernel::{ProfileId, kinds};
use serde::{Deserialize, Serialize};
use support::{Change, Conversation, DeskFilter, DeskMessage, DeskView, KeyedText, Listed, MessageKind, View};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::client::{jpeg, support_key};
use crate::dto::code::coded;
use crate::dto::support::{SupportKind, SupportState, SupportTopic};
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::{FieldError, Problem};

coded! {
    /// Which conversations to list.
    pub(super) type DeskViewName = View;
}

/// Which conversations to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DeskParams {
    /// `open` by default.
    #[param(inline)]
    view: Option<DeskViewName>,
    /// Those of this customer only.
    #[param(max_length = 40, example = "usr_019a0000000070008000000000000001")]
    customer: Option<String>,
}

/// A conversation in a list, with its customer masked.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeskLine {
    /// Id.
    #[schema(example = "sup_019a0000000070008000000000000001")]
    id: String,
    /// Number for people.
    #[schema(example = "7K2M-94QD")]
    number: String,
    /// Question or complaint.
    kind: SupportKind,
    /// The topic.
    topic: SupportTopic,
    /// State.
    state: SupportState,
    /// Id of the customer.
    customer_id: String,
    /// Email of the customer, masked. Absent without the permission to see customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Language of the customer.
    #[schema(example = "en")]
    language: &'static str,
    /// Beginning of the latest message.
    preview: String,
    /// Labels.
    labels: Vec<String>,
    /// Whether the operator works on it.
    is_mine: bool,
    /// Whether an operator works on it.
    is_assigned: bool,
    /// When it was opened.
    opened_at: DateTime<Utc>,
    /// Latest message or change.
    updated_at: DateTime<Utc>,
    /// Since when support owes an answer. Absent if it owes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_since: Option<DateTime<Utc>>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<DateTime<Utc>>,
    /// Whether the deadline is missed.
    is_overdue: bool,
}

/// Conversations for operators.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeskLines {
    /// At most 100.
    data: Vec<DeskLine>,
    /// Whether there are more.
    has_more: bool,
}

/// A message or a note.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeskMessageInfo {
    /// Id.
    id: String,
    /// The kind.
    kind: DeskMessageKind,
    /// Operator who wrote it. Absent for the customer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<String>,
    /// Text.
    text: String,
    /// Ids of its pictures.
    pictures: Vec<String>,
    /// When it was written.
    at: DateTime<Utc>,
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DeskMessageKind {
    /// The customer's.
    Customer,
    /// A reply.
    Reply,
    /// A note, which the customer never sees.
    Note,
    /// The final answer to a complaint.
    Answer,
}

impl From<DeskMessage> for DeskMessageInfo {
    fn from(found: DeskMessage) -> Self {
        let kind = match found.kind {
            MessageKind::Customer => DeskMessageKind::Customer,
            MessageKind::Reply => DeskMessageKind::Reply,
            MessageKind::Note => DeskMessageKind::Note,
            MessageKind::Answer => DeskMessageKind::Answer,
        };
        let support::Message { id, text, pictures, at, .. } = found.message;
        let pictures = pictures.iter().map(ToString::to_string).collect();
        Self { id: id.to_string(), kind, operator: found.operator, text, pictures, at }
    }
}

/// The clocks of a complaint.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ComplaintClocks {
    /// When it must be acknowledged.
    acknowledge_until: DateTime<Utc>,
    /// When it was acknowledged.
    #[serde(skip_serializing_if = "Option::is_none")]
    acknowledged_at: Option<DateTime<Utc>>,
    /// When it must be answered.
    answer_until: DateTime<Utc>,
    /// The legal deadline, as communicated to the customer.
    answer_by: NaiveDate,
    /// When it was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered_at: Option<DateTime<Utc>>,
}

/// A conversation with everything that operators see.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeskThread {
    /// The conversation.
    conversation: DeskLine,
    /// Operator who works on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    assigned_to: Option<String>,
    /// Transaction from which the customer wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
    /// Path of the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    screen: Option<String>,
    /// Version of the app.
    #[serde(skip_serializing_if = "Option::is_none")]
    app_version: Option<String>,
    /// Id of the last request that failed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
    /// When support answered first.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_answer_at: Option<DateTime<Utc>>,
    /// Clocks of a complaint.
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<ComplaintClocks>,
    /// Messages and notes, oldest first.
    messages: Vec<DeskMessageInfo>,
}

/// A reply.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeskReply {
    /// Text.
    #[schema(min_length = 1, max_length = 4000)]
    text: String,
    /// Whether the customer has to answer.
    #[serde(default)]
    asks: Option<bool>,
    /// An id made by the caller, 32 hexadecimal digits: the same request twice has one effect.
    #[schema(pattern = "^[0-9a-f]{32}$", max_length = 32)]
    key: String,
}

/// A note, or the final answer to a complaint.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeskText {
    /// Text.
    #[schema(min_length = 1, max_length = 4000)]
    text: String,
    /// An id made by the caller, 32 hexadecimal digits: the same request twice has one effect.
    #[schema(pattern = "^[0-9a-f]{32}$", max_length = 32)]
    key: String,
}

/// A label.
#[derive(Deserialize, ToSchema)]
#[schema(min_length = 1, max_length = 30, example = "bank")]
pub(super) struct DeskLabel(String);

/// A change of a conversation. Omitted fields remain unchanged.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeskChange {
    /// Whether the operator works on it; false gives it back.
    #[serde(default)]
    is_mine: Option<bool>,
    /// Labels.
    #[serde(default)]
    #[schema(max_items = 10)]
    labels: Option<Vec<DeskLabel>>,
}

/// The masked customers of conversations.
type Owners = HashMap<ProfileId, CustomerRow>;

async fn owners(state: &AppState, operator: &Operator, all: &[&Conversation]) -> Result<Owners, Problem> {
    let mut profiles: Vec<ProfileId> = all.iter().map(|one| one.profile).collect();
    profiles.sort_unstable();
    profiles.dedup();
    let found = state.identity().owners_of(operator.tenant.id, &operator.who, &profiles).await?;
    Ok(found.into_iter().collect())
}

fn line(
    found: &Conversation,
    preview: String,
    (operator, owners, now): (&Operator, &Owners, DateTime<Utc>),
) -> DeskLine {
    let progress = found.progress;
    DeskLine {
        id: found.id.to_string(),
        number: found.number.clone(),
        kind: found.kind.into(),
        topic: found.topic.into(),
        state: progress.state.into(),
        customer_id: found.user.to_string(),
        email: owners.get(&found.profile).map(|owner| owner.email.clone()),
        language: found.language.code(),
        preview,
        labels: found.labels.clone(),
        is_mine: found.assigned_to == Some(operator.who.id),
        is_assigned: found.assigned_to.is_some(),
        opened_at: progress.opened_at,
        updated_at: progress.moved_at,
        waits_since: progress.waits_since,
        due_at: progress.due_at,
        is_overdue: progress.is_overdue(now),
    }
}

async fn thread(state: &AppState, operator: &Operator, view: DeskView) -> Result<Json<DeskThread>, Problem> {
    let DeskView { conversation: found, messages, assigned_to } = view;
    let owners = owners(state, operator, &[&found]).await?;
    let progress = found.progress;
    let due = progress.acknowledge_due.zip(progress.answer_due).zip(progress.answer_due_day);
    Ok(Json(DeskThread {
        conversation: line(&found, String::new(), (operator, &owners, state.world().now())),
        assigned_to,
        transaction_id: found.context.transaction.map(|id| id.to_string()),
        screen: found.context.screen,
        app_version: found.context.app_version,
        request_id: found.context.request_id,
        first_answer_at: progress.first_answer_at,
        complaint: due.map(|((acknowledge_until, answer_until), answer_by)| ComplaintClocks {
            acknowledge_until,
            acknowledged_at: progress.acknowledged_at,
            answer_until,
            answer_by,
            answered_at: progress.final_answer_at,
        }),
        messages: messages.into_iter().map(Into::into).collect(),
    }))
}

/// Lists conversations, at most 100.
#[utoipa::path(get, path = "/api/operator/v1/support/conversations", tag = "support", params(DeskParams),
    security(("session" = ["support.read"])), responses((status = 200, body = DeskLines)))]
pub(super) async fn list_desk(
    State(state): State<AppState>,
    operator: Operator,
    Params(asked): Params<DeskParams>,
) -> Result<Json<DeskLines>, Problem> {
    let view = asked.view.unwrap_or_default().0;
    let refused = || Problem::field(FieldError::new("customer", "invalid", "must be the id of a customer"));
    let customer = asked.customer.map(|id| id.parse().map_err(|_| refused())).transpose()?;
    let filter = DeskFilter { view, customer };
    let (found, has_more) = state.support().desk_list(operator.tenant.id, &operator.who, filter).await?;
    let all: Vec<&Conversation> = found.iter().map(|one| &one.conversation).collect();
    let owners = owners(&state, &operator, &all).await?;
    let now = state.world().now();
    let shown = |Listed { conversation, preview }: Listed| line(&conversation, preview, (&operator, &owners, now));
    Ok(Json(DeskLines { data: found.into_iter().map(shown).collect(), has_more }))
}

/// Returns a conversation with its notes. The access is recorded in the audit log.
#[utoipa::path(get, path = "/api/operator/v1/support/conversations/{id}", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("session" = ["support.read"])),
    responses((status = 200, body = DeskThread)))]
pub(super) async fn get_desk_conversation(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
) -> Result<Json<DeskThread>, Problem> {
    let view = state.support().desk_one(operator.tenant.id, (&operator.who, &context), id).await?;
    thread(&state, &operator, view).await
}

/// Takes a conversation or gives it back, and sets its labels.
#[utoipa::path(put, path = "/api/operator/v1/support/conversations/{id}", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("session" = ["support.write"])),
    request_body = DeskChange, responses((status = 200, body = DeskThread)))]
pub(super) async fn change_desk_conversation(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
    Body { value: asked, .. }: Body<DeskChange>,
) -> Result<Json<DeskThread>, Problem> {
    let labels = asked.labels.map(|labels| labels.into_iter().map(|label| label.0).collect());
    let change = Change { is_mine: asked.is_mine, labels };
    let view = state.support().change(operator.tenant.id, (&operator.who, &context), id, change).await?;
    thread(&state, &operator, view).await
}

/// Replies. The customer is notified in the app and by email.
#[utoipa::path(post, path = "/api/operator/v1/support/conversations/{id}/reply", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("session" = ["support.write"])),
    request_body = DeskReply, responses((status = 200, body = DeskThread)))]
pub(super) async fn reply_at_desk(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
    Body { value: asked, .. }: Body<DeskReply>,
) -> Result<Json<DeskThread>, Problem> {
    let (said, asks) = (KeyedText { text: &asked.text, key: support_key(&asked.key)? }, asked.asks.unwrap_or_default());
    let view = state.support().reply(operator.tenant.id, (&operator.who, &context), id, said, asks).await?;
    thread(&state, &operator, view).await
}

/// Writes a note for operators. The customer never sees it.
#[utoipa::path(post, path = "/api/operator/v1/support/conversations/{id}/notes", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("session" = ["support.write"])),
    request_body = DeskText, responses((status = 200, body = DeskThread)))]
pub(super) async fn note_at_desk(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
    Body { value: asked, .. }: Body<DeskText>,
) -> Result<Json<DeskThread>, Problem> {
    let said = KeyedText { text: &asked.text, key: support_key(&asked.key)? };
    let view = state.support().note(operator.tenant.id, (&operator.who, &context), id, said).await?;
    thread(&state, &operator, view).await
}

/// Sends the final answer to a complaint, as a letter by email.
///
/// 409 `CONFLICT_ERROR` for a question, and for a complaint that has ended.
#[utoipa::path(post, path = "/api/operator/v1/support/conversations/{id}/answer", tag = "support",
    params(("id" = String, Path, description = "The complaint.")), security(("session" = ["support.decide"])),
    request_body = DeskText, responses((status = 200, body = DeskThread)))]
pub(super) async fn answer_complaint(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
    Body { value: asked, .. }: Body<DeskText>,
) -> Result<Json<DeskThread>, Problem> {
    let said = KeyedText { text: &asked.text, key: support_key(&asked.key)? };
    let view = state.support().answer_complaint(operator.tenant.id, (&operator.who, &context), id, said).await?;
    thread(&state, &operator, view).await
}

/// Ends a conversation.
///
/// 409 `CONFLICT_ERROR` if it has ended, and for a complaint without its final answer.
#[utoipa::path(post, path = "/api/operator/v1/support/conversations/{id}/end", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("session" = ["support.write"])),
    responses((status = 200, body = DeskThread)))]
pub(super) async fn end_at_desk(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Conversation>,
) -> Result<Json<DeskThread>, Problem> {
    let view = state.support().end(operator.tenant.id, (&operator.who, &context), id).await?;
    thread(&state, &operator, view).await
}

/// Returns a picture of a conversation as a JPEG. The access is recorded in the audit log.
#[utoipa::path(get, path = "/api/operator/v1/support/pictures/{id}", tag = "support",
    params(("id" = String, Path, description = "The picture.")), security(("session" = ["support.read"])),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg")))]
pub(super) async fn get_desk_picture(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::SupportPicture>,
) -> Result<Response, Problem> {
    Ok(jpeg(state.support().desk_picture(operator.tenant.id, (&operator.who, &context), id).await?))
}
