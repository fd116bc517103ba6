//! Sign-in with a passkey alone.

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
use crate::auth::{LoginAnswer, opened};
use crate::cookie::Carried;
use crate::extract::{Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// The browser's response, for a sign-in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeySignIn {
    /// `request_id` of the options.
    #[schema(value_type = String, pattern = "^cer_[0-9a-f]{32}$", example = "cer_019a0000000070008000000000000001")]
    request_id: CeremonyId,
    /// The browser's `credential.toJSON()`.
    #[schema(value_type = Object)]
    credential: Value,
    /// `initData` of the surrounding Telegram Mini App, for a session with a messenger's lifetime. This does not
    /// consume the `initData`.
    #[schema(max_length = 4096)]
    init_data: Option<String>,
}

/// Starts a sign-in with a passkey of this host.
///
/// Supports the browser's autofill of the email field.
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

/// Signs in with a passkey. No other factor is required.
///
/// 403 `AUTH_2FA_INVALID` for an unknown passkey, `USER_BLOCKED` for a blocked account.
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
