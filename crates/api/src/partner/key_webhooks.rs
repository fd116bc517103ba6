//! Webhook endpoints that a key manages for itself. Endpoints of other keys of the profile are not found.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::IdentityError;
use kernel::{TenantProfile, WebhookEndpointId, kinds};
use partners::webhook::{ENDPOINTS_MAX, Endpoint, EndpointChange, NewEndpoint, TYPES};

use super::auth::Partner;
use super::webhook_shape::{
    NewWebhookEndpointOfKey, ReplayEvents, Replayed, WebhookDelivery, WebhookEndpoint, WebhookEndpointMade,
    WebhookEndpointUpdate, WebhookEndpoints,
};
use super::webhooks::{self, is_local, names, owner};
use crate::AppState;
use crate::cursor::PageParams;
use crate::dto::page::Page;
use crate::extract::{Body, CameFrom, IdInPath, Params};
use crate::problem::Problem;

type Id = IdInPath<kinds::WebhookEndpoint>;

/// An endpoint of this key.
async fn own(state: &AppState, partner: &Partner, id: WebhookEndpointId) -> Result<Endpoint, Problem> {
    let found = state.partners().endpoint(partner.tenant.id, partner.known.key.profile, id).await?;
    if found.key == partner.known.key.id {
        Ok(found)
    } else {
        Err(IdentityError::NotFound("The webhook endpoint").into())
    }
}

/// Lists the webhook endpoints of this key, oldest first.
#[utoipa::path(get, path = "/api/partner/v1/webhook-endpoints", tag = "webhooks",
    security(("key" = ["webhooks:read"])), responses((status = 200, body = WebhookEndpoints)))]
pub(super) async fn list_endpoints(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<WebhookEndpoints>, Problem> {
    let (id, profile) = (partner.known.key.id, partner.known.key.profile);
    let found = state.partners().endpoints(partner.tenant.id, profile).await?;
    let data = found.into_iter().filter(|endpoint| endpoint.key == id).map(Into::into).collect();
    let types = TYPES.iter().map(|(name, _)| (*name).to_owned()).collect();
    Ok(Json(WebhookEndpoints { data, types, endpoints_max: ENDPOINTS_MAX }))
}

/// Creates a webhook endpoint of this key. It receives the profile's events from now on. The owner gets an email.
///
/// The secret is returned only this once, so a repeated request creates another endpoint. 409 `CONFLICT_ERROR` with 16
/// endpoints of the profile.
#[utoipa::path(post, path = "/api/partner/v1/webhook-endpoints", tag = "webhooks",
    request_body = NewWebhookEndpointOfKey, security(("key" = ["webhooks:write"])),
    responses((status = 201, body = WebhookEndpointMade)))]
pub(super) async fn make_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<NewWebhookEndpointOfKey>,
) -> Result<(StatusCode, Json<WebhookEndpointMade>), Problem> {
    let customer = partner.customer();
    let new = NewEndpoint { key: partner.known.key.id, url: asked.url, types: names(asked.types) };
    let made = state.partners().make_endpoint(owner(&customer, &context), is_local(&state, &customer), &new).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Returns one webhook endpoint of this key.
#[utoipa::path(get, path = "/api/partner/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("key" = ["webhooks:read"])),
    responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn get_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
) -> Result<Json<WebhookEndpoint>, Problem> {
    Ok(Json(own(&state, &partner, id).await?.into()))
}

/// Changes a webhook endpoint of this key. The owner gets an email about another URL.
#[utoipa::path(put, path = "/api/partner/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), request_body = WebhookEndpointUpdate,
    security(("key" = ["webhooks:write"])), responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn change_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<WebhookEndpointUpdate>,
) -> Result<Json<WebhookEndpoint>, Problem> {
    own(&state, &partner, id).await?;
    let (customer, change) = (partner.customer(), EndpointChange { url: asked.url, types: asked.types.map(names) });
    let local = is_local(&state, &customer);
    Ok(Json(state.partners().change_endpoint(owner(&customer, &context), id, local, &change).await?.into()))
}

