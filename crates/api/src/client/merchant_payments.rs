//! A merchant's operations on one payment: cancellation, refund, export of the list.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use exchange::requisite::Requisite;
use exchange::{RequisiteInput, short_reference};
use identity::{Feature, Purpose};
use kernel::{Amount, kinds};
use merchants as domain;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use super::merchants::page_of;
use super::orders::shown_requisite;
use super::quotes::amount;
use super::transaction_filter::in_order;
use crate::AppState;
use crate::csv::row;
use crate::dto::merchant::{
    MerchantOverview, MerchantPaymentDetails, MerchantRefund, RefundOffer, RefundOfferRequest, RefundPayment,
};
use crate::extract::{AskedHost, Body, Customer, IdInPath, Params};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::mfa::guard::{Confirmation, ConfirmationHeader, Operation};
use crate::problem::{FieldError, Problem};
use crate::state::offers;
use crate::view;

/// A payment of the customer's merchant as it is.
async fn looked(state: &AppState, customer: &Customer, id: kernel::PaymentId) -> Result<domain::Looked, Problem> {
    let tenant = customer.tenant.id;
    let (merchant, payment) = state.merchants().payment(tenant, customer.profile, id).await?;
    Ok(state.merchants().look(tenant, merchant, payment).await?)
}

/// Cancels a payment that nobody has paid. Its page says so, and its address stops waiting.
///
/// 409 `CONFLICT_ERROR` if money has arrived. A cancelled payment is returned as it is.
#[utoipa::path(post, path = "/api/client/v1/merchant/payments/{id}/cancel", tag = "merchants",
    params(("id" = String, Path, description = "The payment."), IdempotencyHeader), security(("bearer" = [])),
    responses((status = 200, body = MerchantPaymentDetails)))]
pub(crate) async fn cancel_payment(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    IdInPath(id): IdInPath<kinds::Payment>,
    key: IdempotencyKey,
) -> Result<Response, Problem> {
    let found = looked(&state, &customer, id).await?;
    let (own, whose) = (state.clone(), customer.clone());
    let work = async move {
        let cancelled = own.merchants().cancel(whose.tenant.id, found).await?;
        Ok(view::payment_details(&cancelled, page_of(&own, &whose.tenant, &host, id)))
    };
    once(&state, &customer, &key, &[], StatusCode::OK, work).await
}

/// Returns what a refund of a paid payment would bring and cost now.
///
/// 409 `CONFLICT_ERROR` for a payment that is not paid, or of which nothing is left.
#[utoipa::path(post, path = "/api/client/v1/merchant/payments/{id}/refund-offer", tag = "merchants",
    params(("id" = String, Path, description = "The payment.")), request_body = RefundOfferRequest,
    security(("bearer" = [])), responses((status = 200, body = RefundOffer)))]
pub(crate) async fn offer_refund(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Payment>,
    Body { value: asked, .. }: Body<RefundOfferRequest>,
) -> Result<Json<RefundOffer>, Problem> {
    let found = looked(&state, &customer, id).await?;
    let currency = found.payment.terms.price.currency();
    let asked_for = asked.amount.as_ref().map(|text| amount("/amount", text, currency)).transpose()?;
    let offer = state.merchants().refund_offer(customer.tenant.id, &found, (asked_for, asked.rate.0)).await?;
    Ok(Json(RefundOffer { amount: offer.amount.into(), gets: offer.coins.into(), cost: offer.cost.into() }))
}

/// Sends back what a payer has paid, all of it or a part, from the balance. Several refunds add up to what was received
/// at most.
///
/// Requires confirmation with the second factor if the customer protects transfers with it. 409 `CONFLICT_ERROR` for a
/// payment that is not paid, or of which nothing is left; the refusals of a withdrawal.
#[utoipa::path(post, path = "/api/client/v1/merchant/payments/{id}/refunds", tag = "merchants",
    params(("id" = String, Path, description = "The payment."), IdempotencyHeader, ConfirmationHeader),
    request_body = RefundPayment, security(("bearer" = [])), responses((status = 201, body = MerchantRefund)))]
