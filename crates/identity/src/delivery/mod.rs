//! The jobs that write emails and text messages and send them. They load what a message says from the folders that own
//! it, so that those can ask for messages and need not know how they are written.

mod bounce;
mod log;
mod mail;
mod notices;
mod notification;
mod pulse;
mod push;
mod security;
mod telegram;
mod text;
pub mod web_push;

pub(crate) use mail::SendMail;
pub(crate) use push::SendPush;
pub(crate) use telegram::SendTelegram;
pub(crate) use text::SendText;

pub use bounce::{MailEvent, MailEventAnswer, MailEventKeys};

use crate::notify::sent_message::MessageTo;
use log::Attempt;

/// The preparation of a message by its job.
enum Prepared<M> {
    /// The message to send, and the customer that it is for.
    Message(M, MessageTo),
    /// No message is sent, or not now.
    Ended(Option<MessageTo>, Attempt),
}

/// The reasons for which a message is not sent, in the log.
const UNWANTED: &str = "the person wants none about this topic";
const NOT_VALID: &str = "it is no longer valid";
