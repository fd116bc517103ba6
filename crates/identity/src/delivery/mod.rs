//! The jobs that write emails and text messages and send them. They load what a message says from the folders that own
//! it, so that those can ask for messages and need not know how they are written.

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

/// The preparation of a message by its job.
enum Prepared<M> {
    /// The message to send.
    Message(M),
    /// No message is sent, or not now: the outcome of the job.
    Ended(store::Outcome),
}
