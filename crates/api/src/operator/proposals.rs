//! Proposals of the dual control: list, approval with a passkey signature, refusal and withdrawal.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::operator::{Proposal, ProposalAnswer, ProposalReply, Signing};
use identity::{ClientContext, PasskeyAnswer};
use kernel::{ProposalId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::act::{ActInfo, Reason, done};
use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::passkey::PasskeyProof;
use crate::passkey::site::OwnSite;
use crate::problem::Problem;

/// Which proposals to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ProposalParams {
    /// Whether to include answered proposals.
    #[serde(default)]
    all: bool,
}

/// An action proposed by one operator that a second operator must approve.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProposalInfo {
    /// The proposal.
    #[schema(example = "prp_019a0000000070008000000000000001")]
    id: String,
    /// The action, such as `customers.unblock`.
    action: &'static str,
    /// Subject of the action.
    subject: String,
    /// The complete action as it will be executed. For a policy, its changes.
    #[schema(value_type = Object)]
    operator_action: serde_json::Value,
    /// Reason.
    reason: String,
    /// Its proposer: an operator, or the command line.
    maker: String,
    /// Time of the proposal.
    made_at: DateTime<Utc>,
    /// When the proposal expires.
    expires_at: DateTime<Utc>,
    /// `open`, `approved`, `refused`, `withdrawn` or `expired`.
    state: &'static str,
    /// The operator who answered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    checker: Option<String>,
    /// Time of closing.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_at: Option<DateTime<Utc>>,
    /// Reason given with the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The passkey signature of the approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<SignedInfo>,
    /// Whether the requesting operator can approve it.
    can_answer: bool,
    /// Whether the requesting operator can refuse it. The subject of an action can only refuse.
    can_refuse: bool,
    /// Whether the requesting operator can withdraw it.
    can_withdraw: bool,
}

/// The passkey signature of an approval.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SignedInfo {
    /// Name of the passkey at that time.
    #[schema(example = "Laptop")]
    passkey: String,
    /// Time.
    at: DateTime<Utc>,
}

/// An approval.
#[derive(Deserialize, ToSchema)]
pub(super) struct Approval {
    /// Reason for the audit log, 8 to 500 characters. Must equal the signed one.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
    /// Response of the browser to the signature request. Omit it if the operator has no passkey.
    signature: Option<PasskeyProof>,
}

fn info(kept: Proposal, operator: &Operator, now: DateTime<Utc>) -> ProposalInfo {
    let who = (operator.who.id, operator.who.email.as_str());
    let can = |answer| kept.can_answer(who, operator.who.role, answer, now);
    ProposalInfo {
        id: kept.id.to_string(),
        action: kept.action.action(),
        subject: kept.action.subject(),
        operator_action: kept.action.shown(),
        can_answer: can(ProposalAnswer::Approve),
        can_refuse: can(ProposalAnswer::Refuse),
        can_withdraw: can(ProposalAnswer::Withdraw),
        state: kept.state_at(now).name(),
        reason: kept.reason,
        maker: kept.maker_name,
        made_at: kept.made_at,
        expires_at: kept.expires_at,
        checker: kept.checker_email,
        closed_at: kept.closed_at,
        answer: kept.answer,
        signed: kept.signed.map(|signed| SignedInfo { passkey: signed.passkey, at: signed.at }),
    }
}

/// Lists proposals that wait for a second operator, newest first.
///
/// Contains those that the requesting operator may propose or approve.
#[utoipa::path(get, path = "/api/operator/v1/proposals", tag = "proposals", security(("session" = [])),
    params(ProposalParams, PageParams), responses((status = 200, body = Page<ProposalInfo>)))]
