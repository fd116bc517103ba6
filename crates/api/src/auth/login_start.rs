use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::LoginParams;
use super::captcha::{CaptchaHeaders, Worked};
use crate::AppState;
use crate::extract::{Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// Where to send a code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginRequest {
    /// The address. Whether anybody has an account with it makes no difference to the answer.
    #[schema(example = "anna@example.test", max_length = 254)]
    email: String,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginChallenge {
    /// To be sent back with the code.
    #[schema(example = "chl_019a0000000070008000000000000001")]
    challenge_id: String,
    /// Seconds until another code may be asked for.
    #[schema(example = 60)]
    resend_after_s: u32,
    /// When the code stops working.
    expires_at: DateTime<Utc>,
    /// So many codes are asked for that they go only to addresses that have an account, until the hour is over. Whether this address
    /// has one is not said.
    registration_paused: bool,
}

/// Sends a one-time code. A new code ends the one that was sent for the same caller before. 429 before the resend time is over, or
/// too often. While codes are being guessed, or many are asked for, 403 `CAPTCHA_REQUIRED` with a puzzle in `meta`, to be solved and
/// shown.
#[utoipa::path(post, path = "/api/client/v1/login", tag = "auth", security(()), params(LoginParams, CaptchaHeaders),
    request_body = LoginRequest, responses((status = 202, body = LoginChallenge)))]
pub(crate) async fn start_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    _method: Params<LoginParams>,
    worked: Worked,
    body: Body<LoginRequest>,
) -> Result<(StatusCode, Json<LoginChallenge>), Problem> {
    let starting = state.identity().start_login_solving(&tenant, &body.value.email, worked.solution(), &context);
    let challenge = starting.await?;
    let answer = LoginChallenge {
        challenge_id: challenge.id.to_string(),
        resend_after_s: challenge.resend_after_s,
        expires_at: challenge.expires_at,
        registration_paused: challenge.registration_paused,
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}
