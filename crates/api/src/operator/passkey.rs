//! Operators' passkeys: sign-in, confirmation of sensitive actions, registration and removal.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use identity::PasskeyAnswer;
use kernel::kinds;

use super::principal::{Console, Operator};
use super::session::{Confirmed, Me};
use crate::AppState;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::passkey::manage::{NewPasskey, PasskeyList, PasskeyName};
use crate::passkey::site::OwnSite;
use crate::passkey::{PasskeyOptions, PasskeyProof};
use crate::problem::Problem;

/// Starts a sign-in with a passkey of this host.
#[utoipa::path(post, path = "/api/operator/v1/session/passkey/begin", tag = "session", security(()),
    responses((status = 200, body = PasskeyOptions)))]
pub(super) async fn begin_passkey_sign_in(
    State(state): State<AppState>,
    console: Console,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
) -> Result<Json<PasskeyOptions>, Problem> {
    let console = console.own()?;
    let asked = state.identity().begin_operator_passkey_sign_in(console.tenant.id, &site, &context).await?;
    Ok(Json(asked.into()))
}

/// Signs in with a passkey, in any browser and without a code.
///
/// 403 `AUTH_2FA_INVALID` for any rejected response; start again then.
#[utoipa::path(post, path = "/api/operator/v1/session/passkey", tag = "session", security(()), request_body = PasskeyProof,
    responses((status = 200, body = Me, description = "Signed in; the session is in a cookie.")))]
pub(super) async fn sign_in_by_passkey(
    State(state): State<AppState>,
    console: Console,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    Body { value: shown, .. }: Body<PasskeyProof>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let console = console.own()?;
    let (identity, tenant) = (state.identity(), console.tenant.id);
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    let signed = identity.sign_operator_in_by_passkey(tenant, &site, answer, &context).await?;
    let who = identity.authenticate_operator(tenant, signed.session.expose()).await?;
    Ok((console.keep(signed.session.expose(), None), Json(who.into())))
}

/// Starts a confirmation with a passkey, for sensitive actions (403 `AUTH_2FA_REQUIRED`).
#[utoipa::path(post, path = "/api/operator/v1/session/confirm/passkey/begin", tag = "session",
    security(("session" = [])), responses((status = 200, body = PasskeyOptions)))]
pub(super) async fn begin_passkey_confirmation(
    State(state): State<AppState>,
    operator: Operator,
    OwnSite(site): OwnSite,
) -> Result<Json<PasskeyOptions>, Problem> {
    let asked = state.identity().begin_operator_passkey_confirmation(operator.tenant.id, &operator.who, &site).await?;
    Ok(Json(asked.into()))
}

/// Confirms with a passkey instead of a code.
///
/// 403 `AUTH_2FA_INVALID` as at sign-in.
#[utoipa::path(post, path = "/api/operator/v1/session/confirm/passkey", tag = "session", security(("session" = [])),
    request_body = PasskeyProof, responses((status = 200, body = Confirmed)))]
pub(super) async fn confirm_by_passkey(
    State(state): State<AppState>,
    operator: Operator,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    Body { value: shown, .. }: Body<PasskeyProof>,
) -> Result<Json<Confirmed>, Problem> {
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    let (identity, tenant) = (state.identity(), operator.tenant.id);
    let until = identity.confirm_operator_by_passkey(tenant, &operator.who, &site, answer, &context).await?;
    Ok(Json(Confirmed { confirmed_until: until }))
}

/// Lists the operator's passkeys.
#[utoipa::path(get, path = "/api/operator/v1/session/passkeys", tag = "session", security(("session" = [])),
    responses((status = 200, body = PasskeyList)))]
pub(super) async fn list_own_passkeys(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<PasskeyList>, Problem> {
    let passkeys = state.identity().operator_passkeys(operator.tenant.id, &operator.who).await?;
    Ok(Json(passkeys.into()))
}

/// Starts the registration of a passkey.
///
/// 403 `AUTH_2FA_REQUIRED` without a confirmation in the last five minutes; 409 `CONFLICT_ERROR` if there are already
/// 10.
#[utoipa::path(post, path = "/api/operator/v1/session/passkeys/begin", tag = "session", security(("session" = [])),
    responses((status = 200, body = PasskeyOptions)))]
pub(super) async fn begin_own_passkey(
    State(state): State<AppState>,
    operator: Operator,
    OwnSite(site): OwnSite,
) -> Result<Json<PasskeyOptions>, Problem> {
    let asked = state.identity().begin_operator_passkey(operator.tenant.id, &operator.who, &site).await?;
    Ok(Json(asked.into()))
}

/// Completes the registration of a passkey.
///
/// 403 `AUTH_2FA_INVALID` for a rejected response; 409 `NON_UNIQUE_VALUE` for a registered passkey.
#[utoipa::path(post, path = "/api/operator/v1/session/passkeys", tag = "session", security(("session" = [])),
    request_body = NewPasskey, responses((status = 204, description = "Kept.")))]
pub(super) async fn add_own_passkey(
    State(state): State<AppState>,
    operator: Operator,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    Body { value: made, .. }: Body<NewPasskey>,
) -> Result<StatusCode, Problem> {
    let answer = PasskeyAnswer { request: made.request_id, credential: &made.credential };
    let (identity, tenant) = (state.identity(), operator.tenant.id);
    identity.add_operator_passkey(tenant, &operator.who, &site, answer, &made.name, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Renames a passkey.
#[utoipa::path(put, path = "/api/operator/v1/session/passkeys/{id}", tag = "session", security(("session" = [])),
    params(("id" = String, Path, description = "The passkey.")), request_body = PasskeyName,
    responses((status = 204, description = "Done.")))]
pub(super) async fn rename_own_passkey(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::Passkey>,
    body: Body<PasskeyName>,
) -> Result<StatusCode, Problem> {
    let (identity, tenant) = (state.identity(), operator.tenant.id);
    identity.rename_operator_passkey(tenant, &operator.who, id, &body.value.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a passkey. The authenticator app remains.
///
/// 403 `AUTH_2FA_REQUIRED` without a confirmation in the last five minutes.
#[utoipa::path(delete, path = "/api/operator/v1/session/passkeys/{id}", tag = "session", security(("session" = [])),
    params(("id" = String, Path, description = "The passkey.")), responses((status = 204, description = "Gone.")))]
pub(super) async fn remove_own_passkey(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Passkey>,
) -> Result<StatusCode, Problem> {
    state.identity().remove_operator_passkey(operator.tenant.id, &operator.who, id, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