pub(crate) async fn refund_payment(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Payment>,
    key: IdempotencyKey,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<RefundPayment>,
) -> Result<Response, Problem> {
    let found = looked(&state, &customer, id).await?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves(&customer.tenant).await?;
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    offers(&customer.tenant, Feature::Balances)?;
    let (own, whose, operation) = (state.clone(), customer.clone(), key.operation(customer.profile));
    let work = async move {
        let (tenant, principal) = (whose.tenant.id, &whose.principal);
        let refund = new_refund(&found, asked, &operation)?;
        if principal.guards.transfer {
            let operation = Operation { purpose: Purpose::Transfer, body_hash: &hash, name: &operation };
            confirmation.require(&own, tenant, principal, operation, shown(&own, tenant, &found, &refund)).await?;
        }
        let made = own.merchants().refund(tenant, &found, &customer_status, &refund).await;
        Ok(view::merchant_refund(&made.map_err(for_merchant)?))
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// The refund that a request asks for.
fn new_refund(found: &domain::Looked, asked: RefundPayment, operation: &str) -> Result<domain::NewRefund, Problem> {
    let terms = &found.payment.terms;
    let read = |pointer: &str, text: Option<_>, currency| {
        text.as_ref().map(|text| amount(pointer, text, currency)).transpose()
    };
    Ok(domain::NewRefund {
        amount: read("/amount", asked.amount, terms.price.currency())?,
        rate: asked.rate.0,
        requisite: RequisiteInput::Address { value: asked.address, memo: asked.memo },
        cost: read("/cost", asked.cost, terms.settlement)?,
        client_key: Sha256::digest(operation.as_bytes()).into(),
    })
}

/// The content of the merchant's confirmation: the amounts, and the validated address.
async fn shown(
    state: &AppState,
    tenant: kernel::TenantId,
    found: &domain::Looked,
    refund: &domain::NewRefund,
) -> Result<Value, Problem> {
    let offer = state.merchants().refund_offer(tenant, found, (refund.amount, refund.rate)).await?;
    let payway = found.refundable().map(|can| can.payway).ok_or_else(Problem::not_found)?;
    let to: Requisite =
        state.exchange().check_requisite(offer.coins.currency(), payway, &refund.requisite).map_err(for_merchant)?;
    let money = |amount: Amount| json!({"amount": amount.to_decimal(), "currency": amount.currency().code()});
    let reference = found.refundable().map(|can| short_reference(can.parent));
    Ok(json!({"kind": "order", "pays": money(offer.cost), "receives": money(offer.coins), "to": shown_requisite(&to),
        "reference": reference}))
}

/// A refusal at the fields of this request.
fn for_merchant(refused: exchange::ExchangeError) -> Problem {
    match refused {
        exchange::ExchangeError::Requisite(_) => Problem::from(refused).at("/address"),
        other => other.into(),
    }
}

/// The period of an export or an overview.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportParams {
    /// Start of the period, inclusive.
    #[param(value_type = String, format = DateTime, max_length = 40)]
    from: DateTime<Utc>,
    /// End of the period, exclusive.
    #[param(value_type = String, format = DateTime, max_length = 40)]
    to: DateTime<Utc>,
}

/// Returns the sums of a period of at most 31 days: what was taken, settled, paid in fees and refunded; and what waits now.
///
/// What a payer left besides a paid payment is on the balance, and not in it.
#[utoipa::path(get, path = "/api/client/v1/merchant/overview", tag = "merchants", params(ExportParams),
    security(("bearer" = [])), responses((status = 200, body = MerchantOverview)))]
pub(crate) async fn merchant_overview(
    State(state): State<AppState>,
    customer: Customer,
    Params(asked): Params<ExportParams>,
) -> Result<Json<MerchantOverview>, Problem> {
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let found = state.merchants().overview(tenant, profile, (asked.from, asked.to)).await;
    Ok(Json(view::merchant_overview(found.map_err(|refused| Problem::from(refused).at_parameter())?)))
}

const HEADER: [&str; 16] = [
    "id",
    "order_id",
    "created_at",
    "expires_at",
    "state",
    "price",
    "price_currency",
    "paid",
    "paid_currency",
    "received",
    "received_currency",
    "refunded",
    "refunded_currency",
    "refunds",
    "description",
    "transaction_ids",
];

/// Returns the payments that were made in a period, oldest first, as CSV (RFC 4180, UTF-8).
///
/// Amounts are plain decimals. Text that a spreadsheet would execute begins with an apostrophe. At most 1,000 payments:
/// 400 names `to` if the period has more.
#[utoipa::path(get, path = "/api/client/v1/merchant/payments/export", tag = "merchants", params(ExportParams),
    security(("bearer" = [])), responses((status = 200, body = String, content_type = "text/csv")))]
pub(crate) async fn export_payments(
    State(state): State<AppState>,
    customer: Customer,
    Params(asked): Params<ExportParams>,
) -> Result<Response, Problem> {
    in_order(Some(asked.from), Some(asked.to))?;
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let found = state.merchants().export(tenant, profile, (asked.from, asked.to)).await?;
    let found = found.ok_or_else(|| {
        let rule = format!("must end a period with at most {} payments", domain::EXPORT_MAX);
        Problem::field(FieldError::new("to", "range", rule).with("max", domain::EXPORT_MAX))
    })?;
    let mut file = row(HEADER);
    for looked in &found {
        let cells = cells(looked);
        file.push_str(&row(cells.iter().map(String::as_str)));
    }
    let (from, to) = (asked.from.format("%F"), asked.to.format("%F"));
    let name = HeaderValue::try_from(format!("attachment; filename=\"payments-{from}-{to}.csv\""));
    let mut response = ([(CONTENT_TYPE, "text/csv; charset=utf-8")], file).into_response();
    if let Ok(name) = name {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The cells of a payment, in the order of the header.
fn cells(looked: &domain::Looked) -> [String; 16] {
    let payment = &looked.payment;
    let money = |amount: Option<Amount>| match amount {
        Some(amount) => [amount.to_decimal(), amount.currency().code().to_owned()],
        None => [String::new(), String::new()],
    };
    let time = |at: DateTime<Utc>| at.format("%FT%TZ").to_string();
    let [price, price_currency] = money(Some(payment.terms.price));
    let [paid, paid_currency] = money(looked.paid());
    let [received, received_currency] = money(looked.settled());
    let [refunded, refunded_currency] = money(looked.refundable().map(|can| can.refunded));
    let ids: Vec<String> = looked.movements.iter().map(|one| one.transaction.id.to_string()).collect();
    [
        payment.id.to_string(),
        payment.order_id.clone().unwrap_or_default(),
        time(payment.created_at),
        time(payment.expires_at),
        looked.state().code().to_owned(),
        price,
        price_currency,
        paid,
        paid_currency,
        received,
        received_currency,
        refunded,
        refunded_currency,
        looked.refunds.len().to_string(),
        payment.terms.description.clone().unwrap_or_default(),
        ids.join(" "),
    ]
}
