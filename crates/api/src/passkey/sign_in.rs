use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use identity::PasskeyAnswer;

use super::site::OwnSite;
use super::{PasskeyOptions, PasskeyProof};
use crate::AppState;
use crate::auth::{Carried, LoginAnswer, opened};
use crate::extract::{Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// Asks the browser for any passkey of this host. The answer may come from the list that a browser opens at an e-mail field.
#[utoipa::path(post, path = "/api/client/v1/login/passkey/begin", tag = "auth", security(()),
    responses((status = 200, body = PasskeyOptions)))]
pub(crate) async fn begin_passkey_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
) -> Result<Json<PasskeyOptions>, Problem> {
    let asked = state.identity().begin_passkey_login(&tenant, &site, &context).await?;
    Ok(Json(asked.into()))
}

/// Signs in with a passkey; no other factor is asked for. 403 `AUTH_2FA_INVALID` for one that is
/// not known here, `USER_BLOCKED` for a blocked account.
#[utoipa::path(post, path = "/api/client/v1/login/passkey", tag = "auth", security(()), request_body = PasskeyProof,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn finish_passkey_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    carried: Carried,
    Body { value: shown, .. }: Body<PasskeyProof>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    let login = state.identity().finish_passkey_login(&tenant, &site, answer, &context).await?;
    opened(&state, &tenant, login, &carried, None).await
}
