//! The published versions of the rules: listed, compared and proposed again.

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use exchange::policy::{PolicyDifference, PolicyVersion, VersionState};
use identity::operator::{OperatorAction, PolicyPublication};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{RulesPreview, refused};
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::{Body, CameFrom, Params};
use crate::operator::act::{ActInfo, act};
use crate::operator::principal::Operator;
use crate::problem::Problem;

/// Whether a version is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::operator) enum RulesVersionState {
    /// Waits for the time from which it is in force.
    Scheduled,
    /// In force.
    InForce,
    /// Replaced by a later version.
    Past,
}

/// A published version of the rules.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct RulesVersion {
    /// Version number.
    version: u32,
    /// Whether it is in force.
    state: RulesVersionState,
    /// Since when, or from when on, it is in force.
    effective_at: DateTime<Utc>,
    /// When it was published.
    published_at: DateTime<Utc>,
    /// Who proposed it: an operator, or the command line. Absent for the version that came with the tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposer: Option<String>,
    /// Reason of the proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The operator who approved it. Absent if the command line published it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    approver: Option<String>,
    /// Reason of the approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

/// A value that differs between two versions.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct RulesDifference {
    /// The groups that the value is in, and its own name.
    #[schema(example = json!(["limits", "visamc out T1", "day"]))]
    path: Vec<String>,
    /// The value before. Amounts have their currency. Absent if it is new.
    #[schema(example = "500.00 EUR")]
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The value after. Absent if it is removed.
    #[schema(example = "400.00 EUR")]
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// A version, compared with another one.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct ComparedRules {
    /// The version.
    version: RulesVersion,
    /// The version that it is compared with. Absent for the first version.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<u32>,
    /// The differences from `against` to `version`.
    differences: Vec<RulesDifference>,
}

/// What to compare a version with.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::operator) struct CompareParams {
    /// The other version. The one before it by default.
    #[param(minimum = 1, maximum = 2_147_483_647_u32)]
    against: Option<u32>,
}

/// What an earlier version is tried or proposed from.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct RulesAgain {
    /// The version in force.
    base: u32,
}

/// A proposal to publish an earlier version again.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct RulesAgainProposal {
    /// The version in force.
    base: u32,
    /// When it takes effect: in the future, within a year. At the approval if absent.
    #[schema(max_length = 40)]
    at: Option<DateTime<Utc>>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

fn line(version: &PolicyVersion, publication: Option<PolicyPublication>) -> RulesVersion {
    let (proposer, reason, approval) = match publication {
        Some(found) => (Some(found.proposer), found.reason, found.approval),
        None => (None, None, None),
    };
    let (approver, answer) = approval.map_or((None, None), |(approver, answer)| (Some(approver), answer));
    RulesVersion {
        version: version.version,
        state: match version.state {
            VersionState::Scheduled => RulesVersionState::Scheduled,
            VersionState::InForce => RulesVersionState::InForce,
            VersionState::Past => RulesVersionState::Past,
        },
        effective_at: version.effective_at,
        published_at: version.published_at,
        proposer,
        reason,
        approver,
        answer,
    }
}

impl From<PolicyDifference> for RulesDifference {
    fn from(one: PolicyDifference) -> Self {
        Self { path: one.path, before: one.before, after: one.after }
    }
}

/// Lists the published versions of the rules, newest first.
#[utoipa::path(get, path = "/api/operator/v1/rules/versions", tag = "rules",
    security(("session" = ["policies.read"])), params(PageParams), responses((status = 200, body = Page<RulesVersion>)))]
pub(in crate::operator) async fn list_rules_versions(
    State(state): State<AppState>,
    operator: Operator,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<RulesVersion>>, Problem> {
    let (tenant, limit) = (operator.tenant.id, page.limit()?);
    // The cursor is the number of the last version.
    let before = page.after()?.map(|cursor| u32::try_from(cursor.as_u128()).unwrap_or(0));
    let mut found = state.exchange().policy_versions(tenant, before, limit.saturating_add(1)).await?;
    let shown = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = found.len() > shown;
    found.truncate(shown);
    let numbers: Vec<u32> = found.iter().map(|one| one.version).collect();
    let mut publications = state.identity().policy_publications(tenant, &numbers).await?;
    let next = found.last().filter(|_| has_more).map(|last| cursor_after(Uuid::from_u128(last.version.into())));
    let data = found.iter().map(|one| line(one, publications.remove(&one.version))).collect();
    Ok(Json(Page { data, has_more, next_cursor: next }))
}

/// Returns a version of the rules, and what differs from the version before it or from another one.
#[utoipa::path(get, path = "/api/operator/v1/rules/versions/{version}", tag = "rules",
    security(("session" = ["policies.read"])),
    params(("version" = u32, Path, description = "The version number.", minimum = 1, maximum = 2_147_483_647_u32),
        CompareParams),
    responses((status = 200, body = ComparedRules)))]
pub(in crate::operator) async fn get_rules_version(
    State(state): State<AppState>,
    operator: Operator,
    Path(version): Path<String>,
    Params(asked): Params<CompareParams>,
) -> Result<Json<ComparedRules>, Problem> {
    let (tenant, version) = (operator.tenant.id, number(&version)?);
    let found = state.exchange().compared_policy_version(tenant, version, asked.against).await?;
    let publication = state.identity().policy_publications(tenant, &[version]).await?.remove(&version);
    Ok(Json(ComparedRules {
        version: line(&found.version, publication),
        against: found.against,
        differences: found.differences.into_iter().map(Into::into).collect(),
    }))
}

/// Returns what an earlier version of the rules would have done to the orders of the last 30 days.
///
/// Writes nothing.
#[utoipa::path(post, path = "/api/operator/v1/rules/versions/{version}/preview", tag = "rules",
    security(("session" = ["policies.read"])),
    params(("version" = u32, Path, description = "The version number.", minimum = 1, maximum = 2_147_483_647_u32)),
    request_body = RulesAgain, responses((status = 200, body = RulesPreview)))]
pub(in crate::operator) async fn preview_rules_version(
    State(state): State<AppState>,
    operator: Operator,
    Path(version): Path<String>,
    Body { value: asked, .. }: Body<RulesAgain>,
) -> Result<Json<RulesPreview>, Problem> {
    let tenant = operator.tenant.id;
    let changed = state.exchange().policy_again(tenant, number(&version)?, asked.base).await?;
    Ok(Json(state.exchange().preview_policy(tenant, changed).await.map_err(refused)?.into()))
}

/// Proposes to publish an earlier version of the rules again, under the next number.
///
/// A second operator must approve it. 409 `CONFLICT_ERROR` if another version is in force, or one waits for its time.
#[utoipa::path(post, path = "/api/operator/v1/rules/versions/{version}/propose", tag = "rules",
    security(("session" = ["policies.write"])),
    params(("version" = u32, Path, description = "The version number.", minimum = 1, maximum = 2_147_483_647_u32)),
    request_body = RulesAgainProposal, responses((status = 200, body = ActInfo)))]
pub(in crate::operator) async fn propose_rules_version(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(version): Path<String>,
    Body { value: asked, .. }: Body<RulesAgainProposal>,
) -> Result<Json<ActInfo>, Problem> {
    let tenant = operator.tenant.id;
    let changed = state.exchange().policy_again(tenant, number(&version)?, asked.base).await?;
    let change = state.exchange().policy_change(tenant, changed, asked.at).await.map_err(refused)?;
    act(&state, &operator, OperatorAction::PublishPolicy(change), &asked.reason, &context).await
}

/// The version number of a path.
fn number(text: &str) -> Result<u32, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}
