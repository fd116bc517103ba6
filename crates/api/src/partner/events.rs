//! The event feed.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use kernel::EventId;
use partners::webhook::{FeedPage, FeedQuery, is_type};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auth::Partner;
use super::customers::CustomerState;
use super::describe::TransactionViews;
use super::widget_orders::WidgetOrder;
use crate::AppState;
use crate::cursor::PageParams;
use crate::dto::merchant::MerchantPaymentDetails;
use crate::dto::transaction::{Status, SubState, Transaction};
use crate::extract::Params;
use crate::problem::{FieldError, Problem};

/// An event of the profile. A webhook has the same bytes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEvent {
    /// The id, also in the header `webhook-id`. The same event always has the same id.
    #[schema(example = "evt_019a0000000080008000000000000001")]
    id: String,
    /// Type.
    #[schema(example = "order.completed")]
    r#type: String,
    /// Version of this shape.
    #[schema(example = "v1")]
    api_version: String,
    /// Whether real money moves.
    livemode: bool,
    /// Time of the event.
    created_at: DateTime<Utc>,
    /// Number of the change of its subject: of a transaction or a payment without gaps; of the link to a customer, which also has
    /// changes without an event, with gaps.
    #[schema(example = 4)]
    sequence: u64,
    /// The previous event of the same subject. Absent for its first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_event_id: Option<String>,
    /// The event.
    data: PartnerEventData,
}

/// The event.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEventData {
    /// The transaction when the event was written, normally within a second: its `version` may be newer than the
    /// event's `sequence`. For the types `customer.verification.*` the customer at the time of the change.
    object: PartnerEventObject,
    /// The change itself.
    change: PartnerEventChange,
}

/// The transaction of the profile; for the types `widget_order.*` what the partner sees of a visitor's transaction; for
/// `customer.verification.*` the partner's customer; for `payment.*` the payment as `GET payments/{id}` returns it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum PartnerEventObject {
    /// Of the profile.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Transaction(Box<Transaction>),
    /// Of a visitor.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    WidgetOrder(Box<WidgetOrder>),
    /// Of the partner.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Customer(PartnerEventCustomer),
    /// Of the profile as a merchant.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Payment(Box<MerchantPaymentDetails>),
}

/// A partner's customer, whose state changed. `GET customers/{id}/verification` has the rest.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEventCustomer {
    /// The partner's own id of the customer.
    #[schema(example = "customer-42")]
    external_customer_id: String,
    /// The API key that the customer belongs to.
    #[schema(example = "key_019a0000000070008000000000000001")]
    key_id: String,
    /// State after the change.
    state: CustomerState,
}

/// The change itself, of a transaction, of the link to a customer, or of a payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum PartnerEventChange {
    /// Of a transaction.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Transaction(PartnerEventTransactionChange),
    /// Of the link to a customer.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Customer(PartnerEventCustomerChange),
    /// Of a payment.
    #[allow(dead_code, reason = "the bytes are stored; this is their description")]
    Payment(PartnerEventPaymentChange),
}

/// A change of a payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEventPaymentChange {
    /// State after it, or `created`, `settled`, `refunded`.
    #[schema(example = "paid")]
    change: String,
    /// Number of the payment's event.
    version: u64,
}

/// A change of the link to a customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEventCustomerChange {
    /// State after it.
    state: CustomerState,
    /// Version of the link after it.
    version: u64,
}

/// A change of a transaction.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEventTransactionChange {
    /// Status after it.
    status: Status,
    /// Detail of the status.
    sub_state: SubState,
    /// Version of the transaction after it.
    version: u64,
}

/// A page of the feed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerEvents {
    /// Events, oldest first.
    data: Vec<PartnerEvent>,
    /// Send it as `after` to go on. Absent if there is no event yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// Whether there are more events now.
    has_more: bool,
}

