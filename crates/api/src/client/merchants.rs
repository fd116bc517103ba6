//! A merchant's operations in the app: registration, new payments, their list.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use identity::{Feature, Secret, Tenant};
use kernel::{PaymentId, PaymentLinkId, ProfileId, TenantId, kinds};
use merchants as domain;
use sha2::{Digest, Sha256};

use super::quotes::amount;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::merchant::{
    MakePayment, Merchant, MerchantPayment, MerchantPaymentDetails, MerchantSettings, MerchantState, PaymentParams,
};
use crate::dto::page::Page;
use crate::extract::{AskedHost, Body, Customer, IdInPath, Params};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::problem::{FieldError, Problem};
use crate::state::offers;
use crate::view;

/// Returns whether the profile is a merchant, and what it decided.
#[utoipa::path(get, path = "/api/client/v1/merchant", tag = "merchants", security(("bearer" = [])),
    responses((status = 200, body = MerchantState)))]
pub(crate) async fn get_merchant(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<MerchantState>, Problem> {
    let found = state.merchants().of_profile(customer.tenant.id, customer.profile).await?;
    let logo = match &found {
        Some(merchant) => merchant.logo,
        None => state.merchants().logo(customer.tenant.id, customer.profile).await?,
    };
    Ok(Json(MerchantState { merchant: found.as_ref().map(view::merchant), logo: logo.map(view::logo_path) }))
}

/// Makes the profile a merchant, or changes what it decided. Payments that exist keep their terms.
#[utoipa::path(put, path = "/api/client/v1/merchant", tag = "merchants", request_body = MerchantSettings,
    security(("bearer" = [])), responses((status = 200, body = Merchant)))]
pub(crate) async fn set_merchant(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<MerchantSettings>,
) -> Result<Json<Merchant>, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let settings = domain::Settings {
        name: asked.name,
        settlement: asked.settlement_currency.0,
        tolerance_bps: tolerance(asked.tolerance_percent.as_deref().unwrap_or("0"))?,
        return_hosts: asked.return_hosts.into_iter().map(|host| host.0).collect(),
        takes_more: asked.takes_more,
        mails: asked.mails.unwrap_or(true),
        colour: asked.colour,
    };
    let owner = (customer.profile, customer.principal.user);
    let merchant = state.merchants().set(customer.tenant.id, owner, settings).await?;
    Ok(Json(view::merchant(&merchant)))
}

/// Hundredths of a percent, from a decimal number of percent.
fn tolerance(text: &str) -> Result<u16, Problem> {
    let rule = "must be a number from 0 to 5 with at most two decimals";
    let refused = || Problem::field(FieldError::new("/tolerance_percent", "invalid", rule));
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > 2 || whole.len() > 3 {
        return Err(refused());
    }
    let read = |text: &str| text.parse::<u16>().map_err(|_| refused());
    let bps = read(whole)? * 100 + read(&format!("{part:0<2}"))?;
    if bps <= domain::TOLERANCE_BPS_MAX { Ok(bps) } else { Err(refused()) }
}

/// Makes a payment: a page on which a payer without an account pays this profile.
///
/// 409 `CONFLICT_ERROR` if the profile is no merchant, or another payment has the `order_id`.
#[utoipa::path(post, path = "/api/client/v1/merchant/payments", tag = "merchants", request_body = MakePayment,
    params(IdempotencyHeader), security(("bearer" = [])), responses((status = 201, body = MerchantPayment)))]
