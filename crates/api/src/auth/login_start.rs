//! The first step of a sign-in by email: sends a one-time code. The response does not reveal whether an account exists.

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

/// The receiver of a one-time code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginRequest {
    /// The email. The response does not reveal whether an account with it exists.
    #[schema(example = "anna@example.test", max_length = 254)]
    email: String,
}

/// A code was sent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginChallenge {
    /// Send it back together with the code.
    #[schema(example = "chl_019a0000000070008000000000000001")]
    challenge_id: String,
    /// Seconds until another code may be requested.
    #[schema(example = 60)]
    resend_after_s: u32,
    /// When the code expires.
    expires_at: DateTime<Utc>,
    /// Whether registration is paused. Under heavy load, codes are sent only to emails that have an account, until the
    /// end of the hour. The response does not reveal whether this email has one.
    registration_paused: bool,
}

/// Sends a one-time code by email.
///
/// A new code invalidates the previous one of the same caller. 429 before the resend time has passed, or after too many
/// requests. During guessing attacks or heavy load, 403 `CAPTCHA_REQUIRED` with a puzzle in `meta`: solve it and repeat
/// the request with the solution.
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
