use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use identity::operator::{Account, Deed, Role, is_offered, is_privileged, permissions};
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, Reason, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::page::List;
use crate::dto::scalar::RoleCode;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// A role.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoleInfo {
    /// Its name.
    #[schema(example = "compliance_officer")]
    name: &'static str,
    /// Everything that it may begin or do.
    permissions: Vec<String>,
    /// Whether it takes two to make somebody this.
    needs_second: bool,
}

/// An operator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OperatorInfo {
    /// Who.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    id: String,
    /// Where they are reached.
    email: String,
    /// What they are.
    role: &'static str,
    /// `invited`, `active`, `removed`, or `ended` after the last day of their right.
    state: &'static str,
    /// Since when.
    created_at: DateTime<Utc>,
    /// The last day of their right, in UTC, where it ends by itself: an auditor's does.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_on: Option<NaiveDate>,
}

impl OperatorInfo {
    fn of(account: Account, now: DateTime<Utc>) -> Self {
        Self {
            id: account.id.to_string(),
            state: account.standing(now),
            email: account.email,
            role: account.role.name(),
            created_at: account.created_at,
            ends_on: account.ends_on,
        }
    }
}

/// Whom to make an operator.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewOperator {
    /// Where they are reached.
    #[schema(max_length = 254, example = "olga@bank.example")]
    email: String,
    /// What they will be.
    #[schema(value_type = RoleCode, example = "support_l1")]
    role: String,
    /// The last day of an auditor's right, in UTC: 30 days from now without it, 90 at most. Of nobody else.
    ends_on: Option<NaiveDate>,
    /// 8 to 500 characters; they stay in the log.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// What to make an operator.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewRole {
    /// What they will be.
    #[schema(value_type = RoleCode, example = "support_l2")]
    role: String,
    /// The last day of an auditor's right, as when one is invited.
    ends_on: Option<NaiveDate>,
    /// 8 to 500 characters; they stay in the log.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

fn role(name: &str) -> Result<Role, Problem> {
    Role::from_name(name).ok_or_else(|| Problem::field(FieldError::new("/role", "one_of", "is not a role")))
}

/// The roles that somebody can be given, and what they may.
#[utoipa::path(get, path = "/api/operator/v1/roles", tag = "operators", security(("session" = [])),
    responses((status = 200, body = List<RoleInfo>)))]
pub(super) async fn list_roles(_operator: Operator) -> Json<List<RoleInfo>> {
    let info = |role: Role| RoleInfo {
        name: role.name(),
        permissions: permissions(role).map(|permission| permission.to_string()).collect(),
        needs_second: is_privileged(role),
    };
    Json(List { data: Role::ALL.into_iter().filter(|role| is_offered(*role)).map(info).collect() })
}

/// The tenant's operators, by address; at most 500.
#[utoipa::path(get, path = "/api/operator/v1/operators", tag = "operators", security(("session" = ["operators.read"])),
    responses((status = 200, body = List<OperatorInfo>)))]
pub(super) async fn list_operators(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<List<OperatorInfo>>, Problem> {
    let all = state.identity().operators(operator.tenant.id, &operator.who).await?;
    let now = state.world().now();
    Ok(Json(List { data: all.into_iter().map(|one| OperatorInfo::of(one, now)).collect() }))
}

/// Sends somebody a link to become an operator with, or an operator one for a new way in. A role with power takes two.
#[utoipa::path(post, path = "/api/operator/v1/operators", tag = "operators",
    security(("session" = ["operators.write"])), request_body = NewOperator, responses((status = 200, body = ActInfo)))]
pub(super) async fn invite_operator(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    body: Body<NewOperator>,
) -> Result<Json<ActInfo>, Problem> {
    let NewOperator { email, role: name, ends_on, reason } = body.value;
    let deed = Deed::InviteOperator { email, role: role(&name)?, ends_on };
    act(&state, &operator, deed, &reason, &context).await
}

/// Makes an operator something else; their sessions end. A role with power takes two.
#[utoipa::path(put, path = "/api/operator/v1/operators/{id}/role", tag = "operators",
    security(("session" = ["operators.write"])), params(("id" = String, Path, description = "The operator.")),
    request_body = NewRole, responses((status = 200, body = ActInfo)))]
pub(super) async fn change_role(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Operator>,
    body: Body<NewRole>,
) -> Result<Json<ActInfo>, Problem> {
    let NewRole { role: name, ends_on, reason } = body.value;
    let deed = Deed::ChangeRole { operator: id, role: role(&name)?, ends_on };
    act(&state, &operator, deed, &reason, &context).await
}

/// Shuts an operator out.
#[utoipa::path(post, path = "/api/operator/v1/operators/{id}/remove", tag = "operators",
    security(("session" = ["operators.write"])), params(("id" = String, Path, description = "The operator.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn remove_operator(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Operator>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::RemoveOperator { operator: id }, &body.value.reason, &context).await
}
