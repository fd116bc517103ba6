//! Partners and merchants: their keys, webhook endpoints and shops, and what operators do when one leaks, fails or
//! misbehaves.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::masked_email;
use kernel::{MerchantId, PartnerKeyId, TenantUser, UserId, WebhookEndpointId, kinds};
use partners as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::partner::{PartnerKeyKind, WebhookState};
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::Problem;

/// A customer with an API key or a merchant.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerLine {
    /// Id of the customer.
    id: String,
    /// Email, masked.
    email: String,
    /// Number of keys that are not revoked.
    keys: i64,
    /// When one of them was last used.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<DateTime<Utc>>,
    /// Number of active webhook endpoints that have failed for an hour.
    failing_webhooks: i64,
    /// Number of webhook endpoints that are paused or disabled.
    stopped_webhooks: i64,
    /// Name of the merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    merchant: Option<String>,
    /// When operators stopped the merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    merchant_stopped_at: Option<DateTime<Utc>>,
}

/// An API key of a partner. Its secret is known to the partner alone.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerKeyLine {
    /// Id of the key.
    id: String,
    /// Kind.
    kind: PartnerKeyKind,
    /// Name.
    name: String,
    /// The first characters of its secrets, to recognise a leaked one.
    hints: Vec<String>,
    /// Addresses from which it may be used; empty for any address.
    addresses: Vec<String>,
    /// Scopes.
    scopes: Vec<String>,
    /// Domains of a widget.
    domains: Vec<String>,
    /// Time of creation.
    created_at: DateTime<Utc>,
    /// Time of the last use, to the minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<DateTime<Utc>>,
}

/// A webhook endpoint of a partner.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerWebhookLine {
    /// Id of the endpoint.
    id: String,
    /// Its address.
    url: String,
    /// State.
    state: WebhookState,
    /// Failed attempts since the last success.
    failures: i32,
    /// First failure since the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing_since: Option<DateTime<Utc>>,
}

/// A stop of a merchant by operators.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MerchantStopInfo {
    /// Since when.
    at: DateTime<Utc>,
    /// Email of the operator.
    by: String,
    /// Why.
    reason: String,
}

/// A merchant.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerMerchant {
    /// Id of the merchant.
    id: String,
    /// The name that payers see.
    name: String,
    /// The currency that payments are credited in.
    settlement: String,
    /// Hosts that payers may be returned to.
    return_hosts: Vec<String>,
    /// When it became a merchant.
    created_at: DateTime<Utc>,
    /// The stop, if operators stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<MerchantStopInfo>,
}

/// A partner with keys, webhook endpoints and merchants.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerInfo {
    /// The partner.
    partner: PartnerLine,
    /// Keys, newest first. Revoked ones stay for 90 days.
    keys: Vec<PartnerKeyLine>,
    /// Webhook endpoints, oldest first.
    webhooks: Vec<PartnerWebhookLine>,
    /// Merchants, oldest first.
    merchants: Vec<PartnerMerchant>,
}

/// A key to revoke.
#[derive(Deserialize, ToSchema)]
pub(super) struct RevokeKey {
    /// Id of the key.
    #[schema(value_type = String, max_length = 40, example = "key_01980000000070008000000000000001")]
    key: PartnerKeyId,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// A webhook endpoint to pause.
#[derive(Deserialize, ToSchema)]
pub(super) struct PauseWebhook {
    /// Id of the endpoint.
    #[schema(value_type = String, max_length = 40, example = "whe_01980000000070008000000000000001")]
    webhook: WebhookEndpointId,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// A merchant to stop or to allow.
#[derive(Deserialize, ToSchema)]
pub(super) struct StopMerchant {
    /// Id of the merchant.
    #[schema(value_type = String, max_length = 40, example = "mer_01980000000070008000000000000001")]
    merchant: MerchantId,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Lists customers with an API key or a merchant, newest customers first.
#[utoipa::path(get, path = "/api/operator/v1/partners", tag = "partners",
    security(("session" = ["customers.read"])), params(PageParams), responses((status = 200, body = Page<PartnerLine>)))]
pub(super) async fn list_partners(
    State(state): State<AppState>,
    operator: Operator,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<PartnerLine>>, Problem> {
    let (after, limit) = (page.after()?.map(UserId::from_uuid), page.limit()?);
    let (tenant, who) = (operator.tenant.id, &operator.who);
    let (rows, has_more) = state.partners().partner_lines(tenant, who, (None, after), limit).await?;
    let next_cursor = rows.last().filter(|_| has_more).map(|last| cursor_after(last.user.uuid()));
    Ok(Json(Page { data: rows.into_iter().map(PartnerLine::from).collect(), next_cursor, has_more }))
}

/// Returns a partner with keys, webhook endpoints and merchants.
#[utoipa::path(get, path = "/api/operator/v1/partners/{id}", tag = "partners",
    security(("session" = ["customers.read"])), params(("id" = String, Path, description = "The customer.")),
    responses((status = 200, body = PartnerInfo)))]
