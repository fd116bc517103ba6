//! Mails that nobody sends: a page of the sandbox shows them.

use async_trait::async_trait;
use identity::{Identity, Mail, MailError, Mailer};

/// Puts mails into the outbox of a sandbox tenant, and refuses those of any other.
#[derive(Clone)]
pub struct OutboxMailer {
    identity: Identity,
}

impl OutboxMailer {
    /// An outbox in the database of `identity`.
    pub fn new(identity: Identity) -> Self {
        Self { identity }
    }
}

#[async_trait]
impl Mailer for OutboxMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.identity.put_in_outbox(mail).await
    }
}
