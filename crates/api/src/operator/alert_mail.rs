//! Which alerts the signed-in operator gets by email.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::operator::AlertMail;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::dto::scalar::AlertMailName;
use crate::extract::Body;
use crate::problem::{FieldError, Problem};

/// Which alerts the operator gets by email. The console shows all of them in any case.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AlertMailInfo {
    /// `all` that the role can act on, `urgent` ones only, or `none`.
    #[schema(value_type = AlertMailName, example = "urgent")]
    alert_mail: &'static str,
}

/// Changes which alerts the operator gets by email.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewAlertMail {
    /// `all` that the role can act on, `urgent` ones only, or `none`.
    #[schema(value_type = AlertMailName, example = "urgent")]
    alert_mail: String,
}

/// Returns which alerts the operator gets by email.
#[utoipa::path(get, path = "/api/operator/v1/session/alert-mail", tag = "session", security(("session" = [])),
    responses((status = 200, body = AlertMailInfo)))]
pub(super) async fn get_alert_mail(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<AlertMailInfo>, Problem> {
    let choice = state.identity().alert_mail(operator.tenant.id, &operator.who).await?;
    Ok(Json(AlertMailInfo { alert_mail: choice.name() }))
}

/// Changes which alerts the operator gets by email.
#[utoipa::path(put, path = "/api/operator/v1/session/alert-mail", tag = "session", security(("session" = [])),
    request_body = NewAlertMail, responses((status = 204, description = "Done.")))]
pub(super) async fn set_alert_mail(
    State(state): State<AppState>,
    operator: Operator,
    body: Body<NewAlertMail>,
) -> Result<StatusCode, Problem> {
    let unknown = || FieldError::new("alert_mail", "one_of", "is not all, urgent or none");
    let choice = AlertMail::from_name(&body.value.alert_mail).ok_or_else(|| Problem::field(unknown()))?;
    state.identity().prefer_alert_mail(operator.tenant.id, &operator.who, choice).await?;
    Ok(StatusCode::NO_CONTENT)
}
