//! Events about payments that the profile asks for as a merchant.

use serde::Serialize;
use serde_json::Value;

use super::{TYPES, matches};

/// The kind of the stream's events. Their subject is the payment.
pub const CHANGED: &str = "payment.changed";

/// A change of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::webhook) struct PaymentChange {
    /// The state after it, or `created`, `settled`, `refunded`.
    pub change: String,
    /// The number of the payment's event.
    pub version: i64,
}

impl PaymentChange {
    pub(super) fn read(body: &Value) -> Option<Self> {
        Some(Self { change: body.get("change")?.as_str()?.to_owned(), version: body.get("version")?.as_i64()? })
    }

    pub(super) fn event_type(&self) -> Option<&'static str> {
        let fits =
            |(name, changes): &&(&str, &[&str])| changes.contains(&self.change.as_str()) && matches("payment.*", name);
        TYPES.iter().find(fits).map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::ChangeSaid;
    use super::*;

    #[test]
    fn a_change_of_a_payment_has_one_type() {
        let of = |change: &str| {
            let said = ChangeSaid::read(CHANGED, &json!({ "change": change, "version": 3 })).unwrap();
            assert_eq!(said.version(), 3);
            said.event_type()
        };
        let changes: Vec<&str> =
            TYPES.iter().filter(|(name, _)| matches("payment.*", name)).flat_map(|one| one.1).copied().collect();
        for (at, change) in changes.iter().enumerate() {
            assert!(of(change).is_some() && !changes[..at].contains(change), "{change}");
        }
        assert_eq!(of("held"), Some("payment.in_review"));
        assert_eq!((of("paid"), of("settled")), (Some("payment.paid"), Some("payment.settled")));
        assert_eq!((of("nonsense"), ChangeSaid::read(CHANGED, &json!({ "version": 3 }))), (None, None));
    }
}
