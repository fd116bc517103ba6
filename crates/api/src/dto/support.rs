//! Conversations with support, as their customer sees them.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use support as domain;
use utoipa::ToSchema;

use super::code::coded;

coded! {
    /// Question or complaint.
    pub type SupportKind = domain::Kind;

    /// The topic of a conversation.
    pub type SupportTopic = domain::Topic;

    /// The state of a conversation.
    pub type SupportState = domain::State;

    /// The author of a message.
    pub type SupportAuthor = domain::Author;
}

/// A conversation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SupportConversation {
    /// Id.
    #[schema(example = "sup_019a0000000070008000000000000001")]
    pub id: String,
    /// Number for people.
    #[schema(example = "7K2M-94QD")]
    pub number: String,
    /// Question or complaint.
    pub kind: SupportKind,
    /// The topic.
    pub topic: SupportTopic,
    /// State.
    pub state: SupportState,
    /// Beginning of the latest message, in a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// The transaction that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Its latest message or change.
    pub updated_at: DateTime<Utc>,
    /// When support answers at the latest. Absent if support owes nothing, and for a complaint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_until: Option<DateTime<Utc>>,
    /// Last day for the answer to a complaint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_by: Option<NaiveDate>,
    /// When the final answer to a complaint was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_answer_at: Option<DateTime<Utc>>,
}

impl SupportConversation {
    pub(crate) fn of(found: &domain::Conversation, preview: Option<String>) -> Self {
        let progress = found.progress;
        let is_question = found.kind == domain::Kind::Question;
        Self {
            id: found.id.to_string(),
            number: found.number.clone(),
            kind: found.kind.into(),
            topic: found.topic.into(),
            state: progress.state.into(),
            preview,
            transaction_id: found.context.transaction.map(|id| id.to_string()),
            opened_at: progress.opened_at,
            updated_at: progress.moved_at,
            answer_until: progress.due_at.filter(|_| is_question),
            answer_by: progress.answer_due_day,
            final_answer_at: progress.final_answer_at,
        }
    }
}

/// A message.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SupportMessage {
    /// Id.
    pub id: String,
    /// The author.
    pub author: SupportAuthor,
    /// Whether it is the final answer to a complaint.
    pub is_final_answer: bool,
    /// Text.
    pub text: String,
    /// Ids of its pictures.
    pub pictures: Vec<String>,
    /// When it was written.
    pub at: DateTime<Utc>,
}

impl From<domain::Message> for SupportMessage {
    fn from(message: domain::Message) -> Self {
        Self {
            id: message.id.to_string(),
            author: message.author.into(),
            is_final_answer: message.is_final_answer,
            text: message.text,
            pictures: message.pictures.iter().map(ToString::to_string).collect(),
            at: message.at,
        }
    }
}

/// A conversation with its messages.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SupportThread {
    /// The conversation.
    pub conversation: SupportConversation,
    /// Its messages, oldest first.
    pub messages: Vec<SupportMessage>,
    /// Whether another message is accepted.
    pub takes_messages: bool,
}

impl From<domain::OpenedConversation> for SupportThread {
    fn from(opened: domain::OpenedConversation) -> Self {
        Self {
            conversation: SupportConversation::of(&opened.conversation, None),
            messages: opened.messages.into_iter().map(Into::into).collect(),
            takes_messages: opened.takes_messages,
        }
    }
}

/// The customer's place in the app when they wrote. Anything else than a path, version or id is dropped.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct SupportContext {
    /// A transaction of the profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub transaction_id: Option<String>,
    /// Path of the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub screen: Option<String>,
    /// Version of the app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 60)]
    pub app_version: Option<String>,
    /// Id of the last request that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 80)]
    pub request_id: Option<String>,
}

/// A new conversation.
#[derive(Deserialize, ToSchema)]
pub struct BeginConversation {
    /// Question or complaint.
    pub kind: SupportKind,
    /// The topic.
    pub topic: SupportTopic,
    /// The first message.
    #[schema(min_length = 1, max_length = 4000)]
    pub text: String,
    /// An id made by the caller, 32 hexadecimal digits: the same request twice has one effect.
    #[schema(pattern = "^[0-9a-f]{32}$", max_length = 32)]
    pub key: String,
    /// Ids of pictures that were uploaded before.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub picture_ids: Option<Vec<SupportPictureRef>>,
    /// The customer's place in the app.
    #[serde(default)]
    pub context: Option<SupportContext>,
}

/// A message.
#[derive(Deserialize, ToSchema)]
pub struct WriteToSupport {
    /// Text.
    #[schema(min_length = 1, max_length = 4000)]
    pub text: String,
    /// An id made by the caller, 32 hexadecimal digits: the same request twice has one effect.
    #[schema(pattern = "^[0-9a-f]{32}$", max_length = 32)]
    pub key: String,
    /// Ids of pictures that were uploaded before.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub picture_ids: Option<Vec<SupportPictureRef>>,
}

/// Id of an uploaded picture.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(pattern = "^pic_[0-9a-f]{32}$", max_length = 36, example = "pic_019a0000000070008000000000000001")]
pub struct SupportPictureRef(pub String);

/// An uploaded picture.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SupportPicture {
    /// Id.
    #[schema(example = "pic_019a0000000070008000000000000001")]
    pub id: String,
}

/// The conversations of a person.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SupportConversations {
    /// The latest first; at most 50.
    pub data: Vec<SupportConversation>,
}
