//! Payways that are off: at once, or for a maintenance window.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use exchange::payway_pause::{NewPaywayPause, PaywayPause};
use identity::operator::BankAct;
use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::principal::Operator;
use crate::AppState;
use crate::dto::catalogue::{PauseCause, PausedFlow};
use crate::dto::scalar::PaywayCode;
use crate::extract::{Body, CameFrom};
use crate::problem::Problem;

/// A pause of a payway, for operators.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaywayPauseLine {
    /// Id.
    #[schema(format = "uuid")]
    id: String,
    /// Payway.
    payway: PaywayCode,
    /// The directions that are off.
    flow: PausedFlow,
    /// Why, for customers.
    cause: PauseCause,
    /// Further words for customers, by language: `en`, `uk`, `ru`, `pl`.
    texts: BTreeMap<String, String>,
    /// Why, for operators.
    reason: String,
    /// The beginning.
    from: DateTime<Utc>,
    /// The end. Absent if it lasts until an operator resumes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<DateTime<Utc>>,
    /// Whether it stands now. A planned window does not.
    is_standing: bool,
    /// The operator who made it.
    by: String,
    /// When.
    at: DateTime<Utc>,
}

/// The payways that are off, and the planned windows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaywayPausesInfo {
    /// In the order in which they begin.
    #[schema(max_items = 100)]
    data: Vec<PaywayPauseLine>,
}

/// A pause to make.
#[derive(Deserialize, ToSchema)]
pub(super) struct PaywayPauseBody {
    /// Payway.
    payway: PaywayCode,
    /// The directions to switch off.
    flow: PausedFlow,
    /// Why, for customers.
    cause: PauseCause,
    /// Further words for customers, by language: `en`, `uk`, `ru`, `pl`. At most 200 characters each.
    #[serde(default)]
    #[schema(required = false)]
    texts: BTreeMap<String, String>,
    /// The beginning, at most 90 days ahead. Now without it.
    #[schema(max_length = 40)]
    from: Option<DateTime<Utc>>,
    /// The end, at most 30 days after the beginning. Without it the payway is off until an operator resumes it. A planned
    /// window needs it.
    #[schema(max_length = 40)]
    until: Option<DateTime<Utc>>,
    /// Reason for the audit log and for operators, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Why a pause ends.
#[derive(Deserialize, ToSchema)]
pub(super) struct PaywayResumeBody {
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

fn line(pause: &PaywayPause, now: DateTime<Utc>) -> PaywayPauseLine {
    PaywayPauseLine {
        id: pause.id.to_string(),
        payway: PaywayCode(pause.payway),
        flow: pause.flow.into(),
        cause: pause.cause.into(),
        texts: pause.texts.clone(),
        reason: pause.reason.clone(),
        from: pause.from,
        until: pause.until,
        is_standing: pause.is_standing(now),
        by: pause.by.clone(),
        at: pause.at,
    }
}

/// Lists the payways that are off, and the planned windows.
#[utoipa::path(get, path = "/api/operator/v1/payways/pauses", tag = "rules", security(("session" = ["treasury.read"])),
    responses((status = 200, body = PaywayPausesInfo)))]
pub(super) async fn list_payway_pauses(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<PaywayPausesInfo>, Problem> {
    state.identity().may_read_bank(&operator.who)?;
    let (pauses, now) = (state.exchange().made_payway_pauses(operator.tenant.id).await?, state.world().now());
    Ok(Json(PaywayPausesInfo { data: pauses.iter().map(|pause| line(pause, now)).collect() }))
}

/// Switches a payway off, at once or for a maintenance window. Customers see the cause, the words and the end; a window
/// is announced 24 hours before. Orders that are paid go on; payouts wait. The clock ends a window.
///
/// 409 `CONFLICT_ERROR` if it is off at that time anyway.
#[utoipa::path(post, path = "/api/operator/v1/payways/pauses", tag = "rules",
    security(("session" = ["treasury.write"])), request_body = PaywayPauseBody,
    responses((status = 200, body = PaywayPauseLine)))]
pub(super) async fn pause_payway(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<PaywayPauseBody>,
) -> Result<Json<PaywayPauseLine>, Problem> {
    let (tenant, act) = (operator.tenant.id, BankAct::PausePayway);
    state.identity().may_at_bank(&operator.who, act)?;
    let PaywayPauseBody { payway, flow, cause, texts, from, until, reason } = asked;
    let new = NewPaywayPause { payway: payway.0, flow: flow.0, cause: cause.0, texts, from, until };
    // Before the log, so that it has no line of a refused pause.
    state.exchange().check_payway_pause(tenant, &new).await?;
    let subject = format!("{} {}", payway.0.code(), flow.0.code());
    state.identity().bank_act(tenant, (&operator.who, &context), act, (&subject, Some(&reason))).await?;
    let by = (operator.who.email.as_str(), reason.trim());
    let made = state.exchange().pause_payway(tenant, new, by).await?;
    Ok(Json(line(&made, state.world().now())))
}

/// Switches a payway on before the end of its pause, or takes a planned window back.
///
/// 409 `CONFLICT_ERROR` if it is not paused.
#[utoipa::path(post, path = "/api/operator/v1/payways/pauses/{id}/resume", tag = "rules",
    security(("session" = ["treasury.write"])), params(("id" = Uuid, Path, description = "The pause.")),
    request_body = PaywayResumeBody, responses((status = 204, description = "It is on again.")))]
pub(super) async fn resume_payway(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
    Body { value: PaywayResumeBody { reason }, .. }: Body<PaywayResumeBody>,
) -> Result<StatusCode, Problem> {
    let (tenant, act) = (operator.tenant.id, BankAct::ResumePayway);
    state.identity().may_at_bank(&operator.who, act)?;
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let pauses = state.exchange().made_payway_pauses(tenant).await?;
    let over = || Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "It is not paused.");
    let pause = pauses.iter().find(|pause| pause.id == id).ok_or_else(over)?;
    let subject = format!("{} {}", pause.payway.code(), pause.flow.code());
    state.identity().bank_act(tenant, (&operator.who, &context), act, (&subject, Some(&reason))).await?;
    match state.exchange().resume_payway(tenant, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(over()),
    }
}
