//! Websocket frames in both directions: JSON with a `type` field.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::notification::UnreadNotifications;
use super::scalar::{CurrencyCode, Decimal};

/// Frames that the client sends.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientFrame {
    /// First frame: authentication, and the last event received.
    Auth {
        /// Access token. Without it, only rates are sent.
        #[serde(default)]
        access_token: Option<String>,
        /// One of the customer's profiles. The first if absent.
        #[serde(default)]
        profile_id: Option<String>,
        /// Sequence number of the last event received. Only new events if absent.
        #[serde(default)]
        after_seq: Option<i64>,
    },
    /// Answer to `ping`. Any other frame counts as well.
    Pong,
}

/// Frames that the server sends.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerFrame {
    /// Authenticated; the events after `after_seq` follow.
    Ready {
        /// Sequence number of the profile's latest event.
        seq: i64,
    },
    /// Prices, every 8 s.
    Rates {
        /// Time of the prices.
        at: DateTime<Utc>,
        /// When the prices expire: no quotes are made from them after that.
        expires_at: DateTime<Utc>,
        /// Price of one unit in euro, by currency code.
        #[schema(schema_with = super::scalar::decimal_map)]
        prices: BTreeMap<CurrencyCode, Decimal>,
    },
    /// No current prices.
    RatesUnavailable {
        /// Reason.
        reason: String,
    },
    /// An event of the profile.
    Event {
        /// Sequence number of the profile's events, without gaps.
        seq: i64,
        /// Kind, such as `transaction.changed`.
        kind: String,
        /// Id of the subject, such as `ord_…`.
        subject: String,
        /// Content. For a transaction: `status`, `sub_state` and `version`.
        #[schema(value_type = Object)]
        body: serde_json::Value,
        /// Time.
        at: DateTime<Utc>,
    },
    /// The unread notifications, after the authentication and whenever they change.
    Notifications(UnreadNotifications),
    /// Too many events were missed: fetch the data again and continue from `seq`.
    Resync {
        /// Sequence number of the profile's latest event.
        seq: i64,
    },
    /// Keep-alive request.
    Ping,
    /// The server closes the connection.
    Bye {
        /// Reason, as a problem code.
        code: String,
    },
}
