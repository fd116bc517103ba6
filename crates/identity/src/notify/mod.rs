//! What people are told, and how: the texts of mails and messages, the centre of notifications, and its channels.

pub mod mail;
pub(crate) mod notification;
pub mod telegram_chat;
pub mod texting;
