//! Text messages to telephones: the port that sends them, the job that writes them.

pub(crate) mod job;
mod outbox;

use async_trait::async_trait;
use kernel::TenantId;

pub use job::SendText;

use crate::MailError;

/// How a text reaches a telephone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// By SMS.
    Sms,
    /// By a messenger that knows people by their numbers.
    Messenger,
}

impl Channel {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Sms, Self::Messenger];

    /// Its name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Messenger => "messenger",
        }
    }
}

/// A text message, ready to be sent. It may carry a code, so it is not shown in logs.
#[derive(Clone)]
pub struct TextMessage {
    /// Whose message it is.
    pub tenant: TenantId,
    /// How it goes.
    pub channel: Channel,
    /// The number, as in E.164.
    pub to: String,
    /// The words.
    pub text: String,
    /// The same over all attempts, so that a provider can tell a repetition.
    pub key: String,
}

impl std::fmt::Debug for TextMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextMessage").field("tenant", &self.tenant).field("key", &self.key).finish_non_exhaustive()
    }
}

/// Sends text messages of tenants that are no sandboxes.
#[async_trait]
pub trait Texter: Send + Sync {
    /// Sends one. When it is not clear whether it was sent, it answers [`MailError::Temporary`].
    async fn send(&self, message: &TextMessage) -> Result<(), MailError>;

    /// The channels that it can send by. Sandbox tenants have all of them, because their texts stay in the outbox.
    fn channels(&self) -> &'static [Channel];
}
