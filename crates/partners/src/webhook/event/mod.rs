//! Events as partners receive them: the table of types, the stable id, and the bytes. Pure.

mod customer;
mod payment;

use chrono::{DateTime, SecondsFormat, Utc};
use kernel::{EventId, ProfileId, TenantId, WebhookEndpointId};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Builder;

pub use customer::CHANGED as CUSTOMER_CHANGED;
pub(crate) use customer::CustomerChange;
pub use payment::CHANGED as PAYMENT_CHANGED;
use payment::PaymentChange;

/// The kind of the stream's events about the profile's own transactions.
pub(super) const CHANGED: &str = "transaction.changed";
/// The kind of the stream's events about transactions that visitors of the profile's widgets made.
pub(super) const WIDGET_CHANGED: &str = "widget_order.changed";
/// The type of a test delivery.
pub const PING: &str = "webhook.ping";
/// Version of the event's shape.
const API_VERSION: &str = "v1";

/// Types of events, with the status that each stands for: `order.*` of the profile's own transactions, `widget_order.*` of
/// those that visitors of its widgets made. A transaction's first event is `….created`, unless it has already ended.
/// `customer.verification.*` have the state of the link to a partner's customer, `payment.*` a change of a payment that
/// the profile asks for as a merchant.
pub const TYPES: [(&str, &[&str]); 42] = [
    ("order.created", &[]),
    ("order.updated", &["NEW"]),
    ("order.payment_pending", &["WAIT"]),
    ("order.processing", &["PROCESSING"]),
    ("order.action_required", &["ACTION_REQUIRED"]),
    ("order.in_review", &["MANUAL"]),
    ("order.completed", &["DONE"]),
    ("order.resolved", &["RESOLVED"]),
    ("order.expired", &["EXPIRED"]),
    ("order.cancelled", &["CANCELLED"]),
    ("order.rejected", &["REJECT"]),
    ("order.failed", &["FAIL"]),
    ("widget_order.created", &[]),
    ("widget_order.updated", &["NEW"]),
    ("widget_order.payment_pending", &["WAIT"]),
    ("widget_order.processing", &["PROCESSING"]),
    ("widget_order.action_required", &["ACTION_REQUIRED"]),
    ("widget_order.in_review", &["MANUAL"]),
    ("widget_order.completed", &["DONE"]),
    ("widget_order.resolved", &["RESOLVED"]),
    ("widget_order.expired", &["EXPIRED"]),
    ("widget_order.cancelled", &["CANCELLED"]),
    ("widget_order.rejected", &["REJECT"]),
    ("widget_order.failed", &["FAIL"]),
    ("customer.verification.confirmed", &["confirmed"]),
    ("customer.verification.cancelled", &["cancelled"]),
    ("customer.verification.withdrawn", &["withdrawn"]),
    ("payment.created", &["created"]),
    ("payment.updated", &["open", "waiting", "rate_expired", "returning"]),
    ("payment.seen", &["seen"]),
    ("payment.paid_partly", &["paid_partly"]),
    ("payment.paid_over", &["paid_over"]),
    ("payment.paid_late", &["paid_late"]),
    ("payment.in_review", &["held"]),
    ("payment.paid", &["paid"]),
    ("payment.settled", &["settled"]),
    ("payment.refunded", &["refunded"]),
    ("payment.returned", &["returned"]),
    ("payment.expired", &["expired"]),
    ("payment.cancelled", &["cancelled"]),
    ("payment.failed", &["failed"]),
    ("payment.closed", &["closed"]),
];

/// Statuses of a transaction that has just begun.
const BEGINNINGS: [&str; 3] = ["NEW", "WAIT", "PROCESSING"];

/// What an event of the stream says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum ChangeSaid {
    /// About a transaction.
    Transaction(TransactionChange),
    /// About the link to a partner's customer.
    Customer(CustomerChange),
    /// About a payment of the profile as a merchant.
    Payment(PaymentChange),
}

