//! The webhook endpoints of a customer's profile: list, create, change, delete, test, rotate, enable, replay, and the log
//! of deliveries.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::ClientContext;
use kernel::{TenantProfile, kinds};
use partners::webhook::{ENDPOINTS_MAX, EndpointChange, NewEndpoint, Owner, TYPES};
use serde_json::json;

use super::webhook_shape::{
    EventTypeText, NewWebhookEndpoint, ReplayEvents, Replayed, WebhookDelivery, WebhookEndpoint, WebhookEndpointMade,
    WebhookEndpointUpdate, WebhookEndpoints,
};
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::{Authenticated, Body, CameFrom, Customer, IdInPath, Params};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::{FieldError, Problem};

/// The customer as the security settings know them.
fn person(customer: &Customer) -> Authenticated {
    Authenticated { tenant: customer.tenant.clone(), principal: customer.principal.clone() }
}

pub(super) fn owner<'a>(customer: &'a Customer, context: &'a ClientContext) -> Owner<'a> {
    let tenant = (customer.tenant.id, customer.tenant.sandbox);
    Owner { tenant, profile: customer.profile, who: &customer.principal, context }
}

/// Whether endpoints on this machine are permitted: in a sandbox that only this machine can reach.
pub(super) fn is_local(state: &AppState, customer: &Customer) -> bool {
    state.is_local() && customer.tenant.sandbox
}

pub(super) fn names(types: Vec<EventTypeText>) -> Vec<String> {
    types.into_iter().map(|text| text.0).collect()
}

/// Lists the profile's webhook endpoints.
#[utoipa::path(get, path = "/api/client/v1/webhook-endpoints", tag = "webhooks", security(("bearer" = [])),
    responses((status = 200, body = WebhookEndpoints)))]
pub(super) async fn list_endpoints(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<WebhookEndpoints>, Problem> {
    let found = state.partners().endpoints(customer.tenant.id, customer.profile).await?;
    let types = TYPES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let data = found.into_iter().map(Into::into).collect();
    Ok(Json(WebhookEndpoints { data, types, endpoints_max: ENDPOINTS_MAX }))
}

/// Creates a webhook endpoint. It receives the profile's events from now on.
///
/// Requires confirmation with the second factor, if there is one. 409 `CONFLICT_ERROR` with 16 endpoints.
#[utoipa::path(post, path = "/api/client/v1/webhook-endpoints", tag = "webhooks", request_body = NewWebhookEndpoint,
    params(ConfirmationHeader), security(("bearer" = [])), responses((status = 201, body = WebhookEndpointMade)))]
pub(super) async fn make_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<NewWebhookEndpoint>,
) -> Result<(StatusCode, Json<WebhookEndpointMade>), Problem> {
    let local = is_local(&state, &customer);
    let unknown = || Problem::field(FieldError::new("/key_id", "unknown", "is not an API key of the profile"));
    let key = asked.key_id.parse().map_err(|_| unknown())?;
    let asked = NewEndpoint { key, url: asked.url, types: names(asked.types) };
    // Refuses first what would be refused after the confirmation.
    state.partners().check_endpoint(local, &asked.url, &asked.types)?;
    let shown = json!({ "kind": "webhook_endpoint", "name": asked.url });
    confirmation.require_for_settings(&state, &person(&customer), &hash, shown).await?;
    let made = state.partners().make_endpoint(owner(&customer, &context), local, &asked).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Returns one webhook endpoint.
#[utoipa::path(get, path = "/api/client/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("bearer" = [])),
    responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn get_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
) -> Result<Json<WebhookEndpoint>, Problem> {
    Ok(Json(state.partners().endpoint(customer.tenant.id, customer.profile, id).await?.into()))
}

/// Changes a webhook endpoint.
///
/// Another URL requires confirmation with the second factor.
#[utoipa::path(put, path = "/api/client/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint."), ConfirmationHeader),
    request_body = WebhookEndpointUpdate, security(("bearer" = [])), responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn change_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<WebhookEndpointUpdate>,
) -> Result<Json<WebhookEndpoint>, Problem> {
    let local = is_local(&state, &customer);
    let change = EndpointChange { url: asked.url, types: asked.types.map(names) };
    let known = state.partners().endpoint(customer.tenant.id, customer.profile, id).await?;
    if let Some(url) = change.url.as_ref().filter(|url| **url != known.url) {
        state.partners().check_endpoint(local, url, change.types.as_deref().unwrap_or_default())?;
        let shown = json!({ "kind": "webhook_endpoint", "name": url });
        confirmation.require_for_settings(&state, &person(&customer), &hash, shown).await?;
    }
    Ok(Json(state.partners().change_endpoint(owner(&customer, &context), id, local, &change).await?.into()))
}

