//! The jobs `telegram.send`, which `crate::delivery` runs, and `telegram.listen`.

use kernel::{NotificationId, TenantId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;
use uuid::Uuid;

/// The kind of the job that sends a message.
pub(crate) const SEND: &str = "telegram.send";
/// The kind of the job that reads the bot's messages while a person links a chat.
pub(super) const LISTEN: &str = "telegram.listen";
/// With the queue's exponential back-off, about an hour: the list in the app has the notification anyway.
const ATTEMPTS_MAX: i32 = 15;

/// The payload of `telegram.send`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TelegramMessage {
    pub notification: NotificationId,
    pub user: UserId,
    /// The link. A chat that was linked later does not receive the message.
    pub link: Uuid,
}

/// The message about a notification to a linked chat.
pub(crate) fn message(tenant: TenantId, notification: NotificationId, (user, link): (UserId, Uuid)) -> JobSpec {
    let about = serde_json::to_value(TelegramMessage { notification, user, link }).unwrap_or_default();
    JobSpec::new(SEND, tenant, about).unique(format!("{notification} {link}")).attempts(ATTEMPTS_MAX)
}

/// Reads the bot's messages until no code waits; one job for each code.
pub(super) fn listen(tenant: TenantId, code: &[u8]) -> JobSpec {
    JobSpec::new(LISTEN, tenant, json!({})).unique(hex::encode(code)).attempts(ATTEMPTS_MAX)
}
