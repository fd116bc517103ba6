//! Emails: their texts, the jobs that ask for them, the port that sends them, and the sandbox's outbox.
//! `crate::delivery` runs the jobs.

mod alert;
pub(crate) mod alert_words;
pub(crate) mod catalogue;
pub(crate) mod closing_words;
pub(crate) mod codes;
mod decline_words;
mod document_words;
mod export_words;
pub(crate) mod hold_words;
pub(crate) mod job;
pub(crate) mod order;
mod order_words;
mod outbox;
mod outbox_store;
pub(crate) mod payment;
mod phrase;
pub(crate) mod plan;
pub(crate) mod security;
pub(crate) mod security_words;
pub(crate) mod support;
mod template;
pub(crate) mod to_operators;
mod verification_words;
mod words;

use ::store::JobSpec;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{DocumentId, TenantId, UserId};
use uuid::Uuid;

pub(crate) use alert::AlertLine;
pub use alert::{AlertKind, Extent};
pub use order::{DelayReason, NeedsOwner, OrderEvent, OrderNotice, PromiseKept};
pub use outbox::OutboxMail;
pub use payment::{PaymentEvent, PaymentNotice, ReceiptTo};
pub(crate) use phrase::SealedPhrase;
pub use plan::{PlanEvent, PlanNotice};
pub(crate) use security::Notice;
pub use support::{SealedLetter, SupportEvent, SupportNotice};
pub(crate) use template::Written;
pub(crate) use to_operators::{LogEntry, Report, WrongCodes};

use crate::Tenant;

/// The emails about a payout to a new address, and when the cooling-off ends: to the person's address, and to a recent
/// former one. One of each for an `event`.
#[must_use]
pub fn new_address(tenant: TenantId, user: UserId, until: DateTime<Utc>, event: Uuid) -> [JobSpec; 2] {
    job::security_to_all(tenant, user, Notice::NewAddress { until }, event)
}

/// The email to an order's owner about an order event; one for each `event`.
#[must_use]
pub fn order(tenant: TenantId, notice: &OrderNotice, event: &str) -> JobSpec {
    job::order(tenant, notice, event)
}

/// The email to the owner of a plan about its event; one for each `event`.
#[must_use]
pub fn plan(tenant: TenantId, notice: &PlanNotice, event: &str) -> JobSpec {
    job::plan(tenant, notice, event)
}

/// The notice about an event of a payment, or the payer's receipt; one for each `event`.
#[must_use]
pub fn payment(tenant: TenantId, notice: &PaymentNotice, event: &str) -> JobSpec {
    job::payment(tenant, notice, event)
}

/// The email to the customer who asked for a document: it is ready and kept until a time, or could not be made. One for
/// each document.
#[must_use]
pub fn document(tenant: TenantId, user: UserId, until: Option<DateTime<Utc>>, document: DocumentId) -> JobSpec {
    let notice = until.map_or(Notice::DocumentFailed, |until| Notice::DocumentReady { until });
    job::security(tenant, user, notice, document.uuid())
}

/// The email to a customer about a conversation with support; one for each `event`.
#[must_use]
pub fn support(tenant: TenantId, notice: &SupportNotice, event: &str) -> JobSpec {
    job::support(tenant, notice, event)
}

/// An email, ready to be sent. Its text can contain a code, so `Debug` does not show it.
#[derive(Clone)]
pub struct Mail {
    /// The tenant that sends it.
    pub tenant: TenantId,
    /// The display name of the sender.
    pub from_name: String,
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML version.
    pub html: Option<String>,
    /// The idempotency key: the same for all attempts.
    pub key: String,
}

impl Mail {
    /// The email with this text.
    pub(crate) fn of(tenant: &Tenant, to: String, written: Written, key: String) -> Self {
        let html = Some(written.html(tenant));
        let Written { subject, text, .. } = written;
        Self { tenant: tenant.id, from_name: tenant.name.clone(), to, subject, text, html, key }
    }
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("tenant", &self.tenant).field("key", &self.key).finish_non_exhaustive()
    }
}

/// Why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// A retry may succeed.
    #[error("the mail was not sent: {0}")]
    Temporary(String),
    /// The address takes no emails.
    #[error("the address takes no mail: {0}")]
    NoMailbox(String),
    /// Another permanent failure, such as a mail server that is not configured.
    #[error("the mail was refused: {0}")]
    Permanent(String),
}

/// Sends emails of live tenants.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends one email. If the result is unknown, it returns [`MailError::Temporary`]: a duplicate is better than a
    /// lost code.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}
