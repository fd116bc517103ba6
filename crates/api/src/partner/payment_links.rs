//! Links of the key's profile that many payers use.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use kernel::kinds;

use super::auth::{OnceByKey, Partner};
use crate::AppState;
use crate::client::payment_links;
use crate::cursor::PageParams;
use crate::dto::page::Page;
use crate::dto::payment_link::{MakePaymentLink, PaymentLink};
use crate::extract::{AskedHost, Body, IdInPath, Params};
use crate::idempotency::IdempotencyHeader;
use crate::problem::Problem;

/// Makes a link that many payers use: each of them gets a payment of their own. The price is the merchant's, or each payer
/// names it within bounds, as for donations or at a till.
///
/// 409 `CONFLICT_ERROR` if the profile is no merchant, or has 200 open links.
#[utoipa::path(post, path = "/api/partner/v1/payment-links", tag = "payments", request_body = MakePaymentLink,
    params(IdempotencyHeader), security(("key" = ["wallet:payins"])), responses((status = 201, body = PaymentLink)))]
pub(super) async fn make_payment_link(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    OnceByKey(key): OnceByKey,
    body: Body<MakePaymentLink>,
) -> Result<Response, Problem> {
    payment_links::make_link(State(state), partner.customer(), host, key, body).await
}

/// Lists the links, newest first.
#[utoipa::path(get, path = "/api/partner/v1/payment-links", tag = "payments", params(PageParams),
    security(("key" = ["wallet:payment_read"])), responses((status = 200, body = Page<PaymentLink>)))]
pub(super) async fn list_payment_links(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    page: Params<PageParams>,
) -> Result<Json<Page<PaymentLink>>, Problem> {
    payment_links::list_links(State(state), partner.customer(), host, page).await
}

/// Ends a link: no payer can open it any more. Payments that were opened by it stay. An ended link is returned as it is.
#[utoipa::path(post, path = "/api/partner/v1/payment-links/{id}/end", tag = "payments",
    params(("id" = String, Path, description = "The link."), IdempotencyHeader),
    security(("key" = ["wallet:payins"])), responses((status = 200, body = PaymentLink)))]
pub(super) async fn end_payment_link(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    id: IdInPath<kinds::PaymentLink>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    payment_links::end_link(State(state), partner.customer(), host, id, key).await
}
