//! Texts that nobody sends: a page of the sandbox shows them.

use async_trait::async_trait;
use identity::texting::Channel;
use identity::{Identity, MailError, TextMessage, Texter};

/// Puts texts into the outbox of a sandbox tenant, and refuses those of any other.
#[derive(Clone)]
pub struct OutboxTexter {
    identity: Identity,
}

impl OutboxTexter {
    /// An outbox in the database of `identity`.
    pub fn new(identity: Identity) -> Self {
        Self { identity }
    }
}

#[async_trait]
impl Texter for OutboxTexter {
    async fn send(&self, message: &TextMessage) -> Result<(), MailError> {
        self.identity.put_text_in_outbox(message).await
    }

    fn channels(&self, sandbox: bool) -> &'static [Channel] {
        if sandbox { &Channel::ALL } else { &[] }
    }
}
