//! Commands of a transaction's owner, idempotent by the `Idempotency-Key`.

use axum::http::StatusCode;
use axum::response::Response;
use exchange::Command;
use kernel::TransactionId;

use crate::AppState;
use crate::extract::Customer;
use crate::idempotency::{IdempotencyKey, once};
use crate::problem::Problem;
use crate::view;

/// Builds the command and applies it to the owner's transaction. Loads the transaction first, so that another
/// owner's transaction gives 404.
pub(super) async fn command(
    state: &AppState,
    customer: &Customer,
    id: TransactionId,
    key: &IdempotencyKey,
    body_hash: &[u8],
    make: impl Future<Output = Result<Command, Problem>> + Send + 'static,
) -> Result<Response, Problem> {
    let tenant = customer.tenant.id;
    state.exchange().get(tenant, customer.profile, id).await?;
    let (own, customer_status) = (state.clone(), customer.principal.customer_status(&customer.tenant));
    // The ledger records the operation under its own name. If the server crashes after the command and before storing
    // the response, a retry succeeds instead of being rejected.
    let name = key.operation(customer.profile);
    let work = async move {
        let changed = own.exchange().apply_once(tenant, id, make.await?, &customer_status, &name).await?;
        Ok(view::transaction(&changed, own.world().now_for(tenant)))
    };
    once(state, customer, key, body_hash, StatusCode::OK, work).await
}
