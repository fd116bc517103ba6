//! No mail server: mails of sandbox tenants stay in the outbox, and mails of other tenants are refused.

use async_trait::async_trait;
use identity::{Mail, MailError, Mailer};

/// Refuses every mail, because a customer would wait for a mail that is never sent.
#[derive(Clone, Copy, Debug)]
pub struct NoMailer;

#[async_trait]
impl Mailer for NoMailer {
    async fn send(&self, _: &Mail) -> Result<(), MailError> {
        Err(MailError::Permanent("no mail server is configured, and the tenant is not a sandbox".into()))
    }
}
