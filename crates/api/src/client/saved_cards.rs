//! Saved cards: list, save, delete.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::saved_card as domain;
use kernel::{TenantProfile, kinds};

use super::own_name::{Named, check_own_name};
use crate::AppState;
use crate::card;
use crate::dto::order::CardDetails;
use crate::dto::saved_card::{SavedCard, SavedCards};
use crate::extract::{Body, Customer, IdInPath};
use crate::problem::Problem;

/// Lists the cards that the profile has saved, newest first.
#[utoipa::path(get, path = "/api/client/v1/requisites/cards", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = SavedCards)))]
pub(crate) async fn list_cards(State(state): State<AppState>, customer: Customer) -> Result<Json<SavedCards>, Problem> {
    let found = state.exchange().saved_cards(customer.tenant.id, customer.profile).await?;
    Ok(Json(SavedCards { data: found.into_iter().map(|saved| shown(&state, &customer, saved)).collect() }))
}

/// Saves a card for later payments and payouts. Its number and security code are not stored.
///
/// The card must be in the customer's own name: once the identity is verified, another name gives 400
/// `VALIDATION_ERROR`. The same card again stays one card. 409 `CONFLICT_ERROR` if the profile has saved 20.
#[utoipa::path(post, path = "/api/client/v1/requisites/cards", tag = "orders", request_body = CardDetails,
    security(("bearer" = [])), responses((status = 201, body = SavedCard)))]
pub(crate) async fn save_card(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: details, .. }: Body<CardDetails>,
) -> Result<(StatusCode, Json<SavedCard>), Problem> {
    state.serves(&customer.tenant).await?;
    let input = card::checked(&state, details)?;
    let person = (&*customer.tenant, &customer.principal);
    check_own_name(&state, person, Named::Card, ("/holder", &input.holder)).await?;
    let token = card::token_of(&state, customer.tenant.id, &input).await?;
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let expiry = domain::Expiry { year: input.expiry_year, month: input.expiry_month };
    let saved = state.exchange().save_card(owner, token, expiry, input.holder).await?;
    Ok((StatusCode::CREATED, Json(shown(&state, &customer, saved))))
}

/// Deletes a saved card. Orders that were paid with it do not change.
#[utoipa::path(delete, path = "/api/client/v1/requisites/cards/{id}", tag = "orders",
    params(("id" = String, Path, description = "The saved card.")), security(("bearer" = [])),
    responses((status = 204, description = "It is deleted.")))]
pub(crate) async fn delete_card(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::SavedCard>,
) -> Result<StatusCode, Problem> {
    state.exchange().delete_saved_card(customer.tenant.id, customer.profile, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn shown(state: &AppState, customer: &Customer, saved: domain::SavedCard) -> SavedCard {
    SavedCard {
        id: saved.id.to_string(),
        card_token: card::written(
            state.request_keys(),
            TenantProfile { tenant: customer.tenant.id, profile: customer.profile },
            &saved.card,
        ),
        last4: saved.card.last4,
        brand: saved.card.brand,
        expiry_month: saved.expiry.month,
        expiry_year: saved.expiry.year,
        is_expired: saved.expiry.is_over(state.world().now_for(customer.tenant.id)),
        holder: saved.holder,
        created_at: saved.created_at,
    }
}
