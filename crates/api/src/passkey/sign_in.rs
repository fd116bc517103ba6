use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use identity::PasskeyAnswer;
use kernel::CeremonyId;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::PasskeyOptions;
use super::site::OwnSite;
use crate::AppState;
use crate::auth::{Carried, LoginAnswer, opened};
use crate::extract::{Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// What the browser has answered, to sign in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeySignIn {
    /// As it was asked.
    #[schema(value_type = String, pattern = "^cer_[0-9a-f]{32}$", example = "cer_019a0000000070008000000000000001")]
    request_id: CeremonyId,
    /// `credential.toJSON()`.
    #[schema(value_type = Object)]
    credential: Value,
    /// `initData` of the mini app around the page, for a session as long as a messenger's. It is not used up by this.
    #[schema(max_length = 4096)]
    init_data: Option<String>,
}

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
#[utoipa::path(post, path = "/api/client/v1/login/passkey", tag = "auth", security(()), request_body = PasskeySignIn,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn finish_passkey_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    carried: Carried,
    Body { value: shown, .. }: Body<PasskeySignIn>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    let login =
        state.identity().finish_passkey_login(&tenant, &site, answer, shown.init_data.as_deref(), &context).await?;
    opened(&state, &tenant, login, &carried, None).await
}
