//! Claims to coins that were sent without a memo.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use exchange::PaymentClaim;
use kernel::{TenantProfile, kinds};

use crate::AppState;
use crate::dto::hold::{PaymentClaimInfo, PaymentClaimRequest};
use crate::extract::{Body, Customer, IdInPath};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::problem::Problem;

/// Claims coins that were sent to the address of an order without its memo.
///
/// If the order waited for exactly this amount before the payment came, and no other customer could have sent it, it is
/// credited to the balance at once, without a fee. Otherwise operators decide whose it is. A payment has
/// one claimant.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/claim-payment", tag = "transactions",
    params(("id" = String, Path, description = "The order that the payment was sent for."), IdempotencyHeader),
    request_body = PaymentClaimRequest, security(("bearer" = [])),
    responses((status = 200, body = PaymentClaimInfo)))]
pub(crate) async fn claim_payment(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(order): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<PaymentClaimRequest>,
) -> Result<Response, Problem> {
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    state.exchange().get(tenant, profile, order).await?;
    let (own, user) = (state.clone(), customer.principal.user);
    let customer_status = customer.principal.customer_status(&customer.tenant);
    let work = async move {
        let name = own.identity().user(tenant, user).await?.seen_by_others();
        let claim = PaymentClaim { order, hash: asked.transaction_hash.trim().to_owned(), name };
        let (outcome, payment) =
            own.exchange().claim_payment(TenantProfile { tenant, profile }, &claim, &customer_status).await?;
        Ok(PaymentClaimInfo::of(&outcome, &payment))
    };
    once(&state, &customer, &key, &hash, StatusCode::OK, work).await
}
