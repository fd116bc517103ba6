//! The inclusion proof of a transaction: its ledger changes and their path to a signed root of the log.

use axum::Json;
use axum::extract::State;
use kernel::kinds;
use ledger::proof::receipt::{Receipt, receipt};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::extract::{Customer, IdInPath, Params};
use crate::problem::Problem;

/// Parameters of a receipt.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceiptParams {
    /// Number of commits under the checkpoint to prove inclusion in, if you stored one. The latest checkpoint if
    /// absent.
    pub size: Option<u64>,
}

/// Returns the proof that the ledger contains the transaction.
///
/// It contains the ledger's entries for the transaction and their path to a signed root of the log. It can be verified
/// offline; docs/ledger.md describes the format.
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
    // Another owner's transaction gives 404.
    let own = state.exchange().get(tenant, customer.profile, id).await?;
    let mut tx = state.store().tenant_read(tenant).await?;
    let owner = customer.profile.uuid();
    let found = receipt(tx.conn(), tenant, state.log_keys(), own.id.uuid(), owner, asked.size).await?;
    found.map(Json).ok_or_else(Problem::not_found)
}
