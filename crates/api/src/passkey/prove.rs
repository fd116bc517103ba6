//! Passkeys as the second factor: of one request (step-up), and of a sign-in.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::PasskeyAnswer;
use kernel::kinds;

use super::site::OwnSite;
use super::{PasskeyOptions, PasskeyProof};
use crate::AppState;
use crate::extract::{AnyStage, Authenticated, Body, CameFrom, IdInPath};
use crate::mfa::challenge::FactorToken;
use crate::problem::Problem;

/// Starts the confirmation of a request with a passkey.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/challenges/{id}/passkey/begin", tag = "two-factor",
    security(("bearer" = [])), params(("id" = String, Path, description = "From `meta.challenge_id`.")),
    responses((status = 200, body = PasskeyOptions)))]
pub(crate) async fn begin_challenge_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    OwnSite(site): OwnSite,
    IdInPath(id): IdInPath<kinds::StepUp>,
) -> Result<Json<PasskeyOptions>, Problem> {
    let asked = state.identity().begin_passkey_proof(who.tenant.id, &who.principal, &site, Some(id)).await?;
    Ok(Json(asked.into()))
}

/// Confirms a request with a passkey.
///
/// 403 `AUTH_2FA_INVALID` for a rejected response; start again then.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/challenges/{id}/passkey", tag = "two-factor",
    security(("bearer" = [])), params(("id" = String, Path, description = "From `meta.challenge_id`.")),
    request_body = PasskeyProof, responses((status = 200, body = FactorToken)))]
pub(crate) async fn confirm_challenge_by_passkey(
    State(state): State<AppState>,
    who: Authenticated,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::StepUp>,
    Body { value: shown, .. }: Body<PasskeyProof>,
) -> Result<Json<FactorToken>, Problem> {
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    let identity = state.identity();
    let given = identity.confirm_by_passkey(who.tenant.id, &who.principal, &site, id, answer, &context).await?;
    Ok(Json(given.into()))
}

/// Starts the second step of a sign-in with a passkey.
#[utoipa::path(post, path = "/api/client/v1/login/second-factor/passkey/begin", tag = "auth",
    security(("bearer" = ["any_stage"])), responses((status = 200, body = PasskeyOptions)))]
pub(crate) async fn begin_second_factor_passkey(
    State(state): State<AppState>,
    who: AnyStage,
    OwnSite(site): OwnSite,
) -> Result<Json<PasskeyOptions>, Problem> {
    let asked = state.identity().begin_passkey_proof(who.tenant.id, &who.principal, &site, None).await?;
    Ok(Json(asked.into()))
}

/// Completes the second step of a sign-in with a passkey.
///
/// 403 `AUTH_2FA_INVALID` for a rejected response; start again then.
#[utoipa::path(post, path = "/api/client/v1/login/second-factor/passkey", tag = "auth",
    security(("bearer" = ["any_stage"])), request_body = PasskeyProof,
    responses((status = 204, description = "Shown.")))]
pub(crate) async fn show_passkey(
    State(state): State<AppState>,
    who: AnyStage,
    OwnSite(site): OwnSite,
    CameFrom(context): CameFrom,
    Body { value: shown, .. }: Body<PasskeyProof>,
) -> Result<StatusCode, Problem> {
    let answer = PasskeyAnswer { request: shown.request_id, credential: &shown.credential };
    state.identity().show_passkey(who.tenant.id, &who.principal, &site, answer, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
