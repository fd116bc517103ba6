//! What the owner of a transaction decides.

use axum::extract::State;
use axum::response::Response;
use kernel::kinds;

use crate::AppState;
use crate::dto::order::RefundRequest;
use crate::dto::transaction::Transaction;
use crate::extract::{Customer, IdInPath, OptionalBody};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::problem::Problem;

/// Calls off a transaction that nothing has been paid for.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/cancel", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn cancel(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Has what arrived sent back.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/refund", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = Option<RefundRequest>, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn refund(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
    _body: OptionalBody<RefundRequest>,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Keeps what arrived on the profile's balance.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/deposit", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn deposit(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Carries the transaction out with what arrived.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/update-amount", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn update_amount(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
    _key: IdempotencyKey,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}
