//! Frames of the websocket, both ways; JSON texts told apart by `type`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal};

/// What the page sends.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientFrame {
    /// The first frame: who listens, and after which event.
    Auth {
        /// An access token; without one only rates come.
        #[serde(default)]
        access_token: Option<String>,
        /// Which of the person's profiles; the first when absent.
        #[serde(default)]
        profile_id: Option<String>,
        /// The last event that the page has; only newer ones when absent.
        #[serde(default)]
        after_seq: Option<i64>,
    },
    /// The answer to `ping`; any frame will do as well.
    Pong,
}

/// What the server sends.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerFrame {
    /// Signed in; what happened after `after_seq` follows.
    Ready {
        /// The newest event of the profile.
        seq: i64,
    },
    /// The prices, every 8 s.
    Rates {
        /// When they were taken.
        at: DateTime<Utc>,
        /// When they are too old to be quoted from.
        expires_at: DateTime<Utc>,
        /// The price of one unit in euro, by currency code.
        #[schema(schema_with = super::scalar::decimal_map)]
        prices: BTreeMap<CurrencyCode, Decimal>,
    },
    /// There are no fresh prices.
    RatesUnavailable {
        /// Why.
        reason: String,
    },
    /// Something happened to the profile.
    Event {
        /// Counts the profile's events, without a gap.
        seq: i64,
        /// What, such as `transaction.changed`.
        kind: String,
        /// To what, such as `ord_…`.
        subject: String,
        /// With what; for a transaction its `status`, `sub_state` and `version`.
        #[schema(value_type = Object)]
        body: serde_json::Value,
        /// When.
        at: DateTime<Utc>,
    },
    /// Too much has been missed: fetch again and go on from `seq`.
    Resync {
        /// The newest event of the profile.
        seq: i64,
    },
    /// Still there?
    Ping,
    /// The server ends the connection.
    Bye {
        /// Why, as a problem's code.
        code: String,
    },
}
