//! Events about the link to a partner's customer.

use ::store::events::EventSpec;
use kernel::ProfileId;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{TYPES, matches};

/// The kind of the stream's events. Their subject is the customer's consent.
pub const CHANGED: &str = "customer_link.changed";

/// A new state of the link to a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct CustomerChange {
    /// The partner's own id of the customer.
    #[serde(skip)]
    pub external_customer_id: String,
    /// The key that the customer belongs to.
    #[serde(skip)]
    pub key_id: String,
    /// The code of the state.
    pub state: String,
    /// The version of the link with this state.
    pub version: i64,
}

impl CustomerChange {
    /// The event for the stream of the profile that owns the key. `link` is the id of the link.
    pub(crate) fn to_stream(&self, owner: ProfileId, link: Uuid) -> EventSpec {
        let Self { external_customer_id, key_id, state, version } = self;
        let body = json!({ "external_customer_id": external_customer_id, "key_id": key_id, "state": state,
            "version": version });
        EventSpec { stream: owner.uuid(), kind: CHANGED.to_owned(), subject: link, body }
    }

    pub(super) fn read(body: &Value) -> Option<Self> {
        let text = |name: &str| body.get(name)?.as_str().map(str::to_owned);
        Some(Self {
            external_customer_id: text("external_customer_id")?,
            key_id: text("key_id")?,
            state: text("state")?,
            version: body.get("version")?.as_i64()?,
        })
    }

    pub(super) fn event_type(&self) -> Option<&'static str> {
        let fits = |(name, states): &&(&str, &[&str])| {
            states.contains(&self.state.as_str()) && matches("customer.verification.*", name)
        };
        TYPES.iter().find(fits).map(|(name, _)| *name)
    }

    /// What the partner sees of the customer.
    pub(in crate::webhook) fn object(&self) -> Value {
        let Self { external_customer_id, key_id, state, .. } = self;
        json!({ "external_customer_id": external_customer_id, "key_id": key_id, "state": state })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChangeSaid;
    use super::*;

    #[test]
    fn an_event_of_the_stream_names_the_customer_and_the_type() {
        let states = [("confirmed", true), ("cancelled", true), ("withdrawn", true), ("agreed", false)];
        for (state, has_type) in states {
            let change = CustomerChange {
                external_customer_id: "c-1".into(),
                key_id: "key_1".into(),
                state: state.into(),
                version: 3,
            };
            let spec = change.to_stream(ProfileId::from_uuid(Uuid::from_u128(1)), Uuid::from_u128(2));
            let read = ChangeSaid::read(&spec.kind, &spec.body).unwrap();
            assert_eq!(read, ChangeSaid::Customer(change.clone()));
            let wanted = has_type.then(|| format!("customer.verification.{state}"));
            assert_eq!(read.event_type(), wanted.as_deref());
            assert_eq!(change.object()["external_customer_id"], "c-1");
            assert_eq!(serde_json::to_value(&read).unwrap(), json!({ "state": state, "version": 3 }));
        }
    }
}
