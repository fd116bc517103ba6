//! Management of operators: roles, invitations, role changes, removal.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use identity::operator::{Account, OperatorAction, Role, is_offered, is_privileged, permissions};
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

/// An operator role.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoleInfo {
    /// Name of the role.
    #[schema(example = "compliance_officer")]
    name: &'static str,
    /// Actions that the role may execute or propose.
    permissions: Vec<String>,
    /// Whether assigning the role requires a second operator.
    needs_second: bool,
}

/// An operator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OperatorInfo {
    /// Id of the operator.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    id: String,
    /// Email.
    email: String,
    /// Role.
    role: &'static str,
    /// `invited`, `active`, `removed`, or `ended` after the last day of access.
    state: &'static str,
    /// When the operator was invited.
    created_at: DateTime<Utc>,
    /// Last day of access, in UTC. Set for auditors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_on: Option<NaiveDate>,
}

impl OperatorInfo {
    fn of(account: Account, now: DateTime<Utc>) -> Self {
        Self {
            id: account.id.to_string(),
            state: account.state_at(now),
            email: account.email,
            role: account.role.name(),
            created_at: account.created_at,
            ends_on: account.ends_on,
        }
    }
}

/// Invites an operator.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewOperator {
    /// Email.
    #[schema(max_length = 254, example = "olga@bank.example")]
    email: String,
    /// Role.
    #[schema(value_type = RoleCode, example = "support_l1")]
    role: String,
    /// Last day of access for an auditor, in UTC. Default 30 days from now, at most 90. Omit it for other roles.
    ends_on: Option<NaiveDate>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Changes an operator's role.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewRole {
    /// New role.
    #[schema(value_type = RoleCode, example = "support_l2")]
    role: String,
    /// Last day of access for an auditor, as in an invitation.
    ends_on: Option<NaiveDate>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

fn role(name: &str) -> Result<Role, Problem> {
    Role::from_name(name).ok_or_else(|| Problem::field(FieldError::new("/role", "one_of", "is not a role")))
}

/// Lists the roles that can be assigned, and their permissions.
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

/// Lists the tenant's operators, by email; at most 500.
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

/// Sends an invitation link to a new operator, or a new sign-in link to an existing one.
///
/// Privileged roles require approval by a second operator.
#[utoipa::path(post, path = "/api/operator/v1/operators", tag = "operators",
    security(("session" = ["operators.write"])), request_body = NewOperator, responses((status = 200, body = ActInfo)))]
pub(super) async fn invite_operator(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    body: Body<NewOperator>,
) -> Result<Json<ActInfo>, Problem> {
    let NewOperator { email, role: name, ends_on, reason } = body.value;
    let action = OperatorAction::InviteOperator { email, role: role(&name)?, ends_on };
    act(&state, &operator, action, &reason, &context).await
}

/// Changes an operator's role and ends their sessions.
///
/// Privileged roles require approval by a second operator.
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
    let action = OperatorAction::ChangeRole { operator: id, role: role(&name)?, ends_on };
    act(&state, &operator, action, &reason, &context).await
}

/// Removes an operator's access.
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
    act(&state, &operator, OperatorAction::RemoveOperator { operator: id }, &body.value.reason, &context).await
}
