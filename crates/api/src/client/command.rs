//! A command of a transaction's owner, once per idempotency key.

use axum::http::StatusCode;
use axum::response::Response;
use exchange::Command;
use kernel::TransactionId;

use crate::AppState;
use crate::extract::Customer;
use crate::idempotency::{IdempotencyKey, once};
use crate::problem::Problem;
use crate::view;

/// Makes the command and gives it to the owner's transaction. Another's transaction does not exist for them: it is
/// looked for first.
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
    let (own, standing) = (state.clone(), customer.principal.standing(&customer.tenant));
    // The wish has a name of its own in the ledger: a server that dies between the deed and the note of its answer does not
    // refuse, when the caller comes again, what it has done.
    let name = key.operation(customer.profile);
    let work = async move {
        let changed = own.exchange().apply_once(tenant, id, make.await?, &standing, &name).await?;
        Ok(view::transaction(&changed, own.world().now()))
    };
    once(state, customer, key, body_hash, StatusCode::OK, work).await
}
