//! The clocks of a sandbox: that of its simulated bank, and the test clock, which moves the whole sandbox.

use axum::Json;
use axum::extract::State;
use kernel::{ClockRefusal, ErrorKind};

use crate::AppState;
use crate::dto::sandbox::{AdvanceClock, ChangeTestClock, SandboxClock, TestClockState};
use crate::extract::{Body, Customer, SandboxTenant};
use crate::problem::{FieldError, Problem};

/// Maximum seconds by which one request advances the clock of the bank.
const STEP_MAX_SECONDS: u32 = 86_400;

/// Returns the sandbox's clock, which drives the simulated bank. Sandbox only; 404 elsewhere.
#[utoipa::path(get, path = "/api/client/v1/sandbox/clock", tag = "sandbox", security(("bearer" = [])),
    responses((status = 200, body = SandboxClock)))]
pub(crate) async fn clock(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    _customer: Customer,
) -> Result<Json<SandboxClock>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    Ok(Json(controls.clock(tenant.id).await?))
}

/// Advances the sandbox's clock for the whole tenant. Everything due by then happens. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/clock/advance", tag = "sandbox", request_body = AdvanceClock,
    security(("bearer" = [])), responses((status = 200, body = SandboxClock)))]
pub(crate) async fn advance_clock(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    _customer: Customer,
    Body { value: asked, .. }: Body<AdvanceClock>,
) -> Result<Json<SandboxClock>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    if !(1..=STEP_MAX_SECONDS).contains(&asked.seconds) {
        let rule = format!("must be 1 to {STEP_MAX_SECONDS}");
        return Err(Problem::field(FieldError::new("/seconds", "out_of_range", rule).with("max", STEP_MAX_SECONDS)));
    }
    let ended = || Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "The sandbox's clock is a year ahead already.");
    Ok(Json(controls.advance_clock(tenant.id, asked.seconds).await?.ok_or_else(ended)?))
}

/// Returns the test clock, the time of the whole sandbox. Sandbox only; 404 elsewhere.
#[utoipa::path(get, path = "/api/client/v1/sandbox/test-clock", tag = "sandbox", security(("bearer" = [])),
    responses((status = 200, body = TestClockState)))]
pub(crate) async fn test_clock(
    State(state): State<AppState>,
    tenant: SandboxTenant,
    _customer: Customer,
) -> Result<Json<TestClockState>, Problem> {
    shown(&state, &tenant).await
}

/// Freezes, unfreezes or advances the test clock for the whole sandbox. Everything due by then happens before the
/// response. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/test-clock", tag = "sandbox", request_body = ChangeTestClock,
    security(("bearer" = [])), responses((status = 200, body = TestClockState)))]
pub(crate) async fn change_test_clock(
    State(state): State<AppState>,
    tenant: SandboxTenant,
    _customer: Customer,
    Body { value: asked, .. }: Body<ChangeTestClock>,
) -> Result<Json<TestClockState>, Problem> {
    changed(&state, &tenant, asked).await
}

/// The test clock of a sandbox.
///
/// # Errors
/// 404 without simulated rails.
pub(crate) async fn shown(state: &AppState, tenant: &SandboxTenant) -> Result<Json<TestClockState>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    Ok(Json(controls.test_clock(tenant.0.id).await?))
}

/// Changes the test clock of a sandbox, and lets everything due happen.
///
/// # Errors
/// 404 without simulated rails; 400 for a time before that of the clock; 409 for one more than a year ahead.
pub(crate) async fn changed(
    state: &AppState,
    tenant: &SandboxTenant,
    change: ChangeTestClock,
) -> Result<Json<TestClockState>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let id = tenant.0.id;
    match controls.change_test_clock(id, change).await? {
        Ok((clock, moved)) => {
            state.partners().hasten_deliveries(id, moved).await?;
            Ok(Json(clock))
        }
        Err(refusal @ ClockRefusal::Backwards) => {
            let rule = format!("must not be before the time of the clock: {refusal}");
            Err(Problem::field(FieldError::new("/advance_to", "out_of_range", rule)))
        }
        Err(refusal @ ClockRefusal::TooFar) => {
            Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", format!("Refused: {refusal}.")))
        }
    }
}
