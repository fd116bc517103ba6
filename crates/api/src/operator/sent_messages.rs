//! The console's log of messages to a customer: how each was sent, never its words.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::{self as domain, SentMessageFilter};
use kernel::{JobId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::code::coded;
use crate::dto::page::Page;
use crate::extract::{IdInPath, Params};
use crate::problem::Problem;

coded! {
    /// How a message is sent.
    pub(super) type MessageChannel = domain::MessageChannel;

    /// What became of a message.
    pub(super) type MessageState = domain::MessageState;
}

/// Which messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessageParams {
    /// Of this channel only.
    channel: Option<MessageChannel>,
    /// In this state only.
    state: Option<MessageState>,
}

/// A message to a customer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SentMessageInfo {
    /// Id.
    #[schema(example = "job_019a0000000070008000000000000001")]
    id: String,
    /// Channel.
    channel: MessageChannel,
    /// Kind of its notification, or of the message itself.
    #[schema(example = "login_code")]
    kind: String,
    /// Language.
    #[schema(example = "en")]
    language: &'static str,
    /// State.
    state: MessageState,
    /// Why it was not sent, or not yet; without addresses, numbers and codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Attempts so far.
    attempts: u32,
    /// When it was asked for.
    created_at: DateTime<Utc>,
    /// The last attempt, or when a bounce was reported.
    updated_at: DateTime<Utc>,
}

impl From<domain::SentMessage> for SentMessageInfo {
    fn from(message: domain::SentMessage) -> Self {
        let domain::SentMessage { id, channel, kind, language, state, reason, attempts, created_at, updated_at } =
            message;
        Self {
            id: id.to_string(),
            channel: channel.into(),
            kind,
            language: language.code(),
            state: state.into(),
            reason,
            attempts,
            created_at,
            updated_at,
        }
    }
}

/// Lists the messages to a customer of the last 180 days, newest first: emails, web push, Telegram and text messages.
#[utoipa::path(get, path = "/api/operator/v1/customers/{id}/messages", tag = "customers",
    security(("session" = ["customers.read"])), params(("id" = String, Path, description = "The customer."),
        MessageParams, PageParams), responses((status = 200, body = Page<SentMessageInfo>)))]
pub(super) async fn list_sent_messages(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::User>,
    Params(which): Params<MessageParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<SentMessageInfo>>, Problem> {
    let filter = SentMessageFilter { channel: which.channel.map(|one| one.0), state: which.state.map(|one| one.0) };
    let range = (page.after()?.map(JobId::from_uuid), page.limit()?);
    let (found, has_more) =
        state.identity().sent_messages(operator.tenant.id, &operator.who, id, filter, range).await?;
    let next_cursor = found.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    Ok(Json(Page { data: found.into_iter().map(Into::into).collect(), next_cursor, has_more }))
}
