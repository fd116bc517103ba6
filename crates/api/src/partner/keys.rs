//! The API keys of a customer's profile: list, create, change, rotate, revoke.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::IdentityError;
use kernel::kinds;
use partners::outside::ProofFailure;
use partners::{Domain, DomainState, Key, KeyChange, KeyTenant, Made, NewKey, OwnKey, SecretInfo, scope};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::code::coded;
use crate::dto::partner::PartnerKeyKind;
use crate::extract::{Authenticated, Body, CameFrom, Customer, IdInPath};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

coded! {
    /// State of a domain's proof.
    pub(super) type PartnerDomainState = DomainState;
}

/// A domain of a widget key.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerDomain {
    /// The domain.
    #[schema(example = "shop.example")]
    domain: String,
    /// State of the proof of ownership.
    state: PartnerDomainState,
    /// Why the proof failed: `no_address`, `not_public`, `unreachable`, `redirected`, `not_found`, `too_long`, `no_line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "not_found")]
    reason: Option<&'static str>,
}

/// The metadata of a secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerSecret {
    /// Its prefix.
    #[schema(example = "sk_test_4eC3")]
    hint: String,
    /// Creation time.
    created_at: DateTime<Utc>,
    /// When it stops working, after a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<DateTime<Utc>>,
    /// The whole text of a public key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "pk_test_…")]
    public: Option<String>,
}

/// An API key.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerKey {
    /// The id.
    #[schema(example = "key_019a0000000070008000000000000001")]
    id: String,
    /// The purpose.
    kind: PartnerKeyKind,
    /// Name given by its owner.
    name: String,
    /// Addresses and networks from which it may be used. Empty for any address.
    addresses: Vec<String>,
    /// Codes of its scopes.
    scopes: Vec<String>,
    /// The Ed25519 public key of signed requests: 32 bytes in base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    signing_key: Option<String>,
    /// Domains of a widget key.
    domains: Vec<PartnerDomain>,
    /// Its valid secrets, newest first.
    secrets: Vec<PartnerSecret>,
    /// Whether it is a test key of a sandbox.
    test: bool,
    /// Creation time.
    created_at: DateTime<Utc>,
    /// Time of the last use, to the minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<DateTime<Utc>>,
}

/// A scope that a key may have.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerScope {
    /// The code.
    #[schema(example = "exchanger:read")]
    code: String,
    /// The kinds of key that may have it.
    kinds: Vec<PartnerKeyKind>,
    /// Codes of the scopes that it contains.
    implies: Vec<String>,
    /// Whether a key needs addresses and a public key for it.
    needs_signature: bool,
}

/// The API keys of a profile.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerKeys {
    /// Keys, newest first. Revoked ones are listed for 90 days.
    data: Vec<PartnerKey>,
    /// The scopes that keys of this site may have.
    scopes: Vec<PartnerScope>,
    /// Maximum number of keys that are not revoked.
    #[schema(example = 20)]
    keys_max: i64,
}

/// An API key to create.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewPartnerKey {
    /// The purpose.
    kind: PartnerKeyKind,
    /// Name for the key.
    #[schema(min_length = 1, max_length = 50, example = "Booking backend")]
    name: String,
    /// Addresses and networks in CIDR notation. Empty for any address.
    #[serde(default)]
    #[schema(required = false, max_items = 30)]
    addresses: Vec<AddressText>,
    /// Codes of its scopes. Required except for a widget.
    #[serde(default)]
    #[schema(required = false, max_items = 60)]
    scopes: Vec<ScopeText>,
    /// Domains of a widget key.
    #[serde(default)]
    #[schema(required = false, max_items = 10)]
    domains: Vec<DomainText>,
    /// The Ed25519 public key of signed requests: a PEM file, or 32 bytes in base 64. Required for withdrawals.
    #[serde(default)]
    #[schema(max_length = 500)]
    signing_key: Option<String>,
}

/// An address or a network.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(max_length = 50, example = "192.0.2.0/24")]
pub(super) struct AddressText(String);

/// The code of a scope.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(max_length = 50, example = "exchanger:read")]
pub(super) struct ScopeText(String);

/// A domain name.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(max_length = 253, example = "shop.example")]
pub(super) struct DomainText(String);

/// A change of an API key. Omitted fields remain unchanged.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(super) struct PartnerKeyUpdate {
    /// Name for the key.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 50, example = "Booking backend")]
    name: Option<String>,
    /// Addresses and networks in CIDR notation. Empty for any address.
    #[serde(default)]
    #[schema(max_items = 30)]
    addresses: Option<Vec<AddressText>>,
    /// Codes of its scopes.
    #[serde(default)]
    #[schema(max_items = 60)]
    scopes: Option<Vec<ScopeText>>,
    /// Domains of a widget key.
    #[serde(default)]
    #[schema(max_items = 10)]
    domains: Option<Vec<DomainText>>,
    /// The public key of signed requests; empty to remove it.
    #[serde(default)]
    #[schema(max_length = 500)]
    signing_key: Option<String>,
}

