//! Referrers: their friends, signals of fraud, and the decisions of operators.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::operator::ReferralAct;
use kernel::{ErrorKind, UserId, kinds};
use rewards as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::Reason;
use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::code::coded;
use crate::dto::page::Page;
use crate::dto::scalar::Money;
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::Problem;

coded! {
    /// Signals of fraud.
    pub(super) type ReferralSignal = domain::Signal;

    /// Why an invitation counts for nothing.
    pub(super) type RefusedInvitation = domain::Refusal;

    /// State of an earning.
    pub(super) type OperatorEarningState = domain::EarningState;

    /// A reason for which an operator must decide about an earning.
    pub(super) type EarningHold = domain::HoldReason;
}

/// A block of a referrer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReferrerBlock {
    /// Since when.
    at: DateTime<Utc>,
    /// Email of the operator.
    by: String,
    /// Why.
    reason: String,
}

/// A customer by whose link others came.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReferrerLine {
    /// Id of the customer.
    id: String,
    /// Email, masked.
    email: String,
    /// Code of the link.
    code: String,
    /// People whose invitation counts.
    joined: i64,
    /// Refused invitations.
    refused: i64,
    /// Friends with a completed order.
    active: i64,
    /// Booked rewards, in the currency of new ones.
    earned: Money,
    /// Earnings that an operator must decide about.
    undecided: i64,
    /// Signals of fraud.
    signals: Vec<ReferralSignal>,
    /// The block. Absent if the referrer is not blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<ReferrerBlock>,
}

/// A person who came by a link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InvitedPerson {
    /// Id of the customer.
    id: String,
    /// Email, masked.
    email: String,
    /// When the person joined.
    joined_at: DateTime<Utc>,
    /// Network of the first sign-in.
    #[schema(example = "192.0.2.0/24")]
    network: String,
    /// Why the invitation does not count. Absent if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedInvitation>,
    /// Orders that count.
    orders: i64,
    /// Earned for this person.
    earned: Money,
}

/// The earning of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OperatorEarning {
    /// Id of the order.
    order: String,
    /// First letter of the friend; the rest is hidden.
    name: String,
    /// Amount.
    amount: Money,
    /// State.
    state: OperatorEarningState,
    /// The reason for which an operator must decide or has decided. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<EarningHold>,
    /// When the order was completed.
    at: DateTime<Utc>,
}

/// A referrer with the newest invited people and earnings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReferrerInfo {
    /// The referrer.
    referrer: ReferrerLine,
    /// Newest invited people; at most 50.
    invited: Vec<InvitedPerson>,
    /// Earnings; those that wait for an operator first; at most 50.
    earnings: Vec<OperatorEarning>,
}

coded! {
    /// The operator's ruling.
    pub(super) type EarningRuling = domain::Ruling;
}

/// A ruling about an earning.
#[derive(Deserialize, ToSchema)]
pub(super) struct RuleEarning {
    /// The ruling.
    ruling: EarningRuling,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Lists customers by whose links others came, newest customers first.
#[utoipa::path(get, path = "/api/operator/v1/referrals", tag = "referrals",
    security(("session" = ["customers.read"])), params(PageParams), responses((status = 200, body = Page<ReferrerLine>)))]
pub(super) async fn list_referrers(
    State(state): State<AppState>,
    operator: Operator,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<ReferrerLine>>, Problem> {
    state.identity().may_read_referrals(&operator.who)?;
    let (after, limit) = (page.after()?.map(UserId::from_uuid), page.limit()?);
    let (rows, has_more) = state.rewards().referrers(operator.tenant.id, after, limit).await?;
    let next_cursor = rows.last().filter(|_| has_more).map(|last| cursor_after(last.user.uuid()));
    Ok(Json(Page { data: rows.into_iter().map(ReferrerLine::from).collect(), next_cursor, has_more }))
}

/// Returns a referrer with the newest invited people and earnings.
#[utoipa::path(get, path = "/api/operator/v1/referrals/{id}", tag = "referrals",
    security(("session" = ["customers.read"])), params(("id" = String, Path, description = "The customer.")),
    responses((status = 200, body = ReferrerInfo)))]
