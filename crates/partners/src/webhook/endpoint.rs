//! Endpoints, and the rules for them. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use identity::IdentityError;
use kernel::{PartnerKeyId, WebhookEndpointId};

use super::event;

/// The maximum number of endpoints of a profile.
pub const ENDPOINTS_MAX: i64 = 16;
/// The maximum number of entries of a filter.
pub const FILTER_MAX: usize = 50;
/// How long the former secret of an endpoint signs beside the new one.
pub const FORMER_SECRET_FOR: TimeDelta = TimeDelta::hours(24);

kernel::codes! {
    /// Whether an endpoint receives events.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EndpointState {
        /// It receives events.
        Active = "active",
        /// It failed for five days.
        Paused = "paused",
        /// It answered 410.
        Disabled = "disabled",
    }
}

impl EndpointState {
    /// An unknown code receives nothing.
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Disabled)
    }
}

/// An address that receives events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The id.
    pub id: WebhookEndpointId,
    /// The API key in whose name it receives. It ends with the key.
    pub key: PartnerKeyId,
    /// The URL.
    pub url: String,
    /// The types that it takes, or groups of them; empty for all.
    pub types: Vec<String>,
    /// Whether it receives events.
    pub state: EndpointState,
    /// Failed attempts since the last success.
    pub failures: i32,
    /// The first failure since the last success.
    pub failing_since: Option<DateTime<Utc>>,
    /// The time until which the former secret signs too, after a rotation.
    pub former_secret_until: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// An endpoint to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEndpoint {
    /// The API key in whose name it receives.
    pub key: PartnerKeyId,
    /// The URL.
    pub url: String,
    /// The types that it takes; empty for all.
    pub types: Vec<String>,
}

/// The changes of an endpoint; `None` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndpointChange {
    /// A new URL.
    pub url: Option<String>,
    /// A new filter.
    pub types: Option<Vec<String>>,
}

/// Validates a filter, and removes repetitions.
///
/// # Errors
/// A field error of `types`.
pub(super) fn filter(asked: &[String]) -> Result<Vec<String>, IdentityError> {
    if asked.len() > FILTER_MAX {
        return Err(IdentityError::field("types", "max_items", format!("At most {FILTER_MAX} types.")));
    }
    if let Some(odd) = asked.iter().find(|name| !event::is_type(name)) {
        return Err(IdentityError::field("types", "one_of", format!("{odd}: there is no such type of event.")));
    }
    let mut types: Vec<String> = asked.to_vec();
    types.sort();
    types.dedup();
    Ok(types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_known_types_once() {
        let filter = |names: &[&str]| filter(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(filter(&["order.*", "order.failed", "order.*"]).unwrap(), ["order.*", "order.failed"]);
        assert!(filter(&[]).unwrap().is_empty());
        assert!(filter(&["order.paid"]).is_err() && filter(&[""]).is_err());
    }

    #[test]
    fn a_state_reads_back() {
        for state in [EndpointState::Active, EndpointState::Paused, EndpointState::Disabled] {
            assert_eq!(EndpointState::read(state.code()), state);
        }
    }
}
