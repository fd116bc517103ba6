//! Removal of a lost second factor: request, state and cancellation. Support approves it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::FactorReset;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{AnyStage, Authenticated, CameFrom};
use crate::problem::Problem;

/// Removal of a lost second factor.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FactorResetInfo {
    /// When it was requested.
    requested_at: DateTime<Utc>,
    /// When the second factor is removed. Absent until support approves.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<DateTime<Utc>>,
}

impl From<FactorReset> for FactorResetInfo {
    fn from(reset: FactorReset) -> Self {
        Self { requested_at: reset.requested_at, due_at: reset.due_at }
    }
}

/// Requests the removal of a lost second factor, for customers without a recovery code.
///
/// Support must approve it. The removal happens three days after the approval; until then the customer is notified and
/// can cancel it.
#[utoipa::path(post, path = "/api/client/v1/login/second-factor/lost", tag = "auth",
    security(("bearer" = ["any_stage"])), responses((status = 200, body = FactorResetInfo)))]
pub(crate) async fn ask_reset(
    State(state): State<AppState>,
    who: AnyStage,
    CameFrom(context): CameFrom,
) -> Result<Json<FactorResetInfo>, Problem> {
    let reset = state.identity().ask_factor_reset(who.tenant.id, &who.principal, &context).await?;
    Ok(Json(reset.into()))
}

/// Returns the pending removal.
///
/// 404 if there is none.
#[utoipa::path(get, path = "/api/client/v1/user/two-factor/reset", tag = "two-factor", security(("bearer" = [])),
    responses((status = 200, body = FactorResetInfo)))]
pub(crate) async fn get_reset(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<FactorResetInfo>, Problem> {
    let reset = state.identity().factor_reset(who.tenant.id, &who.principal).await?;
    Ok(Json(reset.ok_or_else(Problem::not_found)?.into()))
}

/// Cancels the pending removal.
#[utoipa::path(delete, path = "/api/client/v1/user/two-factor/reset", tag = "two-factor", security(("bearer" = [])),
    responses((status = 204, description = "Nothing is removed.")))]
pub(crate) async fn cancel_reset(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    state.identity().cancel_factor_reset(who.tenant.id, &who.principal, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
