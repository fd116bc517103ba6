//! Mails: the port that sends them, the job that writes them, and the sandbox's outbox.

mod closing_words;
mod decline_words;
mod export_words;
mod glass_words;
mod guessing_words;
mod hold_words;
pub(crate) mod job;
mod order;
mod order_words;
mod outbox;
mod outbox_store;
mod security;
mod security_words;
mod template;
mod verification_words;
mod words;

use ::store::JobSpec;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use uuid::Uuid;

pub use job::SendMail;
pub use order::{NeedsOwner, OrderEvent, OrderNotice};
pub use outbox::OutboxMail;
pub(crate) use security::Notice;

/// The mails that tell a person that coins were to go to an address that is new to them, and from when on any amount may: to their
/// address, and to the one before if it changed a short time ago. One of each for an `event`.
#[must_use]
pub fn new_address(tenant: TenantId, user: UserId, until: DateTime<Utc>, event: Uuid) -> [JobSpec; 2] {
    job::security_to_all(tenant, user, Notice::NewAddress { until }, event)
}

/// The mail that tells the owner of an order what happened to it; one for each `event`.
#[must_use]
pub fn order(tenant: TenantId, notice: &OrderNotice, event: &str) -> JobSpec {
    job::order(tenant, notice, event)
}

/// A mail, ready to be sent. Its text may carry a code, so it is not shown in logs.
#[derive(Clone)]
pub struct Mail {
    /// Whose mail it is.
    pub tenant: TenantId,
    /// The name of the sender that people see.
    pub from_name: String,
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// The same over all attempts, so that a mailer can tell a repetition.
    pub key: String,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("tenant", &self.tenant).field("key", &self.key).finish_non_exhaustive()
    }
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Trying again later may help.
    #[error("the mail was not sent: {0}")]
    Temporary(String),
    /// It will never be taken: a bad address, a refusal for good.
    #[error("the mail was refused: {0}")]
    Permanent(String),
}

/// Sends mails of tenants that are no sandboxes.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends one. When it is not clear whether it was sent, it answers [`MailError::Temporary`]: a code twice is better
    /// than none.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}
