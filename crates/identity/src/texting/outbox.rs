//! The telephone of sandbox tenants: their texts stand beside their mails in the outbox.

use super::{Channel, TextMessage};
use crate::{Identity, Mail, MailError};

impl Identity {
    /// Puts a text of a sandbox tenant into its outbox. Returns false, and does nothing, for any other tenant.
    ///
    /// # Errors
    /// [`MailError::Temporary`] when the tenant cannot be read: a text is not sent before it is known that it may leave.
    pub(crate) async fn kept_text_in_outbox(&self, message: &TextMessage) -> Result<bool, MailError> {
        let subject = match message.channel {
            Channel::Sms => "SMS",
            Channel::Messenger => "Messenger",
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
