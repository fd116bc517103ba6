use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use kernel::ChallengeId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::LoginParams;
use super::cookie::Carried;
use crate::AppState;
use crate::extract::{Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// The code from the mail.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginCode {
    /// From the answer that the code was sent with.
    #[schema(value_type = String, example = "chl_019a0000000070008000000000000001")]
    challenge_id: ChallengeId,
    /// As typed: spaces, dashes and the case of letters do not matter.
    #[schema(example = "123456", max_length = 32)]
    code: String,
}

/// A session.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoginAnswer {
    /// For `Authorization: Bearer`.
    access_token: String,
    /// For the next pair of tokens. Our own page has it as a cookie too and keeps neither.
    refresh_token: String,
    /// When the access token stops working.
    access_expires_at: DateTime<Utc>,
    /// The person's address.
    email: String,
    /// The person.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
    /// Their profiles, the default one first.
    profiles_id: Vec<String>,
    /// Whether the terms have to be accepted before anything else is allowed.
    is_consent_required: bool,
}

/// Signs in with the code; an address that is new gets an account. A wrong code is a 400 that says how many attempts are
/// left, a used-up one a 429, a blocked account a 403 `USER_BLOCKED`.
#[utoipa::path(put, path = "/api/client/v1/login", tag = "auth", params(LoginParams), request_body = LoginCode,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn finish_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    _method: Params<LoginParams>,
    carried: Carried,
    body: Body<LoginCode>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let LoginCode { challenge_id, code } = body.value;
    let login = state.identity().finish_login(&tenant, challenge_id, &code, &context).await?;
    let tokens = &login.tokens;
    let cookie = carried.keep(tokens.refresh.expose(), tokens.refresh_expires_at, state.world().now());
    let answer = LoginAnswer {
        access_token: tokens.access.expose().to_owned(),
        refresh_token: tokens.refresh.expose().to_owned(),
        access_expires_at: tokens.access_expires_at,
        email: login.email,
        uuid: login.user.to_string(),
        profiles_id: login.profiles.iter().map(ToString::to_string).collect(),
        is_consent_required: login.consent_required,
    };
    Ok((cookie, Json(answer)))
}
