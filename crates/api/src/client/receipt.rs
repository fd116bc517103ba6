use axum::Json;
use axum::extract::State;
use kernel::kinds;
use ledger::proof::receipt::{Receipt, receipt};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::extract::{Customer, IdInPath, Params};
use crate::problem::Problem;

/// Against which signed root.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceiptParams {
    /// Commits under the checkpoint to prove it by, when one was kept; the newest checkpoint without it.
    pub size: Option<u64>,
}

/// Proof that the ledger has the transaction: what it wrote about it, and the way from there to a signed root of the log.
/// Whoever holds it checks it without us; docs/ledger.md describes its form.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}/receipt", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), ReceiptParams),
    security(("bearer" = [])), responses((status = 200, description = "The receipt.", body = Object)))]
pub(crate) async fn get_receipt(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    Params(asked): Params<ReceiptParams>,
) -> Result<Json<Receipt>, Problem> {
    let tenant = customer.tenant.id;
    // Another's does not exist for them.
    let own = state.exchange().get(tenant, customer.profile, id).await?;
    let mut tx = state.store().tenant_read(tenant).await?;
    let owner = customer.profile.uuid();
    let found = receipt(tx.conn(), tenant, state.log_keys(), own.id.uuid(), owner, asked.size).await?;
    found.map(Json).ok_or_else(Problem::not_found)
}
