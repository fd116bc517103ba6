//! Recovery codes, each of which replaces the second factor once.

use axum::Json;
use axum::extract::State;
use identity::Secret;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::guard::{Confirmation, ConfirmationHeader};
use crate::AppState;
use crate::extract::{Authenticated, CameFrom};
use crate::problem::Problem;

/// Recovery codes. Each replaces the second factor once. They are returned only this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Ten codes. Empty if the existing ones remain valid.
    recovery_codes: Vec<String>,
}

impl From<Vec<Secret>> for RecoveryCodes {
    fn from(codes: Vec<Secret>) -> Self {
        Self { recovery_codes: codes.iter().map(|code| code.expose().to_owned()).collect() }
    }
}

/// Creates ten new recovery codes, and invalidates the old ones.
#[utoipa::path(post, path = "/api/client/v1/user/two-factor/recovery-codes", tag = "two-factor",
    security(("bearer" = [])), params(ConfirmationHeader), responses((status = 200, body = RecoveryCodes)))]
pub(crate) async fn new_recovery_codes(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
) -> Result<Json<RecoveryCodes>, Problem> {
    confirmation.require_for_settings(&state, &who, &[], json!({"kind": "recovery_codes"})).await?;
    let codes = state.identity().new_recovery_codes(who.tenant.id, &who.principal, &context).await?;
    Ok(Json(codes.into()))
}
