//! The views of a conversation for customers and operators.

use chrono::{DateTime, Utc};
use kernel::SupportPictureId;
use uuid::Uuid;

use super::model::{Conversation, MessageKind};
use super::store::StoredMessage;

/// A conversation in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The conversation.
    pub conversation: Conversation,
    /// The beginning of its latest message that is no note.
    pub preview: String,
}

kernel::codes! {
    /// The author of a message, as customers see it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Author {
        /// The customer.
        You = "you",
        /// Support. Customers do not see which operator.
        Support = "support",
    }
}

/// A message, as customers see it.
#[derive(Clone)]
pub struct Message {
    /// Its id.
    pub id: Uuid,
    /// The author.
    pub author: Author,
    /// Whether it is the final answer to a complaint.
    pub is_final_answer: bool,
    /// The text.
    pub text: String,
    /// Its pictures.
    pub pictures: Vec<SupportPictureId>,
    /// When it was written.
    pub at: DateTime<Utc>,
}

/// A conversation with its messages, as its customer sees it.
#[derive(Clone)]
pub struct OpenedConversation {
    /// The conversation.
    pub conversation: Conversation,
    /// The messages, oldest first, without notes.
    pub messages: Vec<Message>,
    /// Whether a message of the customer is accepted.
    pub takes_messages: bool,
}

/// A message or a note, as operators see it.
#[derive(Clone)]
pub struct DeskMessage {
    /// The message.
    pub message: Message,
    /// The kind of the message.
    pub kind: MessageKind,
    /// The operator who wrote it.
    pub operator: Option<String>,
}

/// A conversation with everything that operators see.
#[derive(Clone)]
pub struct DeskView {
    /// The conversation.
    pub conversation: Conversation,
    /// The messages and notes, oldest first.
    pub messages: Vec<DeskMessage>,
    /// The email address of the operator who works on it.
    pub assigned_to: Option<String>,
}

/// The message, with its pictures taken out of those of the conversation.
pub(super) fn message(stored: &StoredMessage, text: String, pictures: &mut Vec<(Uuid, SupportPictureId)>) -> Message {
    let own = pictures.extract_if(.., |(message, _)| *message == stored.id);
    Message {
        id: stored.id,
        author: if stored.kind == MessageKind::Customer { Author::You } else { Author::Support },
        is_final_answer: stored.kind == MessageKind::Answer,
        text,
        pictures: own.map(|(_, picture)| picture).collect(),
        at: stored.created_at,
    }
}
