//! The current alerts of a tenant.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::dto::scalar::AlertKindName;
use crate::problem::Problem;

/// A condition that operators must act on.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AlertInfo {
    /// The kind.
    #[schema(value_type = AlertKindName, example = "deposit_slow")]
    kind: &'static str,
    /// The number of cases.
    #[schema(minimum = 1)]
    count: u32,
    /// When the oldest of them began. Absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<DateTime<Utc>>,
    /// Whether money is at risk, or customers are stopped, while it lasts.
    is_urgent: bool,
}

/// The current alerts that the role can act on.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AlertsInfo {
    /// The worst first.
    #[schema(max_items = 50)]
    data: Vec<AlertInfo>,
}

/// Lists the current alerts that the operator's role can act on. They are checked every five minutes.
#[utoipa::path(get, path = "/api/operator/v1/alerts", tag = "movements", security(("session" = [])),
    responses((status = 200, body = AlertsInfo)))]
pub(super) async fn list_alerts(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<AlertsInfo>, Problem> {
    let current = state.identity().standing_alerts(operator.tenant.id, &operator.who).await?;
    let info = |alert: identity::operator::StandingAlert| AlertInfo {
        kind: alert.kind.name(),
        count: alert.extent.count,
        since: alert.extent.since,
        is_urgent: alert.is_urgent,
    };
    Ok(Json(AlertsInfo { data: current.into_iter().map(info).collect() }))
}
