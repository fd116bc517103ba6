//! Text messages: the jobs that ask for them, the port that sends them, and the sandbox's outbox. `crate::delivery`
//! runs the jobs.

pub(crate) mod job;
mod outbox;

use async_trait::async_trait;
use kernel::TenantId;

use crate::MailError;

kernel::codes! {
    /// A delivery channel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TextChannel {
        /// By SMS.
        Sms = "sms",
        /// By a messenger that identifies people by telephone number.
        Messenger = "messenger",
    }
}

/// A text message, ready to be sent. It can contain a code, so `Debug` does not show it.
#[derive(Clone)]
pub struct TextMessage {
    /// The tenant that sends it.
    pub tenant: TenantId,
    /// The channel.
    pub channel: TextChannel,
    /// The number in E.164 format.
    pub to: String,
    /// The text.
    pub text: String,
    /// The idempotency key: the same for all attempts.
    pub key: String,
}

impl std::fmt::Debug for TextMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextMessage").field("tenant", &self.tenant).field("key", &self.key).finish_non_exhaustive()
    }
}

/// Sends text messages of live tenants.
#[async_trait]
pub trait Texter: Send + Sync {
    /// Sends one message. If the result is unknown, it returns [`MailError::Temporary`].
    async fn send(&self, message: &TextMessage) -> Result<(), MailError>;

    /// The channels that it supports. Sandbox tenants have all of them, because their messages stay in the outbox.
    fn channels(&self) -> &'static [TextChannel];
}
