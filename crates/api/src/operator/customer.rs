//! One customer in the console: data, verifications, limits, sessions, and the actions on the account.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use exchange::limits::Tier;
use identity::operator::OperatorAction;
use kernel::{TransactionId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, Reason, act};
use super::agreed_limits::IndividualLimits;
use super::originators::OriginatorView;
use super::principal::Operator;
use super::transaction::TransactionLine;
use super::wallets::BeneficiaryWalletView;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::partner_consent::PartnerConsentInfo;
use crate::dto::people::{HomeAddress, LimitUsage, PaywayLimit, VerificationInfo};
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::Problem;
use crate::user;
use crate::user::ConsentInfo;
use crate::view;

/// A session of a customer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerSession {
    /// Browser, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    browser: Option<&'static str>,
    /// Operating system, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'static str>,
    /// Network of the sign-in.
    #[schema(example = "192.0.2.0/24")]
    network: String,
    /// Time of the sign-in.
    created_at: DateTime<Utc>,
    /// Time of the last request, to within ten minutes.
    seen_at: DateTime<Utc>,
}

/// A customer, with masked personal data.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerInfo {
    /// Id of the customer.
    id: String,
    /// Email, masked.
    email: String,
    /// Given name, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Phone number, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "••• 89")]
    phone: Option<String>,
    /// Country of residence, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    residence_country: Option<String>,
    /// Whether the customer is blocked.
    blocked: bool,
    /// Language.
    language: String,
    /// Registration time.
    created_at: DateTime<Utc>,
    /// The customer's tier: `T0` to `T4`.
    tier: String,
    /// The tier that an operator raised the customer to, regardless of verifications.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "T4")]
    raised_to: Option<String>,
    /// Individual limits. The effective limits are in `limits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed_limits: Option<IndividualLimits>,
    /// Limits with their usage.
    limits: Vec<LimitUsage>,
    /// Limits on payments by payway with their usage.
    payway_limits: Vec<PaywayLimit>,
    /// The customer's verifications.
    verifications: Vec<VerificationInfo>,
    /// Until when second-factor codes are locked, after ten wrong ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    codes_rest_until: Option<DateTime<Utc>>,
    /// When the phone number can be changed again, after a recent change.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_changes_from: Option<DateTime<Utc>>,
    /// All accepted versions of the terms, newest first; at most 100.
    consents: Vec<ConsentInfo>,
    /// Consents to partners: those in force first, then the newest first; at most 100.
    partner_consents: Vec<PartnerConsentInfo>,
    /// Active sessions. Empty without the permission to see them.
    sessions: Vec<CustomerSession>,
}

/// All personal data that a customer has provided.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerPersonal {
    /// Email.
    email: String,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// Date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_of_birth: Option<NaiveDate>,
    /// Home address.
    address: HomeAddress,
    /// Declared wallets, newest first.
    wallets: Vec<BeneficiaryWalletView>,
    /// Declared originators of incoming crypto, newest first.
    senders: Vec<OriginatorView>,
}

/// Returns a customer, masked.
///
/// The access is recorded in the audit log.
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
    let customer_status = identity.customer_status(tenant, id).await?;
    let used = state.exchange().usage(tenant.id, &customer_status).await?;
    let verifications = identity.verifications(tenant.id, id).await?;
    let waits = identity.customer_waits(tenant.id, id).await?;
    let consents = identity.consents(tenant.id, id, context.language).await?;
    let partner_consents = view::partner_consents(&state, tenant.id, id).await?;
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
        tier: Tier::of(&customer_status).code().to_owned(),
        raised_to: customer_status.raised_to.map(|tier| format!("T{tier}")),
        agreed_limits: customer_status.individual.agreed().map(IndividualLimits::from),
        limits: used.tier.iter().map(user::limit_shown).collect(),
        payway_limits: used.rules.into_iter().map(Into::into).collect(),
        verifications: verifications.iter().map(|one| user::verification_shown(one, now)).collect(),
        codes_rest_until: waits.codes_until,
        phone_changes_from: waits.phone_from,
        consents: consents.into_iter().map(Into::into).collect(),
        partner_consents,
        sessions: sessions.into_iter().map(session).collect(),
    }))
}

/// Returns all personal data that a customer has provided.
///
/// The access and its reason are recorded in the audit log.
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
    let wallets = state.exchange().declared_wallets(state.identity().envelope(), operator.tenant.id, id).await?;
    let senders = state.exchange().declared_originators(state.identity().envelope(), operator.tenant.id, id).await?;
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
        wallets: wallets.into_iter().map(BeneficiaryWalletView::from).collect(),
        senders: senders.into_iter().map(OriginatorView::from).collect(),
    }))
}

/// Lists the customer's transactions, newest first, without counterparties.
///
/// The access is recorded in the audit log.
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

/// Blocks a customer and ends all sessions.
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
    act(&state, &operator, OperatorAction::BlockCustomer { customer: id }, &body.value.reason, &context).await
}

/// Unblocks a customer.
///
/// Requires approval by a second operator.
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
    act(&state, &operator, OperatorAction::UnblockCustomer { customer: id }, &body.value.reason, &context).await
}

/// A tier that an operator can raise a customer to.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(super) enum RaisedTier {
    /// As with verified address and source of funds.
    T3,
    /// After a full review by operators.
    T4,
}

/// Raises a customer's tier.
#[derive(Deserialize, ToSchema)]
pub(super) struct RaiseTier {
    /// New tier.
    tier: RaisedTier,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Raises a customer with verified identity to a higher tier, regardless of other verifications.
///
/// Requires approval by a second operator.
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
    act(&state, &operator, OperatorAction::RaiseTier { customer: id, tier }, &reason, &context).await
}

/// Revokes a raised tier.
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
    act(&state, &operator, OperatorAction::LowerTier { customer: id }, &body.value.reason, &context).await
}

/// Approves a customer's request to remove the lost second factor, three days later.
///
/// Requires approval by a second operator.
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
    act(&state, &operator, OperatorAction::ResetFactors { customer: id }, &body.value.reason, &context).await
}

/// Ends all sessions of a customer.
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
    act(&state, &operator, OperatorAction::EndSessions { customer: id }, &body.value.reason, &context).await
}