pub(super) async fn list_proposals(
    State(state): State<AppState>,
    operator: Operator,
    Params(which): Params<ProposalParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<ProposalInfo>>, Problem> {
    let (tenant, after) = (operator.tenant.id, page.after()?.map(ProposalId::from_uuid));
    let (found, next) =
        state.identity().operator_proposals(tenant, &operator.who, !which.all, after, page.limit()?).await?;
    let now = state.world().now();
    Ok(Json(Page {
        data: found.into_iter().map(|kept| info(kept, &operator, now)).collect(),
        has_more: next.is_some(),
        next_cursor: next.map(|id| cursor_after(id.uuid())),
    }))
}

async fn give(
    state: &AppState,
    operator: &Operator,
    reply: ProposalReply<'_>,
    context: &ClientContext,
) -> Result<Json<ActInfo>, Problem> {
    let tenant = operator.tenant.id;
    let (who, policies) = (&operator.who, state.exchange());
    let made = state.identity().answer_proposal(tenant, who, reply, policies, context).await?;
    Ok(done(made))
}

/// Approves a proposal and executes it exactly as proposed.
///
/// The proposer and the subject cannot approve. Operators with a passkey at this host must sign the approval
/// (`approve/begin`); others must have confirmed with a factor in the last five minutes. 403 `AUTH_2FA_REQUIRED`
/// without either; 403 `AUTH_2FA_INVALID` for a rejected signature (start again then); 409 `CONFLICT_ERROR` if the
/// proposal was answered meanwhile, or differs from the signed one.
#[utoipa::path(post, path = "/api/operator/v1/proposals/{id}/approve", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path, description = "The proposal.")), request_body = Approval,
    responses((status = 200, body = ActInfo)))]
pub(super) async fn approve(
    State(state): State<AppState>,
    operator: Operator,
    site: Option<OwnSite>,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Proposal>,
    body: Result<Body<Approval>, Problem>,
) -> Result<Json<ActInfo>, Problem> {
    let action = state.identity().may_answer(operator.tenant.id, &operator.who, id, ProposalAnswer::Approve).await?;
    let Body { value: said, .. } = body?;
    super::movements::still_fits(&state, operator.tenant.id, &action).await?;
    let shown = said.signature.as_ref();
    let answer = shown.map(|shown| PasskeyAnswer { request: shown.request_id, credential: &shown.credential });
    let signing = Signing { site: site.as_ref().map(|OwnSite(site)| site), answer };
    let reply = ProposalReply { proposal: id, answer: ProposalAnswer::Approve, reason: &said.reason, signing };
    give(&state, &operator, reply, &context).await
}

/// Refuses a proposal.
#[utoipa::path(post, path = "/api/operator/v1/proposals/{id}/refuse", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path, description = "The proposal.")), request_body = Reason,
    responses((status = 200, body = ActInfo)))]
pub(super) async fn refuse(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Proposal>,
    body: Result<Body<Reason>, Problem>,
) -> Result<Json<ActInfo>, Problem> {
    state.identity().may_answer(operator.tenant.id, &operator.who, id, ProposalAnswer::Refuse).await?;
    let Body { value: said, .. } = body?;
    let (answer, reason, signing) = (ProposalAnswer::Refuse, &*said.reason, Signing::default());
    let reply = ProposalReply { proposal: id, answer, reason, signing };
    give(&state, &operator, reply, &context).await
}

/// Withdraws the operator's own proposal.
#[utoipa::path(post, path = "/api/operator/v1/proposals/{id}/withdraw", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path, description = "The proposal.")), request_body = Reason,
    responses((status = 200, body = ActInfo)))]
pub(super) async fn withdraw(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Proposal>,
    body: Result<Body<Reason>, Problem>,
) -> Result<Json<ActInfo>, Problem> {
    state.identity().may_answer(operator.tenant.id, &operator.who, id, ProposalAnswer::Withdraw).await?;
    let Body { value: said, .. } = body?;
    let (answer, reason, signing) = (ProposalAnswer::Withdraw, &*said.reason, Signing::default());
    let reply = ProposalReply { proposal: id, answer, reason, signing };
    give(&state, &operator, reply, &context).await
}