/// Which events.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EventParams {
    /// Id of the last event that the caller has. Absent for the oldest of the last 90 days.
    #[param(max_length = 64, example = "evt_019a0000000080008000000000000001")]
    pub after: Option<String>,
    /// Events per page: 1 to 200, default 50.
    #[param(minimum = 1, maximum = 200, default = 50)]
    pub limit: Option<u32>,
    /// Only this type, or a group of types such as `order.*`.
    #[param(max_length = 60, example = "order.completed")]
    pub r#type: Option<String>,
}

/// Types that a filter stands for; empty for all.
fn types(asked: Option<String>) -> Result<Vec<String>, Problem> {
    let Some(asked) = asked else { return Ok(Vec::new()) };
    if !is_type(&asked) {
        return Err(Problem::field(FieldError::new("type", "one_of", "is not a type of event")));
    }
    let all = partners::webhook::TYPES.iter().map(|(name, _)| *name);
    Ok(all.filter(|name| partners::webhook::matches(&asked, name)).map(str::to_owned).collect())
}

/// The page, with the bytes of the events as they are stored.
fn written(page: &FeedPage, next: Option<EventId>) -> String {
    let next = next.map_or_else(String::new, |id| format!("\"next_cursor\":\"{id}\","));
    format!("{{\"data\":[{}],{next}\"has_more\":{}}}", page.bodies.join(","), page.has_more)
}

/// Lists the events of the key's profile, oldest first. They stay for 90 days.
///
/// Each event has the same id and the same bytes in every response and in webhooks. 400 with the pointer `after` for an
/// unknown or deleted event.
#[utoipa::path(get, path = "/api/partner/v1/events", tag = "events", params(EventParams),
    security(("key" = ["exchanger:orders_read"]), ("key" = ["wallet:transactions_read"]), ("key" = ["webhooks:read"])),
    responses((status = 200, body = PartnerEvents)))]
pub(super) async fn list_events(
    State(state): State<AppState>,
    partner: Partner,
    Params(asked): Params<EventParams>,
) -> Result<Response, Problem> {
    let limit = PageParams { cursor: None, limit: asked.limit }.limit()?;
    let unknown = || Problem::field(FieldError::new("after", "invalid", "is not the id of an event"));
    let after = asked.after.map(|text| text.parse::<EventId>().map_err(|_| unknown())).transpose()?;
    let query = FeedQuery { after, types: types(asked.r#type)?, limit };
    let (tenant, profile) = (&partner.tenant, partner.known.key.profile);
    let views = TransactionViews::of(&state);
    let page = state.partners().feed(&views, (tenant.id, tenant.sandbox), profile, &query).await;
    let page = page.map_err(|error| Problem::from(error).at_parameter())?;
    let next = page.last.or(after);
    Ok(([(CONTENT_TYPE, "application/json")], written(&page, next)).into_response())
}

#[cfg(test)]
mod tests {
    use kernel::EventId;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_page_has_the_bytes_of_its_events() {
        let id = EventId::from_uuid(Uuid::from_u128(7));
        let page = FeedPage { bodies: vec!["{\"a\": 1}".into(), "{}".into()], last: Some(id), has_more: true };
        let text = written(&page, page.last);
        assert_eq!(text, format!("{{\"data\":[{{\"a\": 1}},{{}}],\"next_cursor\":\"{id}\",\"has_more\":true}}"));
        let none = FeedPage { bodies: vec![], last: None, has_more: false };
        assert_eq!(written(&none, None), "{\"data\":[],\"has_more\":false}");
    }

    #[test]
    fn a_group_stands_for_its_types() {
        assert!(types(None).unwrap().is_empty());
        assert_eq!(types(Some("order.failed".into())).unwrap(), ["order.failed"]);
        assert_eq!(types(Some("widget_order.*".into())).unwrap().len(), types(Some("order.*".into())).unwrap().len());
        assert_eq!(types(Some("customer.verification.*".into())).unwrap().len(), 3);
        assert!(types(Some("card.*".into())).is_err());
    }
}
