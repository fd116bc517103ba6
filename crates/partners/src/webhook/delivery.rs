//! The delivery log.

use chrono::{DateTime, Utc};
use kernel::{EventId, WebhookDeliveryId, WebhookEndpointId};

/// The maximum number of events that one replay sends.
pub const REPLAY_MAX: i64 = 1_000;
/// The maximum number of deliveries of an endpoint that wait, for a person who asks for more.
pub(super) const OPEN_MAX: i64 = 5_000;

kernel::codes! {
    /// State of a delivery.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DeliveryState {
        /// It waits for its next attempt.
        Waiting = "waiting",
        /// It is being sent.
        Sending = "sending",
        /// The endpoint accepted it.
        Delivered = "delivered",
        /// It was given up.
        Failed = "failed",
    }
}

impl DeliveryState {
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Failed)
    }
}

kernel::codes! {
    /// Why an attempt failed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DeliveryFailure {
        /// The response had another status than 2xx.
        Status = "status",
        /// The response was a redirect, which is not followed.
        Redirect = "redirect",
        /// No response in time.
        Timeout = "timeout",
        /// No connection, or no valid certificate.
        Connection = "connection",
        /// The host name leads to an address that may not be called.
        Address = "address",
        /// The endpoint was stopped first.
        Stopped = "stopped",
    }
}

impl DeliveryFailure {
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Status)
    }
}

/// One event on its way to one endpoint, with its last attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The id.
    pub id: WebhookDeliveryId,
    /// The endpoint.
    pub endpoint: WebhookEndpointId,
    /// The event.
    pub event: EventId,
    /// Type of the event.
    pub kind: String,
    /// State.
    pub state: DeliveryState,
    /// Attempts so far.
    pub attempt: i32,
    /// The next attempt, while it waits.
    pub next_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The last attempt.
    pub tried_at: Option<DateTime<Utc>>,
    /// HTTP status of the last response.
    pub status: Option<i32>,
    /// Duration of the last attempt in milliseconds.
    pub duration_ms: Option<i32>,
    /// Why the last attempt failed.
    pub failure: Option<DeliveryFailure>,
}