/// Deletes a webhook endpoint with its secrets and its log.
#[utoipa::path(delete, path = "/api/client/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("bearer" = [])),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    state.partners().delete_endpoint(owner(&customer, &context), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rotates the secret of a webhook endpoint. The former one also signs for 24 hours.
///
/// Requires confirmation with the second factor, if there is one.
#[utoipa::path(post, path = "/api/client/v1/webhook-endpoints/{id}/rotate", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint."), ConfirmationHeader), security(("bearer" = [])),
    responses((status = 200, body = WebhookEndpointMade)))]
pub(super) async fn rotate_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
) -> Result<Json<WebhookEndpointMade>, Problem> {
    let known = state.partners().endpoint(customer.tenant.id, customer.profile, id).await?;
    let shown = json!({ "kind": "webhook_rotate", "name": known.url });
    confirmation.require_for_settings(&state, &person(&customer), &[], shown).await?;
    Ok(Json(state.partners().rotate_endpoint(owner(&customer, &context), id).await?.into()))
}

/// Makes a stopped webhook endpoint active again, for the events from now on. A replay sends what it missed.
#[utoipa::path(post, path = "/api/client/v1/webhook-endpoints/{id}/enable", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("bearer" = [])),
    responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn enable_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
) -> Result<Json<WebhookEndpoint>, Problem> {
    Ok(Json(
        state
            .partners()
            .enable_endpoint(TenantProfile { tenant: customer.tenant.id, profile: customer.profile }, id)
            .await?
            .into(),
    ))
}

/// Sends a test event to a webhook endpoint. It is not in the feed.
#[utoipa::path(post, path = "/api/client/v1/webhook-endpoints/{id}/test", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("bearer" = [])),
    responses((status = 202, body = WebhookDelivery)))]
pub(super) async fn test_endpoint(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    let tenant = (customer.tenant.id, customer.tenant.sandbox);
    let made = state.partners().test_endpoint(tenant, customer.profile, id).await?;
    Ok((StatusCode::ACCEPTED, Json(made.into())))
}

/// Sends the events of a period to a webhook endpoint again, oldest first, at most 1000.
#[utoipa::path(post, path = "/api/client/v1/webhook-endpoints/{id}/replay", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), request_body = ReplayEvents,
    security(("bearer" = [])), responses((status = 202, body = Replayed)))]
pub(super) async fn replay(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
    Body { value: asked, .. }: Body<ReplayEvents>,
) -> Result<(StatusCode, Json<Replayed>), Problem> {
    let whose = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let (made, next_from) = state.partners().replay(whose, id, (asked.from, asked.to)).await?;
    let deliveries = u64::try_from(made).unwrap_or_default();
    Ok((StatusCode::ACCEPTED, Json(Replayed { deliveries, next_from })))
}

/// Lists the deliveries of a webhook endpoint, newest first. They stay for 30 days.
#[utoipa::path(get, path = "/api/client/v1/webhook-endpoints/{id}/deliveries", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint."), PageParams), security(("bearer" = [])),
    responses((status = 200, body = Page<WebhookDelivery>)))]
pub(super) async fn list_deliveries(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookEndpoint>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<WebhookDelivery>>, Problem> {
    let (limit, before) = (page.limit()?, page.after()?);
    let whose = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let mut found = state.partners().deliveries_of(whose, id, before, limit + 1).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    Ok(Json(Page { data: found.into_iter().map(Into::into).collect(), next_cursor, has_more }))
}

/// Sends the event of a delivery to its endpoint again, with the same id and bytes.
#[utoipa::path(post, path = "/api/client/v1/webhook-deliveries/{id}/resend", tag = "webhooks",
    params(("id" = String, Path, description = "The delivery.")), security(("bearer" = [])),
    responses((status = 202, body = WebhookDelivery)))]
pub(super) async fn resend(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::WebhookDelivery>,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    let made =
        state.partners().resend(TenantProfile { tenant: customer.tenant.id, profile: customer.profile }, id).await?;
    Ok((StatusCode::ACCEPTED, Json(made.into())))
}