pub(crate) async fn make_payment(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<MakePayment>,
) -> Result<Response, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let (own, whose, operation) = (state.clone(), customer.clone(), key.operation(customer.profile));
    let work = async move {
        let tenant = whose.tenant.id;
        let merchant = is_merchant(&own, tenant, whose.profile).await?;
        let new = domain::NewPayment {
            price: amount("/amount", &asked.amount, asked.currency.0)?,
            order_id: asked.order_id,
            description: asked.description,
            return_url: asked.return_url,
            minutes: asked.expires_in_minutes,
            link: None,
            client_key: Sha256::digest(operation.as_bytes()).into(),
        };
        let hash_of = |id| own.identity().payment_token(tenant, id).1;
        let made = own.merchants().make((tenant, whose.tenant.sandbox), &merchant, new, hash_of).await?;
        Ok(view::merchant_payment(&made, page_of(&own, &whose.tenant, &host, made.id)))
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// The merchant that the profile is.
pub(super) async fn is_merchant(
    state: &AppState,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<domain::Merchant, Problem> {
    let merchant = state.merchants().of_profile(tenant, profile).await?;
    merchant.ok_or_else(|| {
        let detail = "This profile takes no payments yet. Set its name and currency first.";
        Problem::new(kernel::ErrorKind::Conflict, "CONFLICT_ERROR", detail)
    })
}

/// The address of the payer's page. The secret is the fragment, so that it is sent to no server and written into no log.
pub(super) fn page_of(state: &AppState, tenant: &Tenant, host: &str, payment: PaymentId) -> String {
    let token = state.identity().payment_token(tenant.id, payment).0;
    let origin = tenant.origin_at(host).unwrap_or_default();
    payment_page(&origin, &token)
}

/// The address of the page of the payment, or of the link, with this token.
pub(crate) fn payment_page(origin: &str, token: &Secret) -> String {
    format!("{origin}/pay/payment#{}", token.expose())
}

/// The link that a filter names.
fn link_named(text: Option<&str>) -> Result<Option<PaymentLinkId>, Problem> {
    let refused = |_| Problem::field(FieldError::new("link_id", "invalid", "must be the id of a link"));
    text.map(|text| text.parse().map_err(refused)).transpose()
}

/// Lists the merchant's payments, newest first. States are some seconds old at most.
#[utoipa::path(get, path = "/api/client/v1/merchant/payments", tag = "merchants", params(PaymentParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<MerchantPayment>)))]
pub(crate) async fn list_payments(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    Params(asked): Params<PaymentParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<MerchantPayment>>, Problem> {
    let (tenant, limit) = (&customer.tenant, page.limit()?);
    let after = page.after()?.map(PaymentId::from_uuid);
    let Some(merchant) = state.merchants().of_profile(tenant.id, customer.profile).await? else {
        return Ok(Json(Page { data: Vec::new(), next_cursor: None, has_more: false }));
    };
    let filter = (asked.state.map(|state| state.0), asked.order_id.as_deref(), link_named(asked.link_id.as_deref())?);
    let mut found = state.merchants().payments(tenant.id, merchant.id, filter, (after, limit + 1)).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    let shown = |one: &domain::Payment| view::merchant_payment(one, page_of(&state, tenant, &host, one.id));
    Ok(Json(Page { data: found.iter().map(shown).collect(), next_cursor, has_more }))
}

/// Returns a payment of the merchant, and what was paid.
#[utoipa::path(get, path = "/api/client/v1/merchant/payments/{id}", tag = "merchants",
    params(("id" = String, Path, description = "The payment.")), security(("bearer" = [])),
    responses((status = 200, body = MerchantPaymentDetails)))]
pub(crate) async fn get_payment(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    IdInPath(id): IdInPath<kinds::Payment>,
) -> Result<Json<MerchantPaymentDetails>, Problem> {
    let tenant = customer.tenant.id;
    let (merchant, payment) = state.merchants().payment(tenant, customer.profile, id).await?;
    let looked = state.merchants().look(tenant, merchant, payment).await?;
    Ok(Json(view::payment_details(&looked, page_of(&state, &customer.tenant, &host, id))))
}

#[cfg(test)]
mod tests {
    use super::tolerance;

    #[test]
    fn a_tolerance_is_read_exactly() {
        for (text, bps) in [("0", 0), ("0.5", 50), ("1.25", 125), ("5", 500), ("5.00", 500)] {
            assert_eq!(tolerance(text).ok(), Some(bps), "{text}");
        }
        for text in ["", ".", "5.01", "-1", "1.234", "1e2", "655360", " 1", "1."] {
            assert!(tolerance(text).is_err(), "{text}");
        }
    }
}
