//! The outbox of sandbox tenants: their emails and text messages are never sent, whatever provider is configured. A
//! page shows them.

use chrono::{DateTime, Utc};

use super::{Mail, MailError, outbox_store};
use crate::{EmailAddress, Identity, IdentityError, Tenant};

/// The maximum number of stored emails per tenant.
pub(super) const KEPT_MAX: i64 = 500;
const LIST_MAX: i64 = 50;

/// An email in the outbox. It can contain a code, so `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct OutboxMail {
    /// The recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML version.
    pub html: Option<String>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
}

impl std::fmt::Debug for OutboxMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutboxMail").field("created_at", &self.created_at).finish_non_exhaustive()
    }
}

impl Identity {
    /// The newest emails of a sandbox tenant, at most 50, to one recipient or to all.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] outside the sandbox.
    pub async fn outbox(&self, tenant: &Tenant, to: Option<&str>) -> Result<Vec<OutboxMail>, IdentityError> {
        if !tenant.sandbox {
            return Err(IdentityError::NotFound("The outbox"));
        }
        let to = to.map(recipient).transpose()?;
        let mut tx = self.store().tenant_read(tenant.id).await?;
        Ok(outbox_store::list(tx.conn(), tenant.id, to.as_deref(), LIST_MAX).await?)
    }

    /// Stores an email of a sandbox tenant in its outbox. Returns false, and does nothing, for any other tenant. A
    /// repeated key is a no-op.
    ///
    /// # Errors
    /// [`MailError::Temporary`] if the tenant cannot be read: it must be known whether the email may be sent.
    pub(crate) async fn kept_in_outbox(&self, mail: &Mail) -> Result<bool, MailError> {
        let temporary = |error: IdentityError| MailError::Temporary(error.to_string());
        let tenant = self.tenant_by_id(mail.tenant).await.map_err(temporary)?;
        if tenant.sandbox {
            self.add_to_outbox(mail).await.map_err(temporary)?;
        }
        Ok(tenant.sandbox)
    }

    async fn add_to_outbox(&self, mail: &Mail) -> Result<(), IdentityError> {
        let recipient = recipient(&mail.to)?;
        let mut tx = self.store().tenant(mail.tenant).await?;
        outbox_store::add(tx.conn(), mail, &recipient, self.world().now(), KEPT_MAX).await?;
        Ok(tx.commit().await?)
    }
}

/// The recipient as stored: a telephone number unchanged, an email address normalized.
fn recipient(to: &str) -> Result<String, IdentityError> {
    if to.starts_with('+') && to[1..].bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(to.to_owned());
    }
    EmailAddress::parse(to).map(|email| email.normalized().to_owned())
}