impl ChangeSaid {
    /// Reads the body of a stream's event. `None` for anything that partners do not receive.
    pub(super) fn read(kind: &str, body: &Value) -> Option<Self> {
        if kind == CUSTOMER_CHANGED {
            return CustomerChange::read(body).map(Self::Customer);
        }
        if kind == PAYMENT_CHANGED {
            return PaymentChange::read(body).map(Self::Payment);
        }
        TransactionChange::read(kind, body).map(Self::Transaction)
    }

    /// The type. `None` for a status that no type stands for.
    pub(super) fn event_type(&self) -> Option<&'static str> {
        match self {
            Self::Transaction(change) => change.event_type(),
            Self::Customer(change) => change.event_type(),
            Self::Payment(change) => change.event_type(),
        }
    }

    /// The number of the change of its subject.
    pub(super) fn version(&self) -> i64 {
        match self {
            Self::Transaction(change) => change.version,
            Self::Customer(change) => change.version,
            Self::Payment(change) => change.version,
        }
    }
}

/// The facts about a transaction in an event of the stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TransactionChange {
    /// Whether a visitor of a widget made the transaction.
    #[serde(skip)]
    pub is_of_widget: bool,
    pub status: String,
    pub sub_state: String,
    pub version: i64,
}

impl TransactionChange {
    /// Reads the body of a stream's event. `None` for anything that is not about a transaction.
    pub(super) fn read(kind: &str, body: &Value) -> Option<Self> {
        let is_of_widget = match kind {
            CHANGED => false,
            WIDGET_CHANGED => true,
            _ => return None,
        };
        let text = |name: &str| body.get(name)?.as_str().map(str::to_owned);
        let version = body.get("version")?.as_i64()?;
        Some(Self { is_of_widget, status: text("status")?, sub_state: text("sub_state")?, version })
    }

    fn event_type(&self) -> Option<&'static str> {
        let status = self.status.as_str();
        let group = if self.is_of_widget { "widget_order.*" } else { "order.*" };
        let is_new = self.version <= 1 && BEGINNINGS.contains(&status);
        let fits = |(name, statuses): &&(&str, &[&str])| {
            let is_meant = if is_new { name.ends_with(".created") } else { statuses.contains(&status) };
            is_meant && matches(group, name)
        };
        TYPES.iter().find(fits).map(|(name, _)| *name)
    }
}

/// Whether `name` is a type, or a group of types such as `order.*`.
#[must_use]
pub fn is_type(name: &str) -> bool {
    TYPES.iter().any(|(known, _)| matches(name, known))
}

/// The type with this name.
pub(super) fn known(name: &str) -> Option<&'static str> {
    TYPES.iter().map(|(known, _)| *known).find(|known| *known == name)
}

/// Whether the filter entry `wanted` takes events of the type `name`.
#[must_use]
pub fn matches(wanted: &str, name: &str) -> bool {
    match wanted.strip_suffix(".*") {
        Some(group) => name.strip_prefix(group).is_some_and(|rest| rest.starts_with('.')),
        None => wanted == name,
    }
}

/// Whether a filter takes events of the type `name`. An empty filter takes all.
pub(super) fn takes(filter: &[String], name: &str) -> bool {
    filter.is_empty() || filter.iter().any(|wanted| matches(wanted, name))
}

/// The id of an event of a profile's stream. The same event always has the same id.
pub(super) fn id_of(tenant: TenantId, profile: ProfileId, seq: i64) -> EventId {
    let mut hash = Sha256::new_with_prefix(b"agio partner event 1");
    hash.update(tenant.uuid().as_bytes());
    hash.update(profile.uuid().as_bytes());
    hash.update(seq.to_be_bytes());
    let digest: [u8; 32] = hash.finalize().into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    EventId::from_uuid(Builder::from_custom_bytes(half).into_uuid())
}

/// An event to write.
pub(super) struct EventText<'a> {
    pub id: EventId,
    pub kind: &'a str,
    /// Whether the tenant moves real money.
    pub livemode: bool,
    pub created_at: DateTime<Utc>,
    /// The number of the change of its subject.
    pub sequence: i64,
    /// The previous event of the same subject.
    pub previous: Option<EventId>,
    /// The transaction or payment as the partner API returns it, or what a partner sees of its customer.
    pub object: Value,
    pub change: Option<&'a ChangeSaid>,
}

