//! Shapes of webhook endpoints and deliveries.

use chrono::{DateTime, Utc};
use partners::webhook::{Delivery, DeliveryFailure, DeliveryState, Endpoint, MadeEndpoint};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dto::code::coded;
use crate::dto::partner::WebhookState;

/// An address that receives the profile's events.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WebhookEndpoint {
    /// The id.
    #[schema(example = "whe_019a0000000070008000000000000001")]
    id: String,
    /// The API key in whose name it receives. It ends with the key.
    #[schema(example = "key_019a0000000070008000000000000001")]
    key_id: String,
    /// The URL.
    #[schema(example = "https://shop.example/hooks/agio")]
    url: String,
    /// Types that it takes, or groups such as `order.*`. Empty for all.
    types: Vec<String>,
    /// Whether it receives events.
    state: WebhookState,
    /// Failed attempts since the last success.
    failures: u32,
    /// The first failure since the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing_since: Option<DateTime<Utc>>,
    /// Until when the former secret signs too, after a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    former_secret_until: Option<DateTime<Utc>>,
    /// Creation time.
    created_at: DateTime<Utc>,
}

/// The endpoints of a profile.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WebhookEndpoints {
    /// Endpoints, oldest first.
    pub data: Vec<WebhookEndpoint>,
    /// Types of events.
    pub types: Vec<String>,
    /// Maximum number of endpoints.
    #[schema(example = 16)]
    pub endpoints_max: i64,
}

/// An endpoint with its new secret.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookEndpointMade {
    /// The endpoint.
    endpoint: WebhookEndpoint,
    /// The secret that verifies what it receives. It is returned only this once.
    #[schema(example = "whsec_…")]
    secret: String,
}

/// Type of an event, or a group of types.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(max_length = 60, example = "order.completed")]
pub(super) struct EventTypeText(pub String);

/// An endpoint to create.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewWebhookEndpoint {
    /// The API key in whose name it receives.
    #[schema(max_length = 64, example = "key_019a0000000070008000000000000001")]
    pub key_id: String,
    /// URL with https, a public host name, and the port 443 or 8443. A local sandbox also takes `http://localhost`.
    #[schema(min_length = 1, max_length = 500, example = "https://shop.example/hooks/agio")]
    pub url: String,
    /// Types that it takes, or groups. Empty for all.
    #[serde(default)]
    #[schema(required = false, max_items = 50)]
    pub types: Vec<EventTypeText>,
}

/// An endpoint that a key creates for itself.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewWebhookEndpointOfKey {
    /// URL with https, a public host name, and the port 443 or 8443. A local sandbox also takes `http://localhost`.
    #[schema(min_length = 1, max_length = 500, example = "https://shop.example/hooks/agio")]
    pub url: String,
    /// Types that it takes, or groups. Empty for all.
    #[serde(default)]
    #[schema(required = false, max_items = 50)]
    pub types: Vec<EventTypeText>,
}

/// A change of an endpoint. Omitted fields remain unchanged.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(super) struct WebhookEndpointUpdate {
    /// URL.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, example = "https://shop.example/hooks/agio")]
    pub url: Option<String>,
    /// Types that it takes, or groups. Empty for all.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub types: Option<Vec<EventTypeText>>,
}

/// Which events to send again.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct ReplayEvents {
    /// Start of the period.
    #[schema(max_length = 40)]
    pub from: DateTime<Utc>,
    /// End of the period, exclusive.
    #[schema(max_length = 40)]
    pub to: DateTime<Utc>,
}

/// The events of a replay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Replayed {
    /// Number of deliveries.
    #[schema(example = 12)]
    pub deliveries: u64,
    /// The cursor to continue from, if the period has more events than one replay sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_from: Option<DateTime<Utc>>,
}

coded! {
    /// State of a delivery.
    pub(super) type WebhookDeliveryState = DeliveryState;

    /// Why an attempt failed.
    pub(super) type WebhookFailure = DeliveryFailure;
}

/// One event on its way to one endpoint, with its last attempt.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WebhookDelivery {
    /// The id.
    #[schema(example = "whd_019a0000000070008000000000000001")]
    id: String,
    /// The endpoint.
    endpoint_id: String,
    /// The event.
    #[schema(example = "evt_019a0000000080008000000000000001")]
    event_id: String,
    /// Type of the event.
    #[schema(example = "order.completed")]
    r#type: String,
    /// State.
    state: WebhookDeliveryState,
    /// Attempts so far, at most 10.
    attempt: u32,
    /// Time of the next attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_at: Option<DateTime<Utc>>,
    /// Creation time.
    created_at: DateTime<Utc>,
    /// Time of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried_at: Option<DateTime<Utc>>,
    /// HTTP status of the last response.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    /// Duration of the last attempt in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u32>,
    /// Why the last attempt failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<WebhookFailure>,
}

impl From<Endpoint> for WebhookEndpoint {
    fn from(endpoint: Endpoint) -> Self {
        Self {
            id: endpoint.id.to_string(),
            key_id: endpoint.key.to_string(),
            url: endpoint.url,
            types: endpoint.types,
            state: endpoint.state.into(),
            failures: u32::try_from(endpoint.failures).unwrap_or_default(),
            failing_since: endpoint.failing_since,
            former_secret_until: endpoint.former_secret_until,
            created_at: endpoint.created_at,
        }
    }
}

impl From<MadeEndpoint> for WebhookEndpointMade {
    fn from(made: MadeEndpoint) -> Self {
        Self { endpoint: made.endpoint.into(), secret: made.secret.expose().to_owned() }
    }
}

impl From<Delivery> for WebhookDelivery {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id.to_string(),
            endpoint_id: delivery.endpoint.to_string(),
            event_id: delivery.event.to_string(),
            r#type: delivery.kind,
            state: delivery.state.into(),
            attempt: u32::try_from(delivery.attempt).unwrap_or_default(),
            next_at: delivery.next_at,
            created_at: delivery.created_at,
            tried_at: delivery.tried_at,
            status: delivery.status.and_then(|status| u16::try_from(status).ok()),
            duration_ms: delivery.duration_ms.and_then(|ms| u32::try_from(ms).ok()),
            failure: delivery.failure.map(Into::into),
        }
    }
}
