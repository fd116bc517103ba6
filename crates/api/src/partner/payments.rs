//! Payments of the key's profile as a merchant.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use kernel::kinds;

use super::auth::{OnceByKey, Partner};
use crate::AppState;
use crate::client::merchants;
use crate::cursor::PageParams;
use crate::dto::merchant::{MakePayment, MerchantPayment, MerchantPaymentDetails, PaymentParams};
use crate::dto::page::Page;
use crate::extract::{AskedHost, Body, IdInPath, Params};
use crate::idempotency::IdempotencyHeader;
use crate::problem::Problem;

/// Makes a payment: a page on which somebody without an account pays the key's profile.
///
/// 409 `CONFLICT_ERROR` if the profile is no merchant, or another payment has the `order_id`.
#[utoipa::path(post, path = "/api/partner/v1/payments", tag = "payments", request_body = MakePayment,
    params(IdempotencyHeader), security(("key" = ["wallet:payins"])), responses((status = 201, body = MerchantPayment)))]
pub(super) async fn make_payment(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    OnceByKey(key): OnceByKey,
    body: Body<MakePayment>,
) -> Result<Response, Problem> {
    merchants::make_payment(State(state), partner.customer(), host, key, body).await
}

/// Lists the payments, newest first. States are those of the last look, at most some seconds ago.
#[utoipa::path(get, path = "/api/partner/v1/payments", tag = "payments", params(PaymentParams, PageParams),
    security(("key" = ["wallet:payment_read"])), responses((status = 200, body = Page<MerchantPayment>)))]
pub(super) async fn list_payments(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    asked: Params<PaymentParams>,
    page: Params<PageParams>,
) -> Result<Json<Page<MerchantPayment>>, Problem> {
    merchants::list_payments(State(state), partner.customer(), host, asked, page).await
}

/// Returns a payment, and what was paid.
#[utoipa::path(get, path = "/api/partner/v1/payments/{id}", tag = "payments",
    params(("id" = String, Path, description = "The payment.")), security(("key" = ["wallet:payment_read"])),
    responses((status = 200, body = MerchantPaymentDetails)))]
pub(super) async fn get_payment(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    id: IdInPath<kinds::Payment>,
) -> Result<Json<MerchantPaymentDetails>, Problem> {
    merchants::get_payment(State(state), partner.customer(), host, id).await
}
