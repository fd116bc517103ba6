//! Paying for an order by card or BLIK.

use axum::extract::State;
use axum::response::Response;
use kernel::kinds;

use crate::AppState;
use crate::dto::order::{PayByBlik, PayByCard};
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Customer, IdInPath};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::problem::Problem;

/// Pays with a card. The acquirer answers later: follow the transaction, and go to `challenge_url` when there is one.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/payment/card", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = PayByCard, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn pay_by_card(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
    _body: Body<PayByCard>,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Pays with a BLIK code. It is approved in the banking app: follow the transaction.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/payment/blik", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = PayByBlik, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn pay_by_blik(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
    _body: Body<PayByBlik>,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}
