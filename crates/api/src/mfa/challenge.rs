//! Step-up: what a request will execute, and its confirmation by a code, which gives a token for the repeated request.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::{StepUp, StepUpToken};
use kernel::kinds;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::FactorCode;
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// A request that waits for confirmation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FactorChallenge {
    /// Id of the challenge.
    #[schema(example = "stp_019a0000000070008000000000000001")]
    id: String,
    /// `transfer`, `card_details` or `settings`.
    #[schema(example = "transfer")]
    purpose: String,
    /// What the server will execute: `kind`, and depending on it amounts, payee or setting. Show it to the customer;
    /// the confirmation covers exactly this.
    #[schema(value_type = Object)]
    shown: Value,
    /// When the challenge expires.
    expires_at: DateTime<Utc>,
}

/// A confirmation.
#[derive(Serialize, ToSchema)]
pub(crate) struct FactorToken {
    /// Send it as `Auth-2FA-Token` with the identical request. Valid once.
    token: String,
    /// When the token expires.
    expires_at: DateTime<Utc>,
}

impl From<StepUp> for FactorChallenge {
    fn from(asked: StepUp) -> Self {
        Self { id: asked.id.to_string(), purpose: asked.purpose, shown: asked.shown, expires_at: asked.expires_at }
    }
}

impl From<StepUpToken> for FactorToken {
    fn from(given: StepUpToken) -> Self {
        Self { token: given.token.expose().to_owned(), expires_at: given.expires_at }
    }
}

/// Returns what is to be confirmed, as the server will execute it.
#[utoipa::path(get, path = "/api/client/v1/user/two-factor/challenges/{id}", tag = "two-factor",
    security(("bearer" = [])), params(("id" = String, Path, description = "From `meta.challenge_id`.")),
    responses((status = 200, body = FactorChallenge)))]
pub(crate) async fn get_challenge(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::StepUp>,
) -> Result<Json<FactorChallenge>, Problem> {
    let asked = state.identity().step_up(who.tenant.id, &who.principal, id).await?;
    Ok(Json(asked.into()))
}

/// Confirms the request with a code.
///
/// 403 `AUTH_2FA_INVALID` for a wrong code. After ten wrong codes, 403 `AUTH_2FA_ATTEMPTS_EXCEEDED` for half an hour,
/// with `meta.locked_until`.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/challenges/{id}/confirm", tag = "two-factor",
    security(("bearer" = [])), params(("id" = String, Path, description = "From `meta.challenge_id`.")),
    request_body = FactorCode, responses((status = 200, body = FactorToken)))]
pub(crate) async fn confirm_challenge(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::StepUp>,
    body: Body<FactorCode>,
) -> Result<Json<FactorToken>, Problem> {
    let code = &body.value.code;
    let given = state.identity().confirm_step_up(who.tenant.id, &who.principal, id, code, &context).await?;
    Ok(Json(given.into()))
}
