//! Test mode: what a server simulates and reads with a test key. A live tenant has none of it.

use axum::Json;
use axum::extract::{Path, State};

use super::auth::Partner;
use super::test_values;
use crate::AppState;
use crate::client::sandbox::{self, MailParams, clock};
use crate::dto::page::List;
use crate::dto::sandbox::{ChangeTestClock, SandboxAction, SandboxMail, TestClockState};
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Params, SandboxTenant};
use crate::problem::Problem;

/// The tenant of a test key.
fn sandbox_of(partner: &Partner) -> Result<SandboxTenant, Problem> {
    if partner.tenant.sandbox { Ok(SandboxTenant(partner.tenant.clone())) } else { Err(Problem::not_found()) }
}

/// Simulates an event of a transaction of the key's profile, such as the payment of an order. Test keys only.
///
/// `pay` of coins follows the amount of the order, if it has two decimals: .01 pays less, .02 more, .03 too late, .04
/// twice, .05 another coin.
///
/// 409 `CONFLICT_ERROR` if the transaction does not wait for it.
#[utoipa::path(post, path = "/api/partner/v1/test/transactions/{id}/{action}", tag = "test",
    params(("id" = String, Path, description = "The transaction."),
        ("action" = SandboxAction, Path, description = "What happens.")),
    security(("key" = ["exchanger:test"])), responses((status = 200, body = Transaction)))]
pub(super) async fn simulate(
    State(state): State<AppState>,
    partner: Partner,
    Path(path): Path<(String, String)>,
) -> Result<Json<Transaction>, Problem> {
    sandbox::happen(&state, &sandbox_of(&partner)?, &partner.customer(), path, test_values::chosen).await
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

/// Returns the clock of the sandbox. It drives quotes, orders, limits, plans, payouts of slow banks and retries of
/// webhooks. Test keys only.
#[utoipa::path(get, path = "/api/partner/v1/test/clock", tag = "test", security(("key" = ["exchanger:test"])),
    responses((status = 200, body = TestClockState)))]
pub(super) async fn get_clock(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<TestClockState>, Problem> {
    clock::shown(&state, &sandbox_of(&partner)?).await
}

/// Freezes, unfreezes or advances the clock of the whole sandbox. Everything due by then happens before the response:
/// orders expire and plans run. A repeated request changes nothing. Test keys only.
///
/// 400 for a time before that of the clock, 409 `CONFLICT_ERROR` for one more than 366 days ahead of real time.
#[utoipa::path(post, path = "/api/partner/v1/test/clock", tag = "test", request_body = ChangeTestClock,
    security(("key" = ["exchanger:test"])), responses((status = 200, body = TestClockState)))]
pub(super) async fn change_clock(
    State(state): State<AppState>,
    partner: Partner,
    Body { value: asked, .. }: Body<ChangeTestClock>,
) -> Result<Json<TestClockState>, Problem> {
    clock::changed(&state, &sandbox_of(&partner)?, asked).await
}
