//! Notifications to people: the texts of mails and messages, the notification centre, and its channels.

pub mod mail;
pub(crate) mod notification;
pub(crate) mod sent_message;
pub mod telegram_chat;
pub mod texting;
