//! The second step of a sign-in by email: the one-time code opens a session, and creates the account of a new email.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use identity::{Login, Tenant};
use kernel::ChallengeId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::client::claim_transfers;
use crate::cookie::Carried;
use crate::dto::login::Method;
use crate::extract::{Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// The one-time code from the email.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginCode {
    /// The `challenge_id` of the request that sent the code.
    #[schema(value_type = String, pattern = "^chl_[0-9a-f]{32}$", example = "chl_019a0000000070008000000000000001")]
    challenge_id: ChallengeId,
    /// The code as typed. Spaces, dashes and case are ignored.
    #[schema(example = "123456", max_length = 32)]
    code: String,
}

/// Parameters of a sign-in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FinishParams {
    /// The sign-in method.
    #[expect(dead_code, reason = "there is one so far; reading it refuses all others")]
    pub method: Method,
    /// A promo code: 2 to 40 letters, digits, dashes and underscores. Only the first one of a customer counts.
    #[param(min_length = 2, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    pub promocode: Option<String>,
    /// The `link` of an earlier response: links that external identity to the account with this email.
    #[param(max_length = 100)]
    pub extra: Option<String>,
}

/// A new session.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoginAnswer {
    /// The access token for `Authorization: Bearer`.
    access_token: String,
    /// The refresh token for the next pair of tokens. First-party pages also receive it as a cookie and need not store
    /// it.
    refresh_token: String,
    /// When the access token expires.
    access_expires_at: DateTime<Utc>,
    /// The customer's email.
    email: String,
    /// The customer's id.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
    /// Ids of the customer's open profiles, the default one first.
    profiles_id: Vec<String>,
    /// Whether the customer must accept the terms before any other request.
    is_consent_required: bool,
    /// Whether the customer must confirm with the second factor before any other request (`POST
    /// …/login/second-factor`).
    is_second_factor_required: bool,
}

/// Signs in with the one-time code. Creates an account if the email is new.
///
/// 400 for a wrong code, with the number of attempts left; 429 if no attempts are left; 403 `USER_BLOCKED` for a
/// blocked account.
#[utoipa::path(put, path = "/api/client/v1/login", tag = "auth", security(()), params(FinishParams),
    request_body = LoginCode, responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn finish_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    Params(asked): Params<FinishParams>,
    carried: Carried,
    body: Body<LoginCode>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let LoginCode { challenge_id, code } = body.value;
    let identity = state.identity();
    promo_reads(&state, asked.promocode.as_deref())?;
    let link = asked.extra.as_deref();
    let login = identity.finish_login_linking(&tenant, challenge_id, &code, link, &context).await?;
    opened(&state, &tenant, login, &carried, asked.promocode.as_deref()).await
}

/// Rejects an invalid promo code before the sign-in consumes the one-time code.
pub(super) fn promo_reads(state: &AppState, promocode: Option<&str>) -> Result<(), Problem> {
    Ok(promocode.map_or(Ok(()), |code| state.identity().check_promo_code(code))?)
}

/// The response to a sign-in by any method, with the cookies for first-party pages.
pub(crate) async fn opened(
    state: &AppState,
    tenant: &Tenant,
    login: Login,
    carried: &Carried,
    promocode: Option<&str>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    if let Some(code) = promocode {
        state.identity().came_with(tenant.id, login.user, code).await?;
    }
    claim_transfers(state, tenant.id, login.user).await;
    let tokens = &login.tokens;
    let mut cookie = carried.keep(tokens.refresh.expose(), tokens.refresh_expires_at, state.world().now());
    let of_another = |mark: &&String| !state.identity().is_device_of(tenant.id, &login.email, mark);
    if let Some(mark) = carried.device.as_ref().filter(of_another) {
        carried.keep_device_before(&mut cookie, mark);
    }
    if let Some(mark) = state.identity().device_mark(tenant.id, &login.email) {
        carried.know_device(&mut cookie, mark.expose());
    }
    let answer = LoginAnswer {
        access_token: tokens.access.expose().to_owned(),
        refresh_token: tokens.refresh.expose().to_owned(),
        access_expires_at: tokens.access_expires_at,
        email: login.email,
        uuid: login.user.to_string(),
        profiles_id: login.profiles.iter().map(ToString::to_string).collect(),
        is_consent_required: login.consent_required,
        is_second_factor_required: login.factor_required,
    };
    Ok((cookie, Json(answer)))
}
