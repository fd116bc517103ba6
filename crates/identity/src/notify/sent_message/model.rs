//! The types of the log of messages, and the reason of a failure without secrets. Pure.

use chrono::{DateTime, Utc};
use kernel::{JobId, UserId};

use crate::Language;

/// The longest reason in the log, in characters.
const REASON_CHARS_MAX: usize = 200;
/// A number of so many digits or more can be a code or a telephone number.
const DIGITS_MIN: usize = 4;
/// What stands for a word that is left out.
const LEFT_OUT: &str = "•••";

kernel::codes! {
    /// How a message is sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MessageChannel {
        /// By email.
        Mail = "mail",
        /// By web push.
        Push = "push",
        /// By a message of the tenant's bot.
        Telegram = "telegram",
        /// By text message.
        Text = "text",
    }
}

kernel::codes! {
    /// What became of a message.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MessageState {
        /// It waits: for the end of quiet hours, or because the service asks to wait.
        Queued = "queued",
        /// The service has taken it.
        Sent = "sent",
        /// An attempt failed. It is tried again.
        Retried = "retried",
        /// It was given up.
        Failed = "failed",
        /// The address takes no messages.
        Bounced = "bounced",
        /// It is not sent: the person wants none about this topic, the address takes no emails, or its code has expired.
        Skipped = "skipped",
    }
}

/// A message to a customer, before it is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MessageTo {
    pub user: UserId,
    pub channel: MessageChannel,
    /// The kind of its notification, or of the message itself.
    pub kind: &'static str,
    /// `None` for the person's language.
    pub language: Option<Language>,
}

/// A message to a customer, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentMessage {
    /// The job that sends it.
    pub id: JobId,
    /// How it is sent.
    pub channel: MessageChannel,
    /// The kind of its notification, or of the message itself, such as `login_code`.
    pub kind: String,
    /// Its language.
    pub language: Language,
    /// What became of it.
    pub state: MessageState,
    /// Why it was not sent, or not yet; without addresses, numbers and codes.
    pub reason: Option<String>,
    /// The attempts so far.
    pub attempts: u32,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// The last attempt, or when a bounce was reported.
    pub updated_at: DateTime<Utc>,
}

/// Which messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentMessageFilter {
    /// Of this channel only.
    pub channel: Option<MessageChannel>,
    /// In this state only.
    pub state: Option<MessageState>,
}

/// The words of a service for the log: without addresses, links, and numbers that can be codes or telephone numbers.
/// `None` if nothing is left.
pub(crate) fn clean_reason(reason: &str) -> Option<String> {
    let words = reason.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let shown = words.map(|word| if is_private(word) { LEFT_OUT } else { word }).collect::<Vec<_>>().join(" ");
    let shown: String = shown.chars().take(REASON_CHARS_MAX).collect();
    (!shown.is_empty()).then_some(shown)
}

fn is_private(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    word.contains('@') || word.contains("://") || digits >= DIGITS_MIN
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_reason_keeps_what_the_mail_server_said_without_the_address() {
        let said = "permanent: 550 5.1.1 <ada@example.com>: user unknown\r\n(code 123456)";
        assert_eq!(clean_reason(said).as_deref(), Some("permanent: 550 5.1.1 ••• user unknown (code •••"));
        assert_eq!(clean_reason(" \n "), None);
    }

    proptest! {
        #[test]
        fn no_reason_has_an_address_or_a_code(words in prop::collection::vec("[a-z]{1,8}|[0-9]{4,8}|[a-z]{1,5}@[a-z]{1,5}", 0..40)) {
            let shown = clean_reason(&words.join(" ")).unwrap_or_default();
            prop_assert!(!shown.contains('@') && shown.chars().count() <= REASON_CHARS_MAX);
            prop_assert!(!shown.chars().any(|c| c.is_ascii_digit()), "{shown}");
        }
    }
}