/// Deletes a webhook endpoint of this key, with its secrets and its log.
#[utoipa::path(delete, path = "/api/partner/v1/webhook-endpoints/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("key" = ["webhooks:write"])),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    own(&state, &partner, id).await?;
    state.partners().delete_endpoint(owner(&partner.customer(), &context), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rotates the secret of a webhook endpoint. The former one also signs for 24 hours. The owner gets an email.
#[utoipa::path(post, path = "/api/partner/v1/webhook-endpoints/{id}/rotate", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("key" = ["webhooks:write"])),
    responses((status = 200, body = WebhookEndpointMade)))]
pub(super) async fn rotate_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    CameFrom(context): CameFrom,
) -> Result<Json<WebhookEndpointMade>, Problem> {
    own(&state, &partner, id).await?;
    Ok(Json(state.partners().rotate_endpoint(owner(&partner.customer(), &context), id).await?.into()))
}

/// Makes a stopped webhook endpoint active again, for the events from now on. A replay sends what it missed.
#[utoipa::path(post, path = "/api/partner/v1/webhook-endpoints/{id}/enable", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("key" = ["webhooks:write"])),
    responses((status = 200, body = WebhookEndpoint)))]
pub(super) async fn enable_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
) -> Result<Json<WebhookEndpoint>, Problem> {
    own(&state, &partner, id).await?;
    webhooks::enable_endpoint(State(state), partner.customer(), IdInPath(id)).await
}

/// Sends a test event to a webhook endpoint of this key. It is not in the feed.
#[utoipa::path(post, path = "/api/partner/v1/webhook-endpoints/{id}/test", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), security(("key" = ["webhooks:write"])),
    responses((status = 202, body = WebhookDelivery)))]
pub(super) async fn test_endpoint(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    own(&state, &partner, id).await?;
    webhooks::test_endpoint(State(state), partner.customer(), IdInPath(id)).await
}

/// Sends the events of a period to a webhook endpoint of this key again, oldest first, at most 1000.
#[utoipa::path(post, path = "/api/partner/v1/webhook-endpoints/{id}/replay", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint.")), request_body = ReplayEvents,
    security(("key" = ["webhooks:write"])), responses((status = 202, body = Replayed)))]
pub(super) async fn replay(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    body: Body<ReplayEvents>,
) -> Result<(StatusCode, Json<Replayed>), Problem> {
    own(&state, &partner, id).await?;
    webhooks::replay(State(state), partner.customer(), IdInPath(id), body).await
}

/// Lists the deliveries of a webhook endpoint of this key, newest first. They stay for 30 days.
#[utoipa::path(get, path = "/api/partner/v1/webhook-endpoints/{id}/deliveries", tag = "webhooks",
    params(("id" = String, Path, description = "The endpoint."), PageParams), security(("key" = ["webhooks:read"])),
    responses((status = 200, body = Page<WebhookDelivery>)))]
pub(super) async fn list_deliveries(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    page: Params<PageParams>,
) -> Result<Json<Page<WebhookDelivery>>, Problem> {
    own(&state, &partner, id).await?;
    webhooks::list_deliveries(State(state), partner.customer(), IdInPath(id), page).await
}

/// Sends the event of a delivery to its endpoint again, with the same id and bytes.
#[utoipa::path(post, path = "/api/partner/v1/webhook-deliveries/{id}/resend", tag = "webhooks",
    params(("id" = String, Path, description = "The delivery.")), security(("key" = ["webhooks:write"])),
    responses((status = 202, body = WebhookDelivery)))]
pub(super) async fn resend(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): IdInPath<kinds::WebhookDelivery>,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    let whose = TenantProfile { tenant: partner.tenant.id, profile: partner.known.key.profile };
    let endpoint = state.partners().endpoint_of_delivery(whose, id).await?;
    own(&state, &partner, endpoint).await?;
    webhooks::resend(State(state), partner.customer(), IdInPath(id)).await
}
