//! The tenant's rules in the console: fees, payways, currencies, countries. A change needs two operators.

mod deciding;
mod edit;
mod fee_rule;
mod protection;
mod shape;
mod versions;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use exchange::PolicyPreview;
use exchange::policy::Policy;
use identity::operator::OperatorAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use self::deciding::*;
use self::protection::NetworkRange;
use self::shape::Rules;
pub(super) use self::versions::*;
use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::scalar::Decimal;
use crate::extract::{Body, CameFrom};
use crate::problem::Problem;

/// The rules in force.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesInfo {
    /// Version number. A change states the version that it was made from.
    version: u32,
    /// When a newer version takes effect. Until then, no other change is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_at: Option<DateTime<Utc>>,
    /// The rules.
    rules: Rules,
    /// Partners with a key that may import verifications, oldest first; at most 200. `relied_on` may name others whose
    /// keys are revoked.
    importers: Vec<Importer>,
    /// Partners with an API key, oldest first; at most 200. Fee rules may name others whose keys are revoked.
    partners: Vec<KeyHolder>,
    /// The confirmations that the rules may require, by network.
    networks: Vec<NetworkRange>,
}

/// A partner with an API key.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeyHolder {
    /// The profile that owns the keys.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile: String,
    /// The names of its keys.
    keys: Vec<String>,
}

impl From<partners::KeyHolder> for KeyHolder {
    fn from(one: partners::KeyHolder) -> Self {
        Self { profile: one.profile.to_string(), keys: one.keys }
    }
}

/// A partner with a key that may import verifications.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Importer {
    /// The profile that owns the keys.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile: String,
    /// The names of its keys that may import.
    keys: Vec<String>,
    /// The verified domains of its widget keys, by which customers know it.
    domains: Vec<String>,
}

impl From<partners::Importer> for Importer {
    fn from(one: partners::Importer) -> Self {
        Self { profile: one.profile.to_string(), keys: one.keys, domains: one.domains }
    }
}

/// Changed rules.
#[derive(Deserialize, ToSchema)]
pub(super) struct ChangedRules {
    /// The version that was changed.
    version: u32,
    /// The rules after the change.
    rules: Rules,
}

/// A proposed change of the rules.
#[derive(Deserialize, ToSchema)]
pub(super) struct RulesProposal {
    /// The version that was changed.
    version: u32,
    /// The rules after the change.
    rules: Rules,
    /// When it takes effect: in the future, within a year. At the approval if absent.
    #[schema(max_length = 40)]
    at: Option<DateTime<Utc>>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// The preview of changed rules on past orders.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesPreview {
    /// The changed values, as the second operator will see them.
    differences: Vec<RulesDifference>,
    /// The effect on the completed orders of the last 30 days.
    dry_run: RulesDryRun,
}

/// The effect of changed rules on the newest 5,000 completed orders of the last 30 days, at today's prices, without
/// network fees and individual limits.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesDryRun {
    /// Orders that the rules in force would allow today.
    orders: u32,
    /// Orders that would be refused.
    refused: u32,
    /// Those of them that only the limits of the customer's tier would refuse.
    refused_by_tier: u32,
    /// Orders whose coins would need more confirmations.
    slower: u32,
    /// Orders that would cost the customer more.
    dearer: u32,
    /// Orders that would cost the customer less.
    cheaper: u32,
    /// Fees and spread of these orders now, in euro.
    fees_before: Decimal,
    /// Fees and spread after the change, without the refused orders, in euro.
    fees_after: Decimal,
    /// What the price guarantee pays for those that were credited late, in euro.
    guarantee_before: Decimal,
    /// The same after the change, without the refused orders, in euro. Orders that were refunded are not counted.
    guarantee_after: Decimal,
}

/// Returns the rules in force.
#[utoipa::path(get, path = "/api/operator/v1/rules", tag = "rules", security(("session" = ["policies.read"])),
    responses((status = 200, body = RulesInfo)))]
pub(super) async fn get_rules(State(state): State<AppState>, operator: Operator) -> Result<Json<RulesInfo>, Problem> {
    let (policy, next_at) = state.exchange().policy_to_change(operator.tenant.id).await?;
    let importers = state.partners().importers(operator.tenant.id).await?.into_iter().map(Into::into).collect();
    let partners = state.partners().key_holders(operator.tenant.id).await?.into_iter().map(Into::into).collect();
    let (version, rules, networks) = (policy.version, Rules::of(&policy), NetworkRange::all());
    Ok(Json(RulesInfo { version, next_at, rules, importers, partners, networks }))
}

/// Returns what changed rules would have done to the orders of the last 30 days.
///
/// Writes nothing.
#[utoipa::path(post, path = "/api/operator/v1/rules/preview", tag = "rules",
    security(("session" = ["policies.read"])), request_body = ChangedRules,
    responses((status = 200, body = RulesPreview)))]
pub(super) async fn preview_rules(
    State(state): State<AppState>,
    operator: Operator,
    Body { value: asked, .. }: Body<ChangedRules>,
) -> Result<Json<RulesPreview>, Problem> {
    let changed = changed(&state, &operator, asked.version, asked.rules).await?;
    let found = state.exchange().preview_policy(operator.tenant.id, changed).await.map_err(refused)?;
    Ok(Json(found.into()))
}

impl From<PolicyPreview> for RulesPreview {
    fn from(found: PolicyPreview) -> Self {
        let run = found.dry_run;
        Self {
            differences: found.differences.into_iter().map(RulesDifference::from).collect(),
            dry_run: RulesDryRun {
                orders: run.orders,
                refused: run.refused,
                refused_by_tier: run.refused_by_tier,
                slower: run.slower,
                dearer: run.dearer,
                cheaper: run.cheaper,
                fees_before: run.fees_before.into(),
                fees_after: run.fees_after.into(),
                guarantee_before: run.guarantee_before.into(),
                guarantee_after: run.guarantee_after.into(),
            },
        }
    }
}

/// Proposes changed rules.
///
/// A second operator must approve them. 409 `CONFLICT_ERROR` if another version is in force, or one waits for its time.
#[utoipa::path(post, path = "/api/operator/v1/rules", tag = "rules", security(("session" = ["policies.write"])),
    request_body = RulesProposal, responses((status = 200, body = ActInfo)))]
pub(super) async fn propose_rules(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<RulesProposal>,
) -> Result<Json<ActInfo>, Problem> {
    let changed = changed(&state, &operator, asked.version, asked.rules).await?;
    let change = state.exchange().policy_change(operator.tenant.id, changed, asked.at).await.map_err(refused)?;
    act(&state, &operator, OperatorAction::PublishPolicy(change), &asked.reason, &context).await
}

/// The policy in force with the changed rules, under the version that they were made from.
async fn changed(state: &AppState, operator: &Operator, version: u32, rules: Rules) -> Result<Policy, Problem> {
    let (policy, _) = state.exchange().policy_to_change(operator.tenant.id).await?;
    let importers = state.partners().importers(operator.tenant.id).await?.into_iter().map(|one| one.profile);
    edit::check_relied_on(&policy, &rules, &importers.collect()).map_err(Problem::field)?;
    edit::applied(Policy { version, ..policy }, &rules).map_err(Problem::field)
}

/// A rule that the whole policy breaks belongs to the rules; a date belongs to `at`.
fn refused(error: exchange::ExchangeError) -> Problem {
    let is_date = matches!(&error, exchange::ExchangeError::Invalid { field, .. } if *field == "at");
    Problem::from(error).at(if is_date { "/at" } else { "/rules" })
}
