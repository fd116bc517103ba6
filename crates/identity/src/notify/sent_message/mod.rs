//! The log of messages to customers, for operators: each email, web push message, Telegram message and text with its
//! state, and never its words. The jobs that send messages write it (`crate::delivery`).

mod model;
pub(crate) mod store;

pub use model::{MessageChannel, MessageState, SentMessage, SentMessageFilter};
pub(crate) use model::{MessageTo, clean_reason};
