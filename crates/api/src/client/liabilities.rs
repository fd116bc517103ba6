//! A customer's inclusion proof in the tenant's proof of liabilities; in a sandbox also its publication on demand.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ledger::proof::liabilities::{ProofOfBalances, proof_of_balances};

use crate::AppState;
use crate::extract::{Customer, SandboxTenant};
use crate::problem::Problem;

/// Returns the proof that the profile's balances are part of the latest proof of liabilities.
///
/// It contains the profile's own leaves and the path from each of them to the signed total. It can be verified offline;
/// docs/ledger.md describes the format. 404 before the first publication.
#[utoipa::path(get, path = "/api/client/v1/liabilities", tag = "balances", security(("bearer" = [])),
    responses((status = 200, description = "The proof.", body = Object)))]
pub(crate) async fn get_liabilities(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<ProofOfBalances>, Problem> {
    let tenant = customer.tenant.id;
    let mut tx = state.store().tenant_read(tenant).await?;
    let found = proof_of_balances(tx.conn(), tenant, state.log_keys(), customer.profile.uuid()).await?;
    found.map(Json).ok_or_else(Problem::not_found)
}

/// Publishes the tenant's liabilities immediately instead of on schedule. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/liabilities", tag = "sandbox", security(("bearer" = [])),
    responses((status = 204, description = "They are published.")))]
pub(crate) async fn publish(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    _customer: Customer,
) -> Result<StatusCode, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    controls.publish_liabilities(tenant.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
