//! Payments of the key's profile as a merchant.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use kernel::kinds;
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::{OnceByKey, Partner};
use super::orders::{destination, saved};
use super::signed::{SignatureHeaders, Signed};
use crate::AppState;
use crate::client::merchant_payments::ExportParams;
use crate::client::{merchant_payments, merchants};
use crate::cursor::PageParams;
use crate::dto::merchant::{
    MakePayment, MerchantOverview, MerchantPayment, MerchantPaymentDetails, MerchantRefund, PaymentParams, RefundOffer,
    RefundOfferRequest, RefundPayment, RefundRate,
};
use crate::dto::page::Page;
use crate::dto::scalar::Decimal;
use crate::extract::{AskedHost, Body, IdInPath, Params};
use crate::idempotency::IdempotencyHeader;
use crate::mfa::guard::Confirmation;
use crate::problem::Problem;

/// Makes a payment: a page on which a payer without an account pays the key's profile.
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

/// Cancels a payment that nobody has paid. Its page says so, and its address stops waiting.
///
/// 409 `CONFLICT_ERROR` if money has arrived. A cancelled payment is returned as it is.
#[utoipa::path(post, path = "/api/partner/v1/payments/{id}/cancel", tag = "payments",
    params(("id" = String, Path, description = "The payment."), IdempotencyHeader),
    security(("key" = ["wallet:payins"])), responses((status = 200, body = MerchantPaymentDetails)))]
pub(super) async fn cancel_payment(
    State(state): State<AppState>,
    partner: Partner,
    host: AskedHost,
    id: IdInPath<kinds::Payment>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    merchant_payments::cancel_payment(State(state), partner.customer(), host, id, key).await
}

/// Returns what a refund of a paid payment would bring and cost now.
///
/// 409 `CONFLICT_ERROR` for a payment that is not paid, or of which nothing is left.
#[utoipa::path(post, path = "/api/partner/v1/payments/{id}/refund-offer", tag = "payments",
    params(("id" = String, Path, description = "The payment.")), request_body = RefundOfferRequest,
    security(("key" = ["wallet:payment_read"])), responses((status = 200, body = RefundOffer)))]
pub(super) async fn offer_refund(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Payment>,
    body: Body<RefundOfferRequest>,
) -> Result<Json<RefundOffer>, Problem> {
    merchant_payments::offer_refund(State(state), partner.customer(), id, body).await
}

/// A refund to a saved requisite.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(super) struct PartnerPaymentRefund {
    /// Amount in the currency of the price. All that is left if absent.
    #[serde(default)]
    pub amount: Option<Decimal>,
    /// Rate. `today` if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub rate: RefundRate,
    /// The saved requisite: the payer's address on the network that the payment came by.
    #[schema(max_length = 64, example = "req_019a0000000070008000000000000001")]
    pub requisite_id: String,
    /// The cost that was offered. Refused if it has risen by more than a hundredth.
    #[serde(default)]
    pub cost: Option<Decimal>,
}

/// Sends back what a payer has paid, all of it or a part, to a saved requisite. The request is signed (RFC 9421).
/// Several refunds add up to what was received at most.
///
/// 409 `CONFLICT_ERROR` for a payment that is not paid, or of which nothing is left. 422 `NEW_ADDRESS_HELD` until the
/// requisite has been saved for the tenant's waiting time.
#[utoipa::path(post, path = "/api/partner/v1/payments/{id}/refunds", tag = "payments",
    params(("id" = String, Path, description = "The payment."), IdempotencyHeader, SignatureHeaders),
    request_body = PartnerPaymentRefund, security(("key" = ["wallet:withdrawals"])),
    responses((status = 201, body = MerchantRefund)))]
pub(super) async fn refund_payment(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Payment>,
    OnceByKey(key): OnceByKey,
    confirmation: Confirmation,
    Signed { value: asked, hash }: Signed<PartnerPaymentRefund>,
) -> Result<Response, Problem> {
    let to = destination(&saved(&state, &partner, &asked.requisite_id).await?)?;
    let address = to.value.ok_or_else(Problem::not_found)?;
    let value = RefundPayment { amount: asked.amount, rate: asked.rate, address, memo: to.memo, cost: asked.cost };
    let body = Body { value, hash };
    merchant_payments::refund_payment(State(state), partner.customer(), id, key, confirmation, body).await
}

/// Returns the payments that were made in a period, oldest first, as CSV (RFC 4180, UTF-8).
///
/// Amounts are plain decimals. Text that a spreadsheet would execute begins with an apostrophe. At most 1,000 payments:
/// 400 names `to` if the period has more.
#[utoipa::path(get, path = "/api/partner/v1/payments/export", tag = "payments", params(ExportParams),
    security(("key" = ["wallet:payment_read"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn export_payments(
    State(state): State<AppState>,
    partner: Partner,
    asked: Params<ExportParams>,
) -> Result<Response, Problem> {
    merchant_payments::export_payments(State(state), partner.customer(), asked).await
}

/// Returns the sums of a period of at most 31 days: what was taken, settled, paid in fees and refunded; and what waits now.
///
/// What a payer left besides a paid payment is on the balance, and not in it.
#[utoipa::path(get, path = "/api/partner/v1/payments/overview", tag = "payments", params(ExportParams),
    security(("key" = ["wallet:payment_read"])), responses((status = 200, body = MerchantOverview)))]
pub(super) async fn payments_overview(
    State(state): State<AppState>,
    partner: Partner,
    asked: Params<ExportParams>,
) -> Result<Json<MerchantOverview>, Problem> {
    merchant_payments::merchant_overview(State(state), partner.customer(), asked).await
}
