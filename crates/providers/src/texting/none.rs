//! No provider of texts: texts of sandbox tenants stay in the outbox, and those of any other tenant are refused.

use async_trait::async_trait;
use identity::texting::Channel;
use identity::{MailError, TextMessage, Texter};

/// Refuses every text: a real person would wait for a text that nobody sends.
#[derive(Clone, Copy, Debug)]
pub struct NoTexter;

#[async_trait]
impl Texter for NoTexter {
    async fn send(&self, _: &TextMessage) -> Result<(), MailError> {
        Err(MailError::Permanent("no provider of texts is configured, and the tenant is not a sandbox".into()))
    }

    fn channels(&self) -> &'static [Channel] {
        &[]
    }
}