#[derive(Serialize)]
struct Wire<'a> {
    id: String,
    r#type: &'a str,
    api_version: &'static str,
    livemode: bool,
    created_at: String,
    sequence: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_event_id: Option<String>,
    data: Data<'a>,
}

#[derive(Serialize)]
struct Data<'a> {
    object: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'a ChangeSaid>,
}

impl EventText<'_> {
    /// The bytes of the event.
    ///
    /// # Errors
    /// A value that cannot be serialized as JSON.
    pub(super) fn write(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&Wire {
            id: self.id.to_string(),
            r#type: self.kind,
            api_version: API_VERSION,
            livemode: self.livemode,
            created_at: self.created_at.to_rfc3339_opts(SecondsFormat::Micros, true),
            sequence: self.sequence,
            previous_event_id: self.previous.map(|id| id.to_string()),
            data: Data { object: &self.object, change: self.change },
        })
    }
}

/// The bytes of a test delivery to an endpoint.
///
/// # Errors
/// A value that cannot be serialized as JSON.
pub(super) fn ping(
    id: EventId,
    endpoint: WebhookEndpointId,
    livemode: bool,
    now: DateTime<Utc>,
) -> Result<String, serde_json::Error> {
    let object = json!({ "webhook_endpoint": endpoint.to_string() });
    EventText { id, kind: PING, livemode, created_at: now, sequence: 1, previous: None, object, change: None }.write()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn said(status: &str, version: i64) -> TransactionChange {
        TransactionChange { is_of_widget: false, status: status.into(), sub_state: "x".into(), version }
    }

    #[test]
    fn every_status_has_one_type_and_an_order_that_ends_at_once_says_so() {
        for (name, statuses) in TYPES {
            assert!(is_type(name));
            for status in statuses.iter().filter(|_| name.contains("order.")) {
                let is_of_widget = name.starts_with("widget_order.");
                assert_eq!(TransactionChange { is_of_widget, ..said(status, 2) }.event_type(), Some(name));
            }
        }
        assert_eq!(said("NEW", 1).event_type(), Some("order.created"));
        let of_widget = TransactionChange { is_of_widget: true, ..said("WAIT", 1) };
        assert_eq!(of_widget.event_type(), Some("widget_order.created"));
        assert_eq!(said("DONE", 1).event_type(), Some("order.completed"));
        assert_eq!(said("SOMETHING", 2).event_type(), None);
    }

    #[test]
    fn a_stream_event_that_is_about_something_else_is_left_out() {
        let body = json!({ "status": "DONE", "sub_state": "completed", "version": 7 });
        assert_eq!(
            ChangeSaid::read(CHANGED, &body),
            Some(ChangeSaid::Transaction(TransactionChange { sub_state: "completed".into(), ..said("DONE", 7) }))
        );
        assert_eq!(ChangeSaid::read("transaction.review_opened", &body), None);
        assert_eq!(ChangeSaid::read(CHANGED, &json!({ "status": "DONE" })), None);
    }

    #[test]
    fn a_filter_names_types_or_groups() {
        assert!(takes(&[], "order.failed"));
        assert!(takes(&["order.*".into()], "order.failed") && !takes(&["order.*".into()], "orders.failed"));
        assert!(takes(&["order.failed".into()], "order.failed") && !takes(&["order.failed".into()], "order.created"));
        assert!(is_type("order.*") && !is_type("order") && !is_type("*") && !is_type("card.*"));
    }

    #[test]
    fn an_id_is_stable_and_differs_by_tenant_profile_and_number() {
        let (tenant, profile) = (TenantId::from_uuid(Uuid::from_u128(1)), ProfileId::from_uuid(Uuid::from_u128(2)));
        let id = id_of(tenant, profile, 3);
        assert_eq!(id, id_of(tenant, profile, 3));
        assert_ne!(id, id_of(tenant, profile, 4));
        assert_ne!(id, id_of(tenant, ProfileId::from_uuid(Uuid::from_u128(9)), 3));
        assert_ne!(id, id_of(TenantId::from_uuid(Uuid::from_u128(9)), profile, 3));
    }
}
