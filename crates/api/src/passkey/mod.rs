//! Passkeys (WebAuthn): registration, sign-in and confirmation.

pub(crate) mod manage;
mod prove;
mod sign_in;
pub(crate) mod site;

use identity::PasskeyRequest;
use kernel::CeremonyId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;

/// Options for a WebAuthn ceremony in the browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyOptions {
    /// Send it back with the browser's response. Valid once, for five minutes.
    #[schema(example = "cer_019a0000000070008000000000000001")]
    request_id: String,
    /// Input of `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    options: Value,
}

impl From<PasskeyRequest> for PasskeyOptions {
    fn from(asked: PasskeyRequest) -> Self {
        Self { request_id: asked.id.to_string(), options: asked.options }
    }
}

/// The browser's response to a WebAuthn ceremony.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyProof {
    /// `request_id` of the options.
    #[schema(value_type = String, pattern = "^cer_[0-9a-f]{32}$", example = "cer_019a0000000070008000000000000001")]
    pub request_id: CeremonyId,
    /// The browser's `credential.toJSON()`.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// The routes of this module.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(manage::list_passkeys, manage::add_passkey))
        .routes(routes!(manage::begin_passkey))
        .routes(routes!(manage::rename_passkey, manage::remove_passkey))
        .routes(routes!(sign_in::begin_passkey_login))
        .routes(routes!(sign_in::finish_passkey_login))
        .routes(routes!(prove::begin_challenge_passkey))
        .routes(routes!(prove::confirm_challenge_by_passkey))
        .routes(routes!(prove::begin_second_factor_passkey))
        .routes(routes!(prove::show_passkey))
}
