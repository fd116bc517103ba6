//! Notifications, and the person's notification settings.

use chrono::{DateTime, Utc};
use identity as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;

coded! {
    /// The topic of a notification.
    pub type NotificationTopic = domain::Topic;

    /// The severity of a notification.
    pub type NotificationSeverity = domain::Severity;
}

/// A notification, in the person's language.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Notification {
    /// Id.
    #[schema(example = "ntf_019a0000000070008000000000000001")]
    pub id: String,
    /// Kind.
    #[schema(example = "order_done")]
    pub kind: String,
    /// The topic.
    pub topic: NotificationTopic,
    /// The severity.
    pub severity: NotificationSeverity,
    /// One short line.
    #[schema(example = "Order complete")]
    pub title: String,
    /// A few sentences.
    pub text: String,
    /// Path of the page that it leads to.
    #[schema(example = "/profile/devices")]
    pub link: String,
    /// Time.
    pub created_at: DateTime<Utc>,
    /// Whether it was read.
    pub is_read: bool,
}

impl From<domain::Notification> for Notification {
    fn from(found: domain::Notification) -> Self {
        Self {
            id: found.id.to_string(),
            kind: found.kind.code().to_owned(),
            topic: found.kind.topic().into(),
            severity: found.kind.severity().into(),
            title: found.said.title,
            text: found.said.text,
            link: found.link,
            created_at: found.created_at,
            is_read: found.read_at.is_some(),
        }
    }
}

/// The unread notifications.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnreadNotifications {
    /// Their number; 100 stands for 100 or more.
    #[schema(maximum = 100)]
    pub unread: u32,
    /// The newest notification, read or not. Absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest: Option<String>,
}

impl From<domain::Unread> for UnreadNotifications {
    fn from(unread: domain::Unread) -> Self {
        Self { unread: unread.count, latest: unread.latest.map(|id| id.to_string()) }
    }
}

/// A change of a notification. Omitted fields remain unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeNotification {
    /// Whether it is read.
    pub is_read: Option<bool>,
}

/// Which notifications become read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReadNotifications {
    /// The newest one that the person has seen. Without it, all.
    #[schema(max_length = 40)]
    pub up_to: Option<String>,
}

/// A topic, and the channels on which the person gets its notifications.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TopicChoice {
    /// Topic.
    pub topic: NotificationTopic,
    /// By email.
    pub mail: bool,
    /// By web push, if the person has added a browser.
    pub push: bool,
    /// By Telegram, if the person has linked a chat. Omitted, it remains unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub telegram: Option<bool>,
}

/// A topic, with whether it can be switched off.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TopicSetting {
    /// Topic.
    pub topic: NotificationTopic,
    /// By email.
    pub mail: bool,
    /// By web push, if the person has added a browser.
    pub push: bool,
    /// By Telegram, if the person has linked a chat.
    pub telegram: bool,
    /// Whether it can be switched off.
    pub is_optional: bool,
}

/// A time of each day without emails and web push messages. It may span midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    /// First quiet minute of the local day.
    #[schema(minimum = 0, maximum = 1439, example = 1320)]
    pub from: u16,
    /// First minute after it.
    #[schema(minimum = 0, maximum = 1439, example = 420)]
    pub to: u16,
}

/// A person's notification settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotificationSettings {
    /// All topics.
    pub topics: Vec<TopicSetting>,
    /// Quiet hours. Security notices ignore them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// Time zone of the quiet hours.
    #[schema(example = "Europe/Warsaw")]
    pub time_zone: String,
    /// Whether web push and Telegram messages show amounts and names.
    pub shows_details: bool,
    /// Whether security notices also come as text messages, at most five a day.
    pub by_text: bool,
}

impl From<domain::NotificationSettings> for NotificationSettings {
    fn from(settings: domain::NotificationSettings) -> Self {
        let of = |topic: domain::Topic| TopicSetting {
            topic: topic.into(),
            mail: settings.is_on(topic, domain::Channel::Mail),
            push: settings.is_on(topic, domain::Channel::Push),
            telegram: settings.is_on(topic, domain::Channel::Telegram),
            is_optional: topic.is_optional(),
        };
        Self {
            topics: domain::Topic::ALL.into_iter().map(of).collect(),
            quiet: settings.quiet.map(|quiet| QuietHours { from: quiet.from, to: quiet.to }),
            time_zone: settings.time_zone,
            shows_details: settings.shows_details,
            by_text: settings.by_text,
        }
    }
}

/// A change of the notification settings. Omitted fields remain unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeNotificationSettings {
    /// The topics that change.
    #[schema(max_items = 20)]
    pub topics: Option<Vec<TopicChoice>>,
    /// `false` ends the quiet hours.
    pub is_quiet: Option<bool>,
    /// Quiet hours.
    pub quiet: Option<QuietHours>,
    /// Time zone of the quiet hours, an IANA name.
    #[schema(max_length = 64)]
    pub time_zone: Option<String>,
    /// Whether web push and Telegram messages show amounts and names.
    pub shows_details: Option<bool>,
    /// Whether security notices also come as text messages. Needs a verified phone number.
    pub by_text: Option<bool>,
}

/// A browser that receives web push messages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PushDevice {
    /// Id.
    #[schema(example = "psd_019a0000000070008000000000000001")]
    pub id: String,
    /// Browser and system; empty if unknown.
    #[schema(example = "Chrome, Windows")]
    pub name: String,
    /// Address at the push service, by which a browser recognises itself.
    pub endpoint: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

impl From<domain::web_push::PushDevice> for PushDevice {
    fn from(device: domain::web_push::PushDevice) -> Self {
        let domain::web_push::PushDevice { id, name, endpoint, created_at } = device;
        Self { id: id.to_string(), name, endpoint, created_at }
    }
}

/// The person's browsers, and the key to subscribe with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PushDevices {
    /// The tenant's public key (VAPID), in base64url.
    pub public_key: String,
    /// The browsers, newest first; at most ten.
    pub data: Vec<PushDevice>,
}

/// The subscription of a browser.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddPushDevice {
    /// Address at the push service.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// The browser's public key, in base64url.
    #[schema(max_length = 120)]
    pub p256dh: String,
    /// The secret that it shares, in base64url.
    #[schema(max_length = 40)]
    pub auth: String,
}

/// Messages by Telegram.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TelegramMessages {
    /// Username of the tenant's bot. Absent if the tenant sends no Telegram messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "agio_bot")]
    pub bot: Option<String>,
    /// The linked chat. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<TelegramChat>,
}

/// A Telegram chat that receives messages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TelegramChat {
    /// The person's `@username`, or their first name in Telegram.
    #[schema(example = "@olena")]
    pub name: String,
    /// When it was linked.
    pub linked_at: DateTime<Utc>,
}

impl From<domain::telegram_chat::TelegramState> for TelegramMessages {
    fn from(state: domain::telegram_chat::TelegramState) -> Self {
        let chat = state.chat.map(|chat| TelegramChat { name: chat.name, linked_at: chat.linked_at });
        Self { bot: state.bot, chat }
    }
}

/// A link that opens the bot with a one-time code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TelegramLink {
    /// The link. The chat in which it is opened and Start is pressed is linked.
    #[schema(example = "https://t.me/agio_bot?start=agm_…")]
    pub url: String,
    /// When its code expires.
    pub expires_at: DateTime<Utc>,
}

impl From<domain::telegram_chat::DeepLink> for TelegramLink {
    fn from(link: domain::telegram_chat::DeepLink) -> Self {
        Self { url: link.url, expires_at: link.expires_at }
    }
}
