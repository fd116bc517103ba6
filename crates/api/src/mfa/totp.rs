//! Enrolment and removal of an authenticator app (TOTP, RFC 6238).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::FactorCode;
use super::guard::{Confirmation, ConfirmationHeader};
use super::recovery::RecoveryCodes;
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// The seed of an authenticator app (TOTP, RFC 6238). Returned only this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct TotpSeed {
    /// Secret in base 32, for manual entry.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    secret: String,
    /// `otpauth` URI, for a QR code.
    #[schema(example = "otpauth://totp/Agio:anna@example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Agio")]
    uri: String,
}

/// Starts the enrolment of an authenticator app.
///
/// It is active after confirmation with a code. Requires confirmation with an existing second factor, if there is one.
/// 409 `NON_UNIQUE_VALUE` if an app is already enrolled.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/totp", tag = "two-factor", security(("bearer" = [])),
    params(ConfirmationHeader), responses((status = 200, body = TotpSeed)))]
pub(crate) async fn begin_totp(
    State(state): State<AppState>,
    who: Authenticated,
    confirmation: Confirmation,
) -> Result<Json<TotpSeed>, Problem> {
    let with_factor = confirmation.require_for_settings(&state, &who, &[], json!({"kind": "totp_add"})).await?;
    let setup = state.identity().begin_totp(&who.tenant, &who.principal, with_factor).await?;
    Ok(Json(TotpSeed { secret: setup.secret.expose().to_owned(), uri: setup.uri.expose().to_owned() }))
}

/// Confirms the authenticator app with a code.
///
/// For the first factor, the response contains recovery codes; they are returned only this once. 403 `AUTH_2FA_INVALID`
/// for a wrong code.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/totp/confirm", tag = "two-factor",
    security(("bearer" = [])), request_body = FactorCode, responses((status = 200, body = RecoveryCodes)))]
pub(crate) async fn confirm_totp(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<FactorCode>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let codes = state.identity().confirm_totp(who.tenant.id, &who.principal, &body.value.code, &context).await?;
    Ok(Json(codes.into()))
}

/// Removes the authenticator app.
///
/// With the last factor, the recovery codes and all protection are removed too.
#[utoipa::path(delete, path = "/api/client/v1/user/two-factor/totp", tag = "two-factor", security(("bearer" = [])),
    params(ConfirmationHeader), responses((status = 204, description = "Gone.")))]
pub(crate) async fn remove_totp(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
) -> Result<StatusCode, Problem> {
    confirmation.require_for_settings(&state, &who, &[], json!({"kind": "totp_remove"})).await?;
    state.identity().remove_totp(who.tenant.id, &who.principal, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
