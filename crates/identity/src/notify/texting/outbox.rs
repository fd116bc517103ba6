//! The outbox for text messages of sandbox tenants, shared with their emails.

use super::{TextChannel, TextMessage};
use crate::{Identity, Mail, MailError};

impl Identity {
    /// Stores a text message of a sandbox tenant in its outbox. Returns false, and does nothing, for any other tenant.
    ///
    /// # Errors
    /// [`MailError::Temporary`] if the tenant cannot be read: it must be known whether the message may be sent.
    pub(crate) async fn kept_text_in_outbox(&self, message: &TextMessage) -> Result<bool, MailError> {
        let subject = match message.channel {
            TextChannel::Sms => "SMS",
            TextChannel::Messenger => "Messenger",
        };
        self.kept_in_outbox(&Mail {
            tenant: message.tenant,
            from_name: String::new(),
            to: message.to.clone(),
            subject: subject.into(),
            text: message.text.clone(),
            html: None,
            key: message.key.clone(),
        })
        .await
    }
}
