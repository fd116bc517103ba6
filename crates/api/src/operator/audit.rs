//! The operators' audit log, with filters by operator, action and subject.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::operator::{LogFilter, Logged};
use kernel::{AuditId, OperatorId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::Params;
use crate::problem::{FieldError, Problem};

/// Which entries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogParams {
    /// Only entries of this operator.
    #[param(pattern = "^opr_[0-9a-f]{32}$")]
    operator: Option<String>,
    /// Only entries of this action, such as `customers.block`.
    #[param(max_length = 60)]
    action: Option<String>,
    /// Only entries about this customer or operator.
    #[param(max_length = 200)]
    subject: Option<String>,
}

/// An entry of the audit log: an action or an access of an operator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LogLine {
    /// Id of the entry.
    #[schema(example = "aud_019a0000000070008000000000000001")]
    id: String,
    /// Time.
    at: DateTime<Utc>,
    /// Id of the operator. Absent for actions from the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator_id: Option<String>,
    /// Email of the operator at that time.
    operator: String,
    /// Role at that time.
    role: String,
    /// Action.
    action: String,
    /// Subject of the action.
    subject: String,
    /// Reason, if the action requires one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// State before the action.
    #[schema(value_type = Object)]
    before: serde_json::Value,
    /// State after the action.
    #[schema(value_type = Object)]
    after: serde_json::Value,
    /// Proposal that the action was approved by.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal_id: Option<String>,
    /// Network of the request.
    network: String,
}

impl From<Logged> for LogLine {
    fn from(line: Logged) -> Self {
        Self {
            id: line.id.to_string(),
            at: line.at,
            operator_id: line.operator_id.map(|id| id.to_string()),
            operator: line.operator,
            role: line.role,
            action: line.action,
            subject: line.subject,
            reason: line.reason,
            before: line.before,
            after: line.after,
            proposal_id: line.proposal.map(|id| id.to_string()),
            network: line.network,
        }
    }
}

/// Lists the audit log: actions and accesses of operators, newest first.
#[utoipa::path(get, path = "/api/operator/v1/log", tag = "log", security(("session" = ["acts.read"])),
    params(LogParams, PageParams), responses((status = 200, body = Page<LogLine>)))]
pub(super) async fn list_log(
    State(state): State<AppState>,
    operator: Operator,
    Params(which): Params<LogParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<LogLine>>, Problem> {
    let refused = |_| Problem::field(FieldError::new("operator", "invalid", "is not the id of an operator"));
    let of: Option<OperatorId> = which.operator.map(|id| id.parse().map_err(refused)).transpose()?;
    let filter = LogFilter { operator: of, action: which.action, subject: which.subject };
    let after = page.after()?.map(AuditId::from_uuid);
    let (lines, has_more) =
        state.identity().operator_log(operator.tenant.id, &operator.who, &filter, after, page.limit()?).await?;
    let next_cursor = lines.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    Ok(Json(Page { data: lines.into_iter().map(LogLine::from).collect(), next_cursor, has_more }))
}