/// How to rotate an API key.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct RotatePartnerKey {
    /// How long the former secret stays valid: 0 to 168 hours.
    #[schema(minimum = 0, maximum = 168, example = 24)]
    overlap_hours: u16,
}

/// An API key with its new secret.
#[derive(Serialize, ToSchema)]
pub(super) struct PartnerKeyMade {
    /// The key.
    key: PartnerKey,
    /// The secret. It is returned only this once.
    #[schema(example = "sk_test_…")]
    secret: String,
    /// The secret with which a server signs the launches of a widget. It is returned only this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "wsk_…")]
    signing_secret: Option<String>,
}

impl From<Domain> for PartnerDomain {
    fn from(domain: Domain) -> Self {
        let state = domain.state.into();
        Self { domain: domain.name, state, reason: domain.reason.map(ProofFailure::code) }
    }
}

impl From<SecretInfo> for PartnerSecret {
    fn from(secret: SecretInfo) -> Self {
        let SecretInfo { hint, created_at, expires_at, public } = secret;
        Self { hint, created_at, expires_at, public }
    }
}

impl PartnerKey {
    pub(super) fn of(key: Key, test: bool) -> Self {
        use base64::Engine;
        let encode = |bytes: [u8; 32]| base64::engine::general_purpose::STANDARD.encode(bytes);
        Self {
            id: key.id.to_string(),
            kind: key.kind.into(),
            name: key.name,
            addresses: key.addresses,
            scopes: key.scopes,
            signing_key: key.signing_key.map(encode),
            domains: key.domains.into_iter().map(Into::into).collect(),
            secrets: key.secrets.into_iter().map(Into::into).collect(),
            test,
            created_at: key.created_at,
            used_at: key.used_at,
            revoked_at: key.revoked_at,
        }
    }
}

fn scopes(sandbox: bool) -> Vec<PartnerScope> {
    let offered = scope::SCOPES.iter().filter(|scope| sandbox || scope.code != scope::TEST);
    let shown = |scope: &scope::Scope| PartnerScope {
        code: scope.code.to_owned(),
        kinds: scope.kinds.iter().copied().map(Into::into).collect(),
        implies: scope.implies.iter().map(|code| (*code).to_owned()).collect(),
        needs_signature: partners::may_leave(&[scope.code.to_owned()]),
    };
    offered.map(shown).collect()
}

/// The customer as the security settings know them.
fn person(customer: &Customer) -> Authenticated {
    Authenticated { tenant: customer.tenant.clone(), principal: customer.principal.clone() }
}

fn made(state: &AppState, made: Made, test: bool) -> PartnerKeyMade {
    let secret = made.secret.expose().to_owned();
    let signing_secret = made.key.kind.is_public().then(|| state.request_keys().widget(&secret));
    PartnerKeyMade { key: PartnerKey::of(made.key, test), secret, signing_secret }
}

/// Lists the profile's API keys and the scopes that a key may have.
#[utoipa::path(get, path = "/api/client/v1/partner-keys", tag = "partner-keys", security(("bearer" = [])),
    responses((status = 200, body = PartnerKeys)))]
pub(super) async fn list_keys(State(state): State<AppState>, customer: Customer) -> Result<Json<PartnerKeys>, Problem> {
    let test = customer.tenant.sandbox;
    let found = state.partners().keys(customer.tenant.id, customer.profile).await?;
    let data = found.into_iter().map(|key| PartnerKey::of(key, test)).collect();
    Ok(Json(PartnerKeys { data, scopes: scopes(test), keys_max: partners::KEYS_MAX }))
}

/// Creates an API key. A sandbox gives test keys.
///
/// Requires confirmation with the second factor, if there is one. 409 `CONFLICT_ERROR` with 20 keys.
#[utoipa::path(post, path = "/api/client/v1/partner-keys", tag = "partner-keys", request_body = NewPartnerKey,
    params(ConfirmationHeader), security(("bearer" = [])), responses((status = 201, body = PartnerKeyMade)))]