pub(super) async fn get_partner(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::User>,
) -> Result<Json<PartnerInfo>, Problem> {
    let (tenant, partners) = (operator.tenant.id, state.partners());
    let user = TenantUser { tenant, user: id };
    let (mut rows, _) = partners.partner_lines(tenant, &operator.who, (Some(id), None), 1).await?;
    let partner = rows.pop().ok_or_else(Problem::not_found)?;
    let (mut keys, mut webhooks) = (Vec::new(), Vec::new());
    for profile in partners.profiles_with_keys(user).await? {
        keys.extend(partners.keys(tenant, profile).await?);
        webhooks.extend(partners.endpoints(tenant, profile).await?);
    }
    let merchants = state.merchants().of_user(user).await?;
    Ok(Json(PartnerInfo {
        partner: partner.into(),
        keys: keys.into_iter().map(PartnerKeyLine::from).collect(),
        webhooks: webhooks.into_iter().map(PartnerWebhookLine::from).collect(),
        merchants: merchants.into_iter().map(PartnerMerchant::from).collect(),
    }))
}

/// Revokes an API key at once. The customer gets an email.
#[utoipa::path(post, path = "/api/operator/v1/partners/{id}/revoke-key", tag = "partners",
    security(("session" = ["customers.block"])), params(("id" = String, Path, description = "The customer.")),
    request_body = RevokeKey, responses((status = 204, description = "The key is revoked.")))]
pub(super) async fn revoke_partner_key(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Body { value: RevokeKey { key, reason }, .. }: Body<RevokeKey>,
) -> Result<StatusCode, Problem> {
    let user = TenantUser { tenant: operator.tenant.id, user: id };
    state.partners().revoke_key_as_operator(user, (&operator.who, &context), key, &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Pauses a webhook endpoint. The customer gets an email, and can make it active again.
#[utoipa::path(post, path = "/api/operator/v1/partners/{id}/pause-webhook", tag = "partners",
    security(("session" = ["customers.block"])), params(("id" = String, Path, description = "The customer.")),
    request_body = PauseWebhook, responses((status = 204, description = "The endpoint is paused.")))]
pub(super) async fn pause_partner_webhook(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Body { value: PauseWebhook { webhook, reason }, .. }: Body<PauseWebhook>,
) -> Result<StatusCode, Problem> {
    let user = TenantUser { tenant: operator.tenant.id, user: id };
    state.partners().pause_endpoint_as_operator(user, (&operator.who, &context), webhook, &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a merchant: it takes no new payments. Payments in progress go on.
#[utoipa::path(post, path = "/api/operator/v1/partners/{id}/stop-merchant", tag = "partners",
    security(("session" = ["customers.block"])), params(("id" = String, Path, description = "The customer.")),
    request_body = StopMerchant, responses((status = 204, description = "The merchant takes no payments.")))]
pub(super) async fn stop_merchant(
    state: State<AppState>,
    operator: Operator,
    context: CameFrom,
    id: IdInPath<kinds::User>,
    body: Body<StopMerchant>,
) -> Result<StatusCode, Problem> {
    set_stop(state, operator, context, id, body, true).await
}

/// Lets a stopped merchant take payments again.
#[utoipa::path(post, path = "/api/operator/v1/partners/{id}/allow-merchant", tag = "partners",
    security(("session" = ["customers.unblock"])), params(("id" = String, Path, description = "The customer.")),
    request_body = StopMerchant, responses((status = 204, description = "The merchant takes payments.")))]
pub(super) async fn allow_merchant(
    state: State<AppState>,
    operator: Operator,
    context: CameFrom,
    id: IdInPath<kinds::User>,
    body: Body<StopMerchant>,
) -> Result<StatusCode, Problem> {
    set_stop(state, operator, context, id, body, false).await
}

async fn set_stop(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    Body { value: StopMerchant { merchant, reason }, .. }: Body<StopMerchant>,
    is_stopped: bool,
) -> Result<StatusCode, Problem> {
    let key = TenantUser { tenant: operator.tenant.id, user: id };
    let by = (&operator.who, &context);
    state.merchants().set_stop((state.identity(), key), by, (merchant, is_stopped), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<domain::PartnerLine> for PartnerLine {
    fn from(found: domain::PartnerLine) -> Self {
        Self {
            id: found.user.to_string(),
            email: masked_email(&found.email),
            keys: found.keys,
            used_at: found.used_at,
            failing_webhooks: found.failing,
            stopped_webhooks: found.stopped,
            merchant: found.merchant,
            merchant_stopped_at: found.merchant_stopped_at,
        }
    }
}

impl From<domain::Key> for PartnerKeyLine {
    fn from(key: domain::Key) -> Self {
        Self {
            id: key.id.to_string(),
            kind: key.kind.into(),
            name: key.name,
            hints: key.secrets.into_iter().map(|secret| secret.hint).collect(),
            addresses: key.addresses,
            scopes: key.scopes,
            domains: key.domains.into_iter().map(|domain| domain.name).collect(),
            created_at: key.created_at,
            used_at: key.used_at,
            revoked_at: key.revoked_at,
        }
    }
}

impl From<domain::webhook::Endpoint> for PartnerWebhookLine {
    fn from(endpoint: domain::webhook::Endpoint) -> Self {
        Self {
            id: endpoint.id.to_string(),
            url: endpoint.url,
            state: endpoint.state.into(),
            failures: endpoint.failures,
            failing_since: endpoint.failing_since,
        }
    }
}

impl From<(merchants::Merchant, Option<merchants::MerchantStop>)> for PartnerMerchant {
    fn from((merchant, stop): (merchants::Merchant, Option<merchants::MerchantStop>)) -> Self {
        Self {
            id: merchant.id.to_string(),
            name: merchant.settings.name,
            settlement: merchant.settings.settlement.code().to_owned(),
            return_hosts: merchant.settings.return_hosts,
            created_at: merchant.created_at,
            stopped: stop.map(|stop| MerchantStopInfo { at: stop.at, by: stop.by, reason: stop.reason }),
        }
    }
}
