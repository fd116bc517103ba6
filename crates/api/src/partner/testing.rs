//! Test mode: what a server simulates and reads with a test key. A live tenant has none of it.

use axum::Json;
use axum::extract::{Path, State};

use super::auth::Partner;
use crate::AppState;
use crate::client::sandbox::{self, MailParams};
use crate::dto::page::List;
use crate::dto::sandbox::{SandboxAction, SandboxMail};
use crate::dto::transaction::Transaction;
use crate::extract::{Params, SandboxTenant};
use crate::problem::Problem;

/// The tenant of a test key.
fn sandbox_of(partner: &Partner) -> Result<SandboxTenant, Problem> {
    if partner.tenant.sandbox { Ok(SandboxTenant(partner.tenant.clone())) } else { Err(Problem::not_found()) }
}

/// Simulates an event of a transaction of the key's profile, such as the payment of an order. Test keys only.
///
/// 409 `CONFLICT_ERROR` if the transaction does not wait for it.
#[utoipa::path(post, path = "/api/partner/v1/test/transactions/{id}/{action}", tag = "test",
    params(("id" = String, Path, description = "The transaction."),
        ("action" = SandboxAction, Path, description = "What happens.")),
    security(("key" = ["exchanger:test"])), responses((status = 200, body = Transaction)))]
pub(super) async fn simulate(
    State(state): State<AppState>,
    partner: Partner,
    path: Path<(String, String)>,
) -> Result<Json<Transaction>, Problem> {
    sandbox::act(State(state), sandbox_of(&partner)?, partner.customer(), path).await
}

/// Lists the latest 50 emails that would have been sent, newest first. Test keys only.
#[utoipa::path(get, path = "/api/partner/v1/test/outbox", tag = "test", params(MailParams),
    security(("key" = ["exchanger:test"])), responses((status = 200, body = List<SandboxMail>)))]
pub(super) async fn outbox(
    State(state): State<AppState>,
    partner: Partner,
    params: Params<MailParams>,
) -> Result<Json<List<SandboxMail>>, Problem> {
    sandbox::mails(State(state), sandbox_of(&partner)?, params).await
}
