//! Sign-out: ends the session of every token in the request, whatever the state of the token.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::cookie::Carried;
use crate::extract::{CameFrom, OptionalBody, TenantHost};
use crate::problem::Problem;

/// The refresh token. Optional if the cookie carries it.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct LogoutRequest {
    /// Any refresh token of the session.
    #[serde(default)]
    #[schema(max_length = 256)]
    refresh_token: Option<String>,
}

/// Ends the session of every token in the request: in the body, the bearer token, the first-party cookie.
///
/// Succeeds without any token and with expired ones.
#[utoipa::path(post, path = "/api/client/v1/logout", tag = "auth", security(()), request_body = Option<LogoutRequest>,
    responses((status = 204, description = "Nobody is signed in with these tokens any more.")))]
pub(crate) async fn logout(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    carried: Carried,
    body: OptionalBody<LogoutRequest>,
) -> Result<(StatusCode, HeaderMap), Problem> {
    let cookie = carried.forget();
    let tokens = [body.value.refresh_token, carried.access, carried.refresh];
    for token in tokens.into_iter().flatten() {
        state.identity().logout(tenant.id, &token, &context).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie))
}
