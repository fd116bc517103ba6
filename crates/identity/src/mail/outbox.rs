//! The outbox of sandbox tenants: their mails and texts never leave the machine, whatever provider is configured. A page shows them.

use chrono::{DateTime, Utc};

use super::{Mail, MailError, outbox_store};
use crate::{EmailAddress, Identity, IdentityError, Tenant};

/// Mails kept for a tenant.
pub(super) const KEPT_MAX: i64 = 500;
const LIST_MAX: i64 = 50;

/// A mail in the outbox. It may carry a code: its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct OutboxMail {
    /// The recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
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
    /// The newest mails of a sandbox tenant, at most 50, to one recipient or to all.
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

    /// Puts a mail of a sandbox tenant into its outbox. Returns false, and does nothing, for any other tenant. A repetition by its key
    /// changes nothing.
    ///
    /// # Errors
    /// [`MailError::Temporary`] when the tenant cannot be read: a mail is not sent before it is known that it may leave.
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

/// A telephone as it is, an email as it is compared.
fn recipient(to: &str) -> Result<String, IdentityError> {
    if to.starts_with('+') && to[1..].bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(to.to_owned());
    }
    EmailAddress::parse(to).map(|email| email.normalized().to_owned())
}
