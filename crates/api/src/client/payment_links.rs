//! Links that many payers use: the merchant makes and ends them, a payer opens a payment by one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use identity::{Feature, Identity, Tenant};
use kernel::{PaymentLinkId, kinds};
use merchants::{self as domain, LinkPrice};
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::merchants::{is_merchant, payment_page};
use super::pay_page::{for_payer, not_now};
use super::quotes::amount;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::payment_link::{LinkPage, LookAtLink, MakePaymentLink, OpenLink, OpenedPayment, PaymentLink};
use crate::extract::{AskedHost, Body, CameFrom, Customer, IdInPath, Params, TenantHost};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::problem::Problem;
use crate::state::offers;
use crate::view;

/// The routes.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_links, make_link))
        .routes(routes!(end_link))
        .routes(routes!(look_at_link))
        .routes(routes!(open_link))
}

/// The address of the page of a link.
fn page_of(state: &AppState, tenant: &Tenant, host: &str, link: PaymentLinkId) -> String {
    let token = state.identity().payment_link_token(tenant.id, link).0;
    payment_page(&tenant.origin_at(host).unwrap_or_default(), &token)
}

/// Makes a link that many payers use: each of them gets a payment of their own. The price is the merchant's, or each payer
/// names it within bounds, as for donations or at a till.
///
/// 409 `CONFLICT_ERROR` if the profile is no merchant, or has 200 open links.
#[utoipa::path(post, path = "/api/client/v1/merchant/links", tag = "merchants", request_body = MakePaymentLink,
    params(IdempotencyHeader), security(("bearer" = [])), responses((status = 201, body = PaymentLink)))]
pub(crate) async fn make_link(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<MakePaymentLink>,
) -> Result<Response, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let (own, whose, operation) = (state.clone(), customer.clone(), key.operation(customer.profile));
    let work = async move {
        let tenant = whose.tenant.id;
        let merchant = is_merchant(&own, tenant, whose.profile).await?;
        let new = new_link(asked, &operation)?;
        let hash_of = |id| own.identity().payment_link_token(tenant, id).1;
        let made = own.merchants().make_link((tenant, whose.tenant.sandbox), &merchant, new, hash_of).await?;
        let url = page_of(&own, &whose.tenant, &host, made.id);
        Ok(view::payment_link(&made, url, own.world().now()))
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// The link that a request asks for.
fn new_link(asked: MakePaymentLink, operation: &str) -> Result<domain::NewLink, Problem> {
    let currency = asked.currency.0;
    let read = |pointer: &str, text: Option<_>| text.as_ref().map(|text| amount(pointer, text, currency)).transpose();
    let bounds = (read("/min_amount", asked.min_amount)?, read("/max_amount", asked.max_amount)?);
    Ok(domain::NewLink {
        price: LinkPrice::read(read("/amount", asked.amount)?, bounds)?,
        description: asked.description,
        return_url: asked.return_url,
        payments_max: asked.payments_max,
        ends_at: asked.ends_at,
        client_key: Sha256::digest(operation.as_bytes()).into(),
    })
}

/// Lists the merchant's links, newest first.
#[utoipa::path(get, path = "/api/client/v1/merchant/links", tag = "merchants", params(PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<PaymentLink>)))]
pub(crate) async fn list_links(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<PaymentLink>>, Problem> {
    let (tenant, limit) = (&customer.tenant, page.limit()?);
    let after = page.after()?.map(PaymentLinkId::from_uuid);
    let Some(merchant) = state.merchants().of_profile(tenant.id, customer.profile).await? else {
        return Ok(Json(Page { data: Vec::new(), next_cursor: None, has_more: false }));
    };
    let mut found = state.merchants().links(tenant.id, merchant.id, (after, limit + 1)).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    let now = state.world().now();
    let shown = |one: &domain::Link| view::payment_link(one, page_of(&state, tenant, &host, one.id), now);
    Ok(Json(Page { data: found.iter().map(shown).collect(), next_cursor, has_more }))
}

/// Ends a link: no payer can open it any more. Payments that were opened by it stay. An ended link is returned as it is.
#[utoipa::path(post, path = "/api/client/v1/merchant/links/{id}/end", tag = "merchants",
    params(("id" = String, Path, description = "The link."), IdempotencyHeader), security(("bearer" = [])),
    responses((status = 200, body = PaymentLink)))]
