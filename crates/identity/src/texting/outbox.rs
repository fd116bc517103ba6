//! The sandbox's telephone: texts stand beside the mails that nobody sent.

use super::{Channel, TextMessage};
use crate::{Identity, Mail, MailError};

impl Identity {
    /// Puts a text into the outbox instead of sending it. Repeating it by its key changes nothing.
    ///
    /// # Errors
    /// [`MailError::Permanent`] outside the sandbox: a real person would wait for a message that nobody sends.
    pub async fn put_text_in_outbox(&self, message: &TextMessage) -> Result<(), MailError> {
        let subject = match message.channel {
            Channel::Sms => "SMS",
            Channel::Messenger => "Messenger",
        };
        self.put_in_outbox(&Mail {
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