pub(super) async fn make_key(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<NewPartnerKey>,
) -> Result<(StatusCode, Json<PartnerKeyMade>), Problem> {
    let tenant = KeyTenant { id: customer.tenant.id, is_sandbox: customer.tenant.sandbox };
    let asked = NewKey {
        kind: asked.kind.0,
        name: asked.name,
        addresses: asked.addresses.into_iter().map(|text| text.0).collect(),
        scopes: asked.scopes.into_iter().map(|text| text.0).collect(),
        domains: asked.domains.into_iter().map(|text| text.0).collect(),
        signing_key: asked.signing_key,
    };
    // Refuses first what would be refused after the confirmation.
    state.partners().check_key(tenant, &asked)?;
    let shown = json!({ "kind": "partner_key_make", "name": asked.name, "scopes": asked.scopes });
    confirmation.require_for_settings(&state, &person(&customer), &hash, shown).await?;
    let key = state.partners().make_key(tenant, &customer.principal, customer.profile, &asked, &context).await?;
    Ok((StatusCode::CREATED, Json(made(&state, key, tenant.is_sandbox))))
}

/// Returns one API key.
#[utoipa::path(get, path = "/api/client/v1/partner-keys/{id}", tag = "partner-keys",
    params(("id" = String, Path, description = "The API key.")), security(("bearer" = [])),
    responses((status = 200, body = PartnerKey)))]
pub(super) async fn get_key(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::PartnerKey>,
) -> Result<Json<PartnerKey>, Problem> {
    let key = state.partners().key(customer.tenant.id, customer.profile, id).await?;
    Ok(Json(PartnerKey::of(key, customer.tenant.sandbox)))
}

/// Changes an API key.
///
/// A change that lets the key do more, or be used from more addresses, requires confirmation with the second factor.
#[utoipa::path(put, path = "/api/client/v1/partner-keys/{id}", tag = "partner-keys",
    params(("id" = String, Path, description = "The API key."), ConfirmationHeader), request_body = PartnerKeyUpdate,
    security(("bearer" = [])), responses((status = 200, body = PartnerKey)))]
pub(super) async fn change_key(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::PartnerKey>,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<PartnerKeyUpdate>,
) -> Result<Json<PartnerKey>, Problem> {
    let tenant = KeyTenant { id: customer.tenant.id, is_sandbox: customer.tenant.sandbox };
    let change = KeyChange {
        name: asked.name,
        addresses: asked.addresses.map(|all| all.into_iter().map(|text| text.0).collect()),
        scopes: asked.scopes.map(|all| all.into_iter().map(|text| text.0).collect()),
        domains: asked.domains.map(|all| all.into_iter().map(|text| text.0).collect()),
        signing_key: asked.signing_key,
    };
    let widens = state.partners().widens(tenant, customer.profile, id, &change).await?;
    if widens {
        let shown = json!({ "kind": "partner_key_widen", "scopes": change.scopes, "addresses": change.addresses });
        confirmation.require_for_settings(&state, &person(&customer), &hash, shown).await?;
    }
    let (who, own) = (&customer.principal, OwnKey { profile: customer.profile, id });
    let key = state.partners().change_key(tenant, who, own, &change, widens, &context).await;
    // Another request changed the key in between: the change is validated again.
    let key = key.map_err(|error| match error {
        IdentityError::FactorRequired => Problem::unavailable("The key was changed meanwhile. Try again."),
        other => other.into(),
    })?;
    Ok(Json(PartnerKey::of(key, tenant.is_sandbox)))
}

/// Rotates the secret of an API key.
///
/// Requires confirmation with the second factor, if there is one.
#[utoipa::path(post, path = "/api/client/v1/partner-keys/{id}/rotate", tag = "partner-keys",
    params(("id" = String, Path, description = "The API key."), ConfirmationHeader), request_body = RotatePartnerKey,
    security(("bearer" = [])), responses((status = 200, body = PartnerKeyMade)))]
pub(super) async fn rotate_key(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::PartnerKey>,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<RotatePartnerKey>,
) -> Result<Json<PartnerKeyMade>, Problem> {
    let tenant = KeyTenant { id: customer.tenant.id, is_sandbox: customer.tenant.sandbox };
    let key = state.partners().key(tenant.id, customer.profile, id).await?;
    let shown = json!({ "kind": "partner_key_rotate", "name": key.name });
    confirmation.require_for_settings(&state, &person(&customer), &hash, shown).await?;
    let (who, own) = (&customer.principal, OwnKey { profile: customer.profile, id });
    let key = state.partners().rotate_key(tenant, who, own, asked.overlap_hours, &context).await?;
    Ok(Json(made(&state, key, tenant.is_sandbox)))
}

/// Revokes an API key at once.
#[utoipa::path(delete, path = "/api/client/v1/partner-keys/{id}", tag = "partner-keys",
    params(("id" = String, Path, description = "The API key.")), security(("bearer" = [])),
    responses((status = 204, description = "It is revoked.")))]
pub(super) async fn revoke_key(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::PartnerKey>,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    let whose = (customer.profile, id);
    state.partners().revoke_key(customer.tenant.id, &customer.principal, whose, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
