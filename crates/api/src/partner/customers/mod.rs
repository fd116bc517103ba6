//! Verification of a partner's customers: check, initialise, confirm, import, manage (specification, "Roles and permissions").

pub(super) mod consents;
mod shape;
pub(super) mod sharing;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use identity::{IdentityError, Step};
use kernel::{ErrorKind, ProfileId};
use partners::{CustomerLink, LinkState};

pub(super) use self::shape::CustomerState;
use self::shape::{
    CustomerCode, CustomerLinkMade, CustomerVerification, CustomerVerificationStatus, ImportedVerification, NeededFor,
    NewCustomerLink,
};
use super::auth::{OnceByKey, Partner};
use crate::AppState;
use crate::client::quotes::amount;
use crate::dto::people::VerificationInfo;
use crate::extract::{AskedHost, Body, CameFrom, Params};
use crate::idempotency::{IdempotencyHeader, once};
use crate::problem::{FieldError, Problem};
use crate::user::verification_shown;

/// The exchange for which requirements are asked.
type Needed = Option<(exchange::Side, kernel::Amount)>;

/// Returns how far a customer is verified, and what they still need for an exchange of this side and amount.
///
/// 422 with the limit if no verification permits the amount.
#[utoipa::path(get, path = "/api/partner/v1/customers/{external_customer_id}/verification", tag = "customers",
    params(("external_customer_id" = String, Path, description = "The partner's own id of the customer.",
        min_length = 1, max_length = 100), NeededFor),
    security(("key" = ["exchanger:kyc_check"]), ("key" = ["exchanger:kyc_manage"])),
    responses((status = 200, body = CustomerVerification)))]
pub(super) async fn check_verification(
    State(state): State<AppState>,
    partner: Partner,
    AskedHost(host): AskedHost,
    Path(external): Path<String>,
    Params(asked): Params<NeededFor>,
) -> Result<Json<CustomerVerification>, Problem> {
    let needed = needed(asked)?;
    let link = state.partners().customer_link(partner.tenant.id, partner.known.key.id, &external).await?;
    Ok(Json(shown(&state, &partner, &host, link, needed).await?))
}

/// Opens a link to the tenant's verification page for a customer.
///
/// The customer signs in there, agrees, completes what is missing, and returns to `return_url` with a `code`. The link
/// serves once, within 24 hours; a newer one replaces it. 409 `CONFLICT_ERROR` for a confirmed customer.
#[utoipa::path(post, path = "/api/partner/v1/customers/{external_customer_id}/verification/initialize",
    tag = "customers", request_body = NewCustomerLink,
    params(("external_customer_id" = String, Path, description = "The partner's own id of the customer.",
        min_length = 1, max_length = 100)),
    security(("key" = ["exchanger:kyc_initialize"])), responses((status = 201, body = CustomerLinkMade)))]
pub(super) async fn initialize_verification(
    State(state): State<AppState>,
    partner: Partner,
    AskedHost(host): AskedHost,
    Path(external): Path<String>,
    Body { value: asked, .. }: Body<NewCustomerLink>,
) -> Result<(StatusCode, Json<CustomerLinkMade>), Problem> {
    let owner = (partner.known.key.profile, partner.known.key.id);
    let made = state.partners().begin_customer(partner.tenant.id, owner, &external, &asked.return_url).await?;
    let origin = partner.tenant.origin_at(&host).unwrap_or_default();
    let url = format!("{origin}/profile/partner-verification?token={}", made.token.expose());
    Ok((StatusCode::CREATED, Json(CustomerLinkMade { url, expires_at: made.expires_at })))
}

/// Confirms a customer with the code that they brought back.
///
/// The code serves once, within 15 minutes. It proves that the person who agreed is the one who returned. 403
/// `CONSENT_WITHDRAWN` if the customer withdrew the consent meanwhile.
#[utoipa::path(post, path = "/api/partner/v1/customers/{external_customer_id}/verification/confirm",
    tag = "customers", request_body = CustomerCode,
    params(("external_customer_id" = String, Path, description = "The partner's own id of the customer.",
        min_length = 1, max_length = 100), IdempotencyHeader),
    security(("key" = ["exchanger:kyc_confirm"])), responses((status = 200, body = CustomerVerification)))]
pub(super) async fn confirm_verification(
    State(state): State<AppState>,
    partner: Partner,
    AskedHost(host): AskedHost,
    Path(external): Path<String>,
    OnceByKey(key): OnceByKey,
    Body { value: asked, hash }: Body<CustomerCode>,
) -> Result<Response, Problem> {
    let (own, whose) = (state.clone(), partner.customer());
    let work = async move {
        let of = (partner.known.key.profile, partner.known.key.id, external.as_str());
        let link = own.partners().confirm_customer(partner.tenant.id, of, &asked.code).await?;
        shown(&own, &partner, &host, link, None).await
    };
    once(&state, &whose, &key, &hash, StatusCode::OK, work).await
}

/// Imports the partner's verification of a customer's identity.
///
/// Only for partners on whom the tenant relies: otherwise 403 `RELIANCE_NOT_ALLOWED`. Name, date of birth and residence
/// must be those that the customer entered here: otherwise 422 `PERSONAL_DATA_MISMATCH`. 403 `CONSENT_WITHDRAWN` if the
/// customer withdrew the consent.
#[utoipa::path(post, path = "/api/partner/v1/customers/{external_customer_id}/verification/import",
    tag = "customers", request_body = ImportedVerification,
    params(("external_customer_id" = String, Path, description = "The partner's own id of the customer.",
        min_length = 1, max_length = 100), IdempotencyHeader),
    security(("key" = ["exchanger:kyc_import"])), responses((status = 200, body = CustomerVerification)))]
