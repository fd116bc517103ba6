use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use exchange::allowance::Tier;
use identity::operator::Deed;
use kernel::{TransactionId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, Reason, act};
use super::agreed_limits::AgreedLimits;
use super::principal::Operator;
use super::senders::ToldSender;
use super::transaction::TransactionLine;
use super::wallets::ToldWallet;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::people::{HomeAddress, LimitUsage, VerificationInfo};
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::Problem;
use crate::user;
use crate::user::ConsentInfo;

/// Where a customer is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerSession {
    /// The browser, where it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    browser: Option<&'static str>,
    /// The system, where it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'static str>,
    /// The network it signed in from.
    #[schema(example = "192.0.2.0/24")]
    network: String,
    /// When it signed in.
    created_at: DateTime<Utc>,
    /// When it was last heard of, within ten minutes.
    seen_at: DateTime<Utc>,
}

/// A customer, masked.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerInfo {
    /// Who.
    id: String,
    /// Their address, masked.
    email: String,
    /// Given name, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Telephone, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "••• 89")]
    phone: Option<String>,
    /// Where they live, if they have said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    residence_country: Option<String>,
    /// Whether they are shut out.
    blocked: bool,
    /// Their language.
    language: String,
    /// Since when they are here.
    created_at: DateTime<Utc>,
    /// How well they are known: `T0` to `T4`.
    tier: String,
    /// The tier that they were lifted to, whatever they have done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "T4")]
    raised_to: Option<String>,
    /// The limits that were agreed on for them alone. What holds is in `limits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed_limits: Option<AgreedLimits>,
    /// What is used of each limit.
    limits: Vec<LimitUsage>,
    /// What is verified.
    verifications: Vec<VerificationInfo>,
    /// Until when the codes of their second factor rest, after ten wrong ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    codes_rest_until: Option<DateTime<Utc>>,
    /// From when on they can change their telephone, where they have done so a short time ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_changes_from: Option<DateTime<Utc>>,
    /// Every version of the terms that they have accepted, the newest first; a hundred at most.
    consents: Vec<ConsentInfo>,
    /// Where they are signed in; none for who may not see that.
    sessions: Vec<CustomerSession>,
}

/// Everything that a customer has said of themselves.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerPersonal {
    /// Their address.
    email: String,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Telephone.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// When they were born.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_of_birth: Option<NaiveDate>,
    /// Where they live.
    address: HomeAddress,
    /// What they have said of addresses outside, the newest first.
    wallets: Vec<ToldWallet>,
    /// What they have said of who sends them coins, the newest first.
    senders: Vec<ToldSender>,
}

/// One customer, masked. That somebody looked is in the log.
#[utoipa::path(get, path = "/api/operator/v1/customers/{id}", tag = "customers",
    security(("session" = ["customers.read"])), params(("id" = String, Path, description = "The customer.")),
    responses((status = 200, body = CustomerInfo)))]
pub(super) async fn get_customer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
) -> Result<Json<CustomerInfo>, Problem> {
    let (identity, tenant) = (state.identity(), &operator.tenant);
    let seen = identity.customer(tenant.id, (&operator.who, &context), id).await?;
    let standing = identity.standing(tenant, id).await?;
    let used = state.exchange().usage(tenant.id, &standing).await?;
    let verifications = identity.verifications(tenant.id, id).await?;
    let waits = identity.customer_waits(tenant.id, id).await?;
    let consents = identity.consents(tenant.id, id, context.language).await?;
    let sessions = identity.customer_sessions(tenant.id, &operator.who, id).await?;
    let now = state.world().now();
    let session = |one: identity::SignedIn| CustomerSession {
        browser: one.device.browser,
        system: one.device.system,
        network: one.network,
        created_at: one.created_at,
        seen_at: one.seen_at,
    };
    Ok(Json(CustomerInfo {
        id: id.to_string(),
        email: seen.email,
        first_name: seen.first_name,
        last_name: seen.last_name,
        phone: seen.phone,
        residence_country: seen.residence.map(|country| country.to_string()),
        blocked: seen.blocked,
        language: seen.settings.language.code().to_owned(),
        created_at: seen.created_at,
        tier: Tier::of(&standing).code().to_owned(),
        raised_to: standing.raised_to.map(|tier| format!("T{tier}")),
        agreed_limits: standing.individual.agreed().map(AgreedLimits::from),
        limits: used.iter().map(user::limit_shown).collect(),
        verifications: verifications.iter().map(|one| user::verification_shown(one, now)).collect(),
        codes_rest_until: waits.codes_until,
        phone_changes_from: waits.phone_from,
        consents: consents.into_iter().map(Into::into).collect(),
        sessions: sessions.into_iter().map(session).collect(),
    }))
}

