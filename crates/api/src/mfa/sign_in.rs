//! The second step of a sign-in: a code of the second factor.

use axum::extract::State;
use axum::http::StatusCode;

use super::FactorCode;
use crate::AppState;
use crate::extract::{AnyStage, Body, CameFrom};
use crate::problem::Problem;

/// Completes a sign-in with the second factor, if `is_second_factor_required` was set.
///
/// 403 `AUTH_2FA_INVALID` for a wrong code. After ten wrong codes, 403 `AUTH_2FA_ATTEMPTS_EXCEEDED` for half an hour.
#[utoipa::path(post, path = "/api/client/v1/login/second-factor", tag = "auth", security(("bearer" = ["any_stage"])),
    request_body = FactorCode, responses((status = 204, description = "Shown.")))]
pub(crate) async fn show_second_factor(
    State(state): State<AppState>,
    who: AnyStage,
    CameFrom(context): CameFrom,
    body: Body<FactorCode>,
) -> Result<StatusCode, Problem> {
    state.identity().show_factor(who.tenant.id, &who.principal, &body.value.code, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
