//! No provider: text messages of sandbox tenants stay in the outbox, and those of other tenants are refused.

use async_trait::async_trait;
use identity::texting::TextChannel;
use identity::{MailError, TextMessage, Texter};

/// Refuses every text message, because a customer would wait for a message that is never sent.
#[derive(Clone, Copy, Debug)]
pub struct NoTexter;

#[async_trait]
impl Texter for NoTexter {
    async fn send(&self, _: &TextMessage) -> Result<(), MailError> {
        Err(MailError::Permanent("no provider of texts is configured, and the tenant is not a sandbox".into()))
    }

    fn channels(&self) -> &'static [TextChannel] {
        &[]
    }
}