/// Everything that a customer has said of themselves. That somebody looked, and why, is in the log.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/reveal", tag = "customers",
    security(("session" = ["personal.read"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = CustomerPersonal)))]
pub(super) async fn reveal_customer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<CustomerPersonal>, Problem> {
    let who = (&operator.who, &context);
    let whole = state.identity().reveal_customer(operator.tenant.id, who, id, &body.value.reason).await?;
    let wallets = state.exchange().wallets_told(state.identity().envelope(), operator.tenant.id, id).await?;
    let senders = state.exchange().senders_told(state.identity().envelope(), operator.tenant.id, id).await?;
    let date_of_birth = whole.personal.as_ref().map(|personal| personal.birth_date);
    let home =
        |known: identity::Personal| HomeAddress { street: known.street, city: known.city, postcode: known.postcode };
    Ok(Json(CustomerPersonal {
        email: whole.user.email,
        first_name: whole.user.first_name,
        last_name: whole.user.last_name,
        phone: whole.user.phone,
        date_of_birth,
        address: whole.personal.map(home).unwrap_or_default(),
        wallets: wallets.into_iter().map(ToldWallet::from).collect(),
        senders: senders.into_iter().map(ToldSender::from).collect(),
    }))
}

/// The customer's transactions, newest first, without whom they went to. That somebody looked is in the log.
#[utoipa::path(get, path = "/api/operator/v1/customers/{id}/transactions", tag = "customers",
    security(("session" = ["customers.read", "orders.read"])),
    params(("id" = String, Path, description = "The customer."), PageParams),
    responses((status = 200, body = Page<TransactionLine>)))]
pub(super) async fn list_customer_transactions(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<TransactionLine>>, Problem> {
    let tenant = operator.tenant.id;
    let cursor = page.after()?.map(TransactionId::from_uuid);
    let limit = u16::try_from(page.limit()?).unwrap_or(u16::MAX);
    let profiles = state.identity().customer_to_list(tenant, (&operator.who, &context), id).await?;
    let found = state.exchange().list_of(tenant, &profiles, &[], cursor, limit).await?;
    Ok(Json(Page {
        data: found.transactions.iter().map(TransactionLine::from).collect(),
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|id| cursor_after(id.uuid())),
    }))
}

/// Shuts a customer out: all sessions end.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/block", tag = "customers",
    security(("session" = ["customers.block"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn block_customer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::BlockCustomer { customer: id }, &body.value.reason, &context).await
}

/// Lets a customer in again. It takes two.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/unblock", tag = "customers",
    security(("session" = ["customers.unblock"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn unblock_customer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::UnblockCustomer { customer: id }, &body.value.reason, &context).await
}

/// A tier that an operator lifts somebody to.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(super) enum RaisedTier {
    /// As if they had shown where they live, and said where their money comes from.
    T3,
    /// Everything was looked into.
    T4,
}

/// Another tier, and why.
#[derive(Deserialize, ToSchema)]
pub(super) struct RaiseTier {
    /// Which.
    tier: RaisedTier,
    /// 8 to 500 characters; they stay in the log.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Lifts a customer whose identity is verified to a higher tier, whatever they have done by themselves. It takes two.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/raise-tier", tag = "customers",
    security(("session" = ["customers.raise"])), params(("id" = String, Path, description = "The customer.")),
    request_body = RaiseTier, responses((status = 200, body = ActInfo)))]
pub(super) async fn raise_customer_tier(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<RaiseTier>,
) -> Result<Json<ActInfo>, Problem> {
    let RaiseTier { tier, reason } = body.value;
    let tier = match tier {
        RaisedTier::T3 => 3,
        RaisedTier::T4 => 4,
    };
    act(&state, &operator, Deed::RaiseTier { customer: id, tier }, &reason, &context).await
}

/// Takes back what a customer was lifted to.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/lower-tier", tag = "customers",
    security(("session" = ["customers.raise"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn lower_customer_tier(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::LowerTier { customer: id }, &body.value.reason, &context).await
}

/// Has a customer's lost second factors removed, three days later; they have asked for it. It takes two.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/reset-factors", tag = "customers",
    security(("session" = ["customers.reset"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn reset_customer_factors(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::ResetFactors { customer: id }, &body.value.reason, &context).await
}

/// Signs a customer out everywhere.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/end-sessions", tag = "customers",
    security(("session" = ["sessions.end"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn end_customer_sessions(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, Deed::EndSessions { customer: id }, &body.value.reason, &context).await
}