pub(crate) async fn end_link(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    IdInPath(id): IdInPath<kinds::PaymentLink>,
    key: IdempotencyKey,
) -> Result<Response, Problem> {
    // Another merchant's link is refused before the request is noted.
    state.merchants().link(customer.tenant.id, customer.profile, id).await?;
    let (own, whose) = (state.clone(), customer.clone());
    let work = async move {
        let ended = own.merchants().end_link(whose.tenant.id, whose.profile, id).await?;
        let url = page_of(&own, &whose.tenant, &host, id);
        Ok(view::payment_link(&ended, url, own.world().now()))
    };
    once(&state, &customer, &key, &[], StatusCode::OK, work).await
}

/// The link behind a page.
async fn found(
    state: &AppState,
    tenant: &Tenant,
    came: &CameFrom,
    token: &str,
) -> Result<(domain::Merchant, domain::Link), Problem> {
    // A text without the form and checksum of a token costs no query.
    let hash = Identity::read_payment_link_token(token).ok_or_else(Problem::not_found)?;
    if let Some(found) = state.merchants().link_by_token(tenant.id, &hash).await? {
        return Ok(found);
    }
    state.identity().count_wrong_payment_token(tenant, &came.0).await?;
    Err(Problem::not_found())
}

/// Returns a link for its payers. Needs no sign-in.
///
/// 404 `NOT_FOUND` for a link that is wrong. Such links are limited for each network.
#[utoipa::path(post, path = "/api/client/v1/pay/link", tag = "merchants", security(()),
    request_body = LookAtLink, responses((status = 200, body = LinkPage)))]
pub(crate) async fn look_at_link(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<LookAtLink>,
) -> Result<Json<LinkPage>, Problem> {
    let (merchant, link) = found(&state, &tenant, &came, &asked.token).await?;
    Ok(Json(view::link_page(&merchant, &link, state.world().now())))
}

/// Opens a payment of the payer's own by a link. Needs no sign-in. It can be paid for an hour.
///
/// 400 names `/amount` outside the bounds. 409 `CONFLICT_ERROR` for a link that has ended or is used up.
#[utoipa::path(post, path = "/api/client/v1/pay/link/open", tag = "merchants", security(()),
    request_body = OpenLink, responses((status = 200, body = OpenedPayment)))]
pub(crate) async fn open_link(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<OpenLink>,
) -> Result<Json<OpenedPayment>, Problem> {
    let (merchant, link) = found(&state, &tenant, &came, &asked.token).await?;
    state.serves(&tenant).await?;
    offers(&tenant, Feature::Balances)?;
    if !state.identity().is_served(tenant.id, merchant.profile).await? {
        return Err(not_now());
    }
    state.identity().count_payment_choice(&tenant, &came.0).await?;
    let currency = link.terms.price.currency();
    let named = asked.amount.as_ref().map(|text| amount("/amount", text, currency)).transpose()?;
    let client_key = Sha256::digest(format!("{} {}", link.id, asked.key).as_bytes()).into();
    let hash_of = |id| state.identity().payment_token(tenant.id, id).1;
    let by = (tenant.id, tenant.sandbox);
    let made = state.merchants().open_link(by, (&merchant, &link), (named, client_key), hash_of).await;
    let token = state.identity().payment_token(tenant.id, made.map_err(for_payer)?.id).0;
    Ok(Json(OpenedPayment { token: token.expose().to_owned() }))
}