pub(super) async fn get_referrer(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::User>,
) -> Result<Json<ReferrerInfo>, Problem> {
    state.identity().may_read_referrals(&operator.who)?;
    let found = state.rewards().referrer(operator.tenant.id, id).await?;
    Ok(Json(ReferrerInfo {
        referrer: found.referrer.into(),
        invited: found.invited.into_iter().map(InvitedPerson::from).collect(),
        earnings: found.earnings.into_iter().map(OperatorEarning::from).collect(),
    }))
}

/// Blocks a referrer: nothing is booked or paid out until the block ends. Repeating it changes the reason.
#[utoipa::path(post, path = "/api/operator/v1/referrals/{id}/block", tag = "referrals",
    security(("session" = ["customers.block"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 204, description = "The referrer is blocked.")))]
pub(super) async fn block_referrer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Body { value: Reason { reason }, .. }: Body<Reason>,
) -> Result<StatusCode, Problem> {
    let (tenant, who) = (operator.tenant.id, (&operator.who, &context));
    let subject = id.to_string();
    let reason = state.identity().referral_act(tenant, who, ReferralAct::Block, (&subject, &reason)).await?;
    match state.rewards().block(tenant, id, (&operator.who.email, &reason)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::not_found()),
    }
}

/// Unblocks a referrer: what waited is booked.
///
/// 409 `CONFLICT_ERROR` if the referrer is not blocked.
#[utoipa::path(post, path = "/api/operator/v1/referrals/{id}/unblock", tag = "referrals",
    security(("session" = ["customers.unblock"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 204, description = "The referrer is not blocked.")))]
pub(super) async fn unblock_referrer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Body { value: Reason { reason }, .. }: Body<Reason>,
) -> Result<StatusCode, Problem> {
    let (tenant, who) = (operator.tenant.id, (&operator.who, &context));
    let subject = id.to_string();
    state.identity().referral_act(tenant, who, ReferralAct::Unblock, (&subject, &reason)).await?;
    match state.rewards().unblock(tenant, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "The referrer is not blocked.")),
    }
}

/// Decides about an earning that waits for an operator.
///
/// 409 `CONFLICT_ERROR` for an earning that waits for no decision, and for a denied one that is paid out already.
#[utoipa::path(post, path = "/api/operator/v1/referral-earnings/{id}/decide", tag = "referrals",
    security(("session" = ["orders.resolve"])), params(("id" = String, Path, description = "The order.")),
    request_body = RuleEarning, responses((status = 204, description = "It is decided.")))]
pub(super) async fn decide_earning(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
    Body { value: RuleEarning { ruling, reason }, .. }: Body<RuleEarning>,
) -> Result<StatusCode, Problem> {
    let act = match ruling.0 {
        domain::Ruling::Grant => ReferralAct::Grant,
        domain::Ruling::Deny => ReferralAct::Deny,
    };
    let (tenant, who, subject) = (operator.tenant.id, (&operator.who, &context), id.to_string());
    state.identity().referral_act(tenant, who, act, (&subject, &reason)).await?;
    state.rewards().rule(tenant, id, ruling.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<domain::Referrer> for ReferrerLine {
    fn from(found: domain::Referrer) -> Self {
        Self {
            id: found.user.to_string(),
            email: found.email,
            code: found.code,
            joined: found.counts.joined,
            refused: found.counts.refused,
            active: found.counts.active,
            earned: found.earned.into(),
            undecided: found.undecided,
            signals: found.counts.signals().into_iter().map(Into::into).collect(),
            blocked: found.blocked.map(|(at, by, reason)| ReferrerBlock { at, by, reason }),
        }
    }
}

impl From<domain::Invited> for InvitedPerson {
    fn from(found: domain::Invited) -> Self {
        Self {
            id: found.user.to_string(),
            email: found.email,
            joined_at: found.joined_at,
            network: found.network,
            refused: found.refused.map(Into::into),
            orders: found.orders,
            earned: found.earned.into(),
        }
    }
}

impl From<domain::Earning> for OperatorEarning {
    fn from(found: domain::Earning) -> Self {
        Self {
            order: found.order.to_string(),
            name: found.name,
            amount: found.amount.into(),
            state: found.state.into(),
            hold: found.hold.map(Into::into),
            at: found.earned_at,
        }
    }
}
