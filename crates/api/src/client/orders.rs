use axum::extract::State;
use axum::response::Response;

use crate::AppState;
use crate::dto::order::CreateOrder;
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Customer};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::problem::Problem;

/// Makes an order from a firm quote.
#[utoipa::path(post, path = "/api/client/v1/orders", tag = "orders", params(IdempotencyHeader),
    request_body = CreateOrder, security(("bearer" = [])), responses((status = 201, body = Transaction)))]
pub(crate) async fn create_order(
    State(_state): State<AppState>,
    _customer: Customer,
    _key: IdempotencyKey,
    _body: Body<CreateOrder>,
) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}
