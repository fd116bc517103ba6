//! Carrying a session to another host of the same tenant.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cookie::Carried;
use super::login_finish::{LoginAnswer, opened};
use crate::AppState;
use crate::extract::{AskedHost, Authenticated, Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// Where to go.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessTarget {
    /// A host of the same service, without scheme and path.
    #[schema(example = "card.example.com", max_length = 260)]
    host: String,
}

/// A code for that host.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessCode {
    /// To be posted to `auth/seamless` at that host: once, within 30 seconds.
    code: String,
    /// When it stops serving.
    expires_at: DateTime<Utc>,
}

/// A code from another host.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessLogin {
    /// As that host gave it.
    #[schema(max_length = 100)]
    code: String,
}

/// Makes a code that opens a session at another host of this service.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes", tag = "auth", security(("bearer" = [])),
    request_body = SeamlessTarget, responses((status = 201, body = SeamlessCode)))]
pub(crate) async fn hand_over(
    State(state): State<AppState>,
    who: Authenticated,
    body: Body<SeamlessTarget>,
) -> Result<(StatusCode, Json<SeamlessCode>), Problem> {
    let made = state.identity().hand_over(&who.tenant, &who.principal, &body.value.host).await?;
    let answer = SeamlessCode { code: made.code.expose().to_owned(), expires_at: made.expires_at };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Opens a session by a code that another host of this service made for this one. 400 `SIGN_IN_EXPIRED` for any other.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless", tag = "auth", security(()), request_body = SeamlessLogin,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn take_over(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    carried: Carried,
    body: Body<SeamlessLogin>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let login = state.identity().take_over(&tenant, &host, &body.value.code, &context).await?;
    opened(&state, &tenant, login, &carried, None).await
}