pub(super) async fn import_verification(
    State(state): State<AppState>,
    partner: Partner,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    Path(external): Path<String>,
    OnceByKey(key): OnceByKey,
    Body { value: asked, hash }: Body<ImportedVerification>,
) -> Result<Response, Problem> {
    let given = asked.read()?;
    let (own, whose) = (state.clone(), partner.customer());
    let work = async move {
        let (tenant, api_key) = (partner.tenant.id, partner.known.key.id);
        if !own.exchange().policy(tenant).await?.relied_on.contains(&partner.known.key.profile) {
            let detail = "This site does not rely on verifications of this partner. Its operators can allow it.";
            return Err(Problem::new(ErrorKind::Forbidden, "RELIANCE_NOT_ALLOWED", detail));
        }
        let link = own.partners().customer_link(tenant, api_key, &external).await?;
        if link.state == LinkState::Withdrawn {
            return Err(partners::consent_withdrawn().into());
        }
        let Some(customer) = link.customer.filter(|_| link.state == LinkState::Confirmed) else {
            let detail = "Confirm this customer before you import a verification.";
            return Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail));
        };
        let person = own.identity().principal_of_key(tenant, customer, api_key).await.map_err(gone)?;
        own.identity().rely_on_partner(tenant, (person.user, api_key), &given, &context).await?;
        shown(&own, &partner, &host, link, None).await
    };
    once(&state, &whose, &key, &hash, StatusCode::OK, work).await
}

/// Ends the link to a customer. The key can no longer read their verifications.
#[utoipa::path(post, path = "/api/partner/v1/customers/{external_customer_id}/verification/cancel",
    tag = "customers",
    params(("external_customer_id" = String, Path, description = "The partner's own id of the customer.",
        min_length = 1, max_length = 100), IdempotencyHeader),
    security(("key" = ["exchanger:kyc_manage"])), responses((status = 200, body = CustomerVerification)))]
pub(super) async fn cancel_verification(
    State(state): State<AppState>,
    partner: Partner,
    AskedHost(host): AskedHost,
    Path(external): Path<String>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    let (own, whose) = (state.clone(), partner.customer());
    let work = async move {
        let of = (partner.known.key.profile, partner.known.key.id, external.as_str());
        let link = own.partners().cancel_customer(partner.tenant.id, of).await?;
        shown(&own, &partner, &host, link, None).await
    };
    once(&state, &whose, &key, &[], StatusCode::OK, work).await
}

/// Side and amount of the query; `None` without them.
fn needed(asked: NeededFor) -> Result<Needed, Problem> {
    match (asked.side, asked.amount, asked.currency) {
        (None, None, None) => Ok(None),
        (Some(side), Some(text), Some(currency)) => {
            let amount = amount("amount", &text, currency.0).map_err(Problem::at_parameter)?;
            Ok(Some((side.0, amount)))
        }
        _ => {
            let rule = "give side, amount and currency, or none of them";
            Err(Problem::field(FieldError::new("side", "one_of", rule)).at_parameter())
        }
    }
}

/// What the partner sees of a customer. A closed or blocked account shows nothing.
async fn shown(
    state: &AppState,
    partner: &Partner,
    host: &str,
    link: CustomerLink,
    needed: Needed,
) -> Result<CustomerVerification, Problem> {
    let has_expired = link.has_expired(state.world().now());
    let is_open = matches!(link.state, LinkState::Initialized | LinkState::Agreed) && !has_expired;
    let confirmed = link.customer.filter(|_| link.state == LinkState::Confirmed);
    let (verifications, steps) = match confirmed {
        Some(customer) => verified(state, partner, customer, needed).await?,
        None => (Vec::new(), None),
    };
    let origin = partner.tenant.origin_at(host).unwrap_or_default();
    Ok(CustomerVerification {
        state: CustomerState::of(link.state, has_expired),
        expires_at: is_open.then_some(link.expires_at),
        external_customer_id: link.external_id,
        verification_url: format!("{origin}/profile/personal-details"),
        verifications,
        requirements: steps.map(|steps| steps.into_iter().map(Into::into).collect()),
    })
}

/// The verifications of the person behind a profile, and the steps that they still need.
async fn verified(
    state: &AppState,
    partner: &Partner,
    customer: ProfileId,
    needed: Needed,
) -> Result<(Vec<CustomerVerificationStatus>, Option<Vec<Step>>), Problem> {
    let tenant = partner.tenant.id;
    let person = state.identity().principal_of_key(tenant, customer, partner.known.key.id).await.map_err(gone)?;
    let now = state.world().now();
    let status = |one| {
        let VerificationInfo { kind, status, .. } = verification_shown(one, now);
        CustomerVerificationStatus { kind, status }
    };
    let verifications = state.identity().verifications(tenant, person.user).await?.iter().map(status).collect();
    let steps = match needed {
        Some(needed) => {
            let customer_status = person.customer_status(&partner.tenant);
            Some(state.exchange().steps_for(tenant, &customer_status, needed).await?)
        }
        None => None,
    };
    Ok((verifications, steps))
}

/// The refusal of a customer whose profile is closed or blocked. The partner learns no reason.
fn gone(error: IdentityError) -> Problem {
    match error {
        IdentityError::Unauthenticated | IdentityError::Blocked => Problem::not_found(),
        other => other.into(),
    }
}
