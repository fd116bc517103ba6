//! A customer's passkeys: list, registration, renaming and removal.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::{Passkey, PasskeyAnswer};
use kernel::{CeremonyId, kinds};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::PasskeyOptions;
use super::site::OwnSite;
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom, IdInPath};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::mfa::recovery::RecoveryCodes;
use crate::problem::Problem;

/// A passkey.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyInfo {
    /// Id of the passkey.
    #[schema(example = "psk_019a0000000070008000000000000001")]
    id: String,
    /// Name given by its owner.
    name: String,
    /// The host that it is valid for.
    #[schema(example = "bank.example")]
    host: String,
    /// Creation time.
    created_at: DateTime<Utc>,
    /// Time of the last use.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<DateTime<Utc>>,
}

/// The customer's passkeys.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyList {
    /// Passkeys, oldest first.
    passkeys: Vec<PasskeyInfo>,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    /// `request_id` of the options.
    #[schema(value_type = String, pattern = "^cer_[0-9a-f]{32}$", example = "cer_019a0000000070008000000000000001")]
    pub request_id: CeremonyId,
    /// The browser's `credential.toJSON()`.
    #[schema(value_type = Object)]
    pub credential: Value,
    /// Name for the passkey.
    #[schema(min_length = 1, max_length = 50, example = "Phone")]
    pub name: String,
}

/// A new name of a passkey.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyName {
    /// Name for the passkey.
    #[schema(min_length = 1, max_length = 50, example = "Phone")]
    pub name: String,
}

impl From<Passkey> for PasskeyInfo {
    fn from(passkey: Passkey) -> Self {
        let Passkey { id, name, host, created_at, used_at } = passkey;
        Self { id: id.to_string(), name, host, created_at, used_at }
    }
}

impl From<Vec<Passkey>> for PasskeyList {
    fn from(passkeys: Vec<Passkey>) -> Self {
        Self { passkeys: passkeys.into_iter().map(PasskeyInfo::from).collect() }
    }
}

/// Lists the customer's passkeys.
#[utoipa::path(get, path = "/api/client/v1/user/passkeys", tag = "two-factor", security(("bearer" = [])),
    responses((status = 200, body = PasskeyList)))]
pub(crate) async fn list_passkeys(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<PasskeyList>, Problem> {
    let passkeys = state.identity().passkeys(who.tenant.id, &who.principal).await?;
    Ok(Json(passkeys.into()))
}

/// Starts the registration of a passkey.
///
/// Requires confirmation with an existing second factor, if there is one. 409 `CONFLICT_ERROR` if there are already 20.
#[utoipa::path(post, path = "/api/client/v1/user/passkeys/begin", tag = "two-factor", security(("bearer" = [])),
    params(ConfirmationHeader), responses((status = 200, body = PasskeyOptions)))]
pub(crate) async fn begin_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    OwnSite(site): OwnSite,
    confirmation: Confirmation,
) -> Result<Json<PasskeyOptions>, Problem> {
    let with_factor = confirmation.require_for_settings(&state, &who, &[], json!({"kind": "passkey_add"})).await?;
    let asked = state.identity().begin_passkey(who.tenant.id, &who.principal, &site, with_factor).await?;
    Ok(Json(asked.into()))
}

/// Completes the registration of a passkey.
///
/// For the first factor, the response contains recovery codes; they are returned only this once. 403 `AUTH_2FA_INVALID`
/// for a rejected response; 409 `NON_UNIQUE_VALUE` for a registered passkey.
#[utoipa::path(post, path = "/api/client/v1/user/passkeys", tag = "two-factor", security(("bearer" = [])),
    request_body = NewPasskey, responses((status = 200, body = RecoveryCodes)))]
pub(crate) async fn add_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    Body { value: made, .. }: Body<NewPasskey>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let answer = PasskeyAnswer { request: made.request_id, credential: &made.credential };
    let identity = state.identity();
    let codes = identity.add_passkey(who.tenant.id, &who.principal, &site, answer, &made.name, &context).await?;
    Ok(Json(codes.into()))
}

/// Renames a passkey.
#[utoipa::path(put, path = "/api/client/v1/user/passkeys/{id}", tag = "two-factor", security(("bearer" = [])),
    params(("id" = String, Path, description = "The passkey.")), request_body = PasskeyName,
    responses((status = 204, description = "Done.")))]
pub(crate) async fn rename_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::Passkey>,
    body: Body<PasskeyName>,
) -> Result<StatusCode, Problem> {
    state.identity().rename_passkey(who.tenant.id, &who.principal, id, &body.value.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a passkey.
///
/// Requires confirmation with a second factor, which may be the passkey itself.
#[utoipa::path(delete, path = "/api/client/v1/user/passkeys/{id}", tag = "two-factor", security(("bearer" = [])),
    params(("id" = String, Path, description = "The passkey."), ConfirmationHeader),
    responses((status = 204, description = "Gone.")))]
pub(crate) async fn remove_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Passkey>,
    confirmation: Confirmation,
) -> Result<StatusCode, Problem> {
    let all = state.identity().passkeys(who.tenant.id, &who.principal).await?;
    let passkey = all.into_iter().find(|passkey| passkey.id == id).ok_or_else(Problem::not_found)?;
    let shown = json!({"kind": "passkey_remove", "name": passkey.name});
    confirmation.require_for_settings(&state, &who, &[], shown).await?;
    state.identity().remove_passkey(who.tenant.id, &who.principal, id, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
