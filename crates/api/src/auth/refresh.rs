//! Session renewal: a refresh token gives the next pair of tokens. Late reuse of a token ends the session.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::cookie::Carried;
use crate::extract::{CameFrom, OptionalBody, TenantHost};
use crate::problem::Problem;

/// The refresh token. Optional if the cookie carries it.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct RefreshRequest {
    /// The newest refresh token of the session.
    #[serde(default)]
    #[schema(max_length = 256)]
    refresh_token: Option<String>,
}

/// A new pair of tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefreshAnswer {
    /// The access token for `Authorization: Bearer`.
    access_token: String,
    /// The next refresh token. The one in the request is used up.
    refresh_token: String,
    /// When the access token expires.
    access_expires_at: DateTime<Utc>,
    /// The customer's id. A page compares it with its own customer, to detect that another tab has changed the session.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
}

/// Renews the session.
///
/// Takes the refresh token from the body or from the first-party cookie. For 60 s a used token returns the same new
/// pair again. After that, its reuse ends the session, because the token may be stolen.
#[utoipa::path(put, path = "/api/client/v1/auth", tag = "auth", security(("refresh" = [])), request_body = Option<RefreshRequest>,
    responses((status = 200, body = RefreshAnswer)))]
pub(crate) async fn refresh(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    carried: Carried,
    body: OptionalBody<RefreshRequest>,
) -> Result<Response, Problem> {
    let given = body.value.refresh_token;
    if given.is_none() && carried.foreign {
        return Err(Problem::denied("Only a page of this host may use its cookie."));
    }
    let Some(token) = given.or_else(|| carried.refresh.clone()) else {
        return Err(Problem::unauthorized());
    };
    let identity::Renewed { user, tokens } = match state.identity().refresh(tenant.id, &token, &context).await {
        Ok(renewed) => renewed,
        Err(error) => {
            // Deletes a cookie whose session is over. For a blocked customer the cookie stays, so that the page can
            // show the reason at every load.
            let over = matches!(error, identity::IdentityError::Unauthenticated);
            let headers = if over { carried.forget() } else { axum::http::HeaderMap::new() };
            return Ok((headers, Problem::from(error)).into_response());
        }
    };
    let cookie = carried.keep(tokens.refresh.expose(), tokens.refresh_expires_at, state.world().now());
    let answer = RefreshAnswer {
        access_token: tokens.access.expose().to_owned(),
        refresh_token: tokens.refresh.expose().to_owned(),
        access_expires_at: tokens.access_expires_at,
        uuid: user.to_string(),
    };
    Ok((cookie, Json(answer)).into_response())
}
