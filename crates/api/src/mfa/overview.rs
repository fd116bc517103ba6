//! The customer's second factors, and which operations they protect.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::Switches;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::guard::{Confirmation, ConfirmationHeader};
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// The operations that the second factor protects.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct TwoFactorSwitches {
    /// Sign-in with an email code.
    signin: bool,
    /// Outgoing payments.
    transfer: bool,
    /// Display of card details.
    card_details: bool,
}

/// The customer's second factors.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TwoFactor {
    /// The protected operations.
    switches: TwoFactorSwitches,
    /// When the authenticator app was enrolled, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    totp_since: Option<DateTime<Utc>>,
    /// Number of passkeys, over all hosts of the tenant.
    passkeys: i64,
    /// Number of recovery codes left.
    recovery_codes_left: i64,
    /// Until when codes are rejected, after too many wrong ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    locked_until: Option<DateTime<Utc>>,
}

/// Returns the second factors and the operations that they protect.
#[utoipa::path(get, path = "/api/client/v1/user/two-factor", tag = "two-factor", security(("bearer" = [])),
    responses((status = 200, body = TwoFactor)))]
pub(crate) async fn get_two_factor(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<TwoFactor>, Problem> {
    let factors = state.identity().factors(who.tenant.id, &who.principal).await?;
    let Switches { signin, transfer, card_details } = factors.switches;
    Ok(Json(TwoFactor {
        switches: TwoFactorSwitches { signin, transfer, card_details },
        totp_since: factors.totp_since,
        passkeys: factors.passkeys,
        recovery_codes_left: factors.recovery_codes_left,
        locked_until: factors.locked_until,
    }))
}

/// Sets which operations the second factor protects.
///
/// Requires confirmation with a second factor.
#[utoipa::path(put, path = "/api/client/v1/user/two-factor", tag = "two-factor", security(("bearer" = [])),
    params(ConfirmationHeader), request_body = TwoFactorSwitches,
    responses((status = 204, description = "Done.")))]
pub(crate) async fn set_switches(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<TwoFactorSwitches>,
) -> Result<StatusCode, Problem> {
    let TwoFactorSwitches { signin, transfer, card_details } = asked;
    let shown = json!({"kind": "switches", "signin": signin, "transfer": transfer, "card_details": card_details});
    confirmation.require_for_settings(&state, &who, &hash, shown).await?;
    let next = Switches { signin, transfer, card_details };
    state.identity().set_switches(who.tenant.id, &who.principal, next, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
