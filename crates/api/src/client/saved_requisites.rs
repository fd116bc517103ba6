//! Saved requisites: list, save, rename, delete.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::requisite::Requisite;
use exchange::saved_requisite as domain;
use exchange::{ExchangeError, RequisiteInput};
use kernel::{TenantProfile, kinds};

use super::own_name::{Named, check_own_name};
use crate::AppState;
use crate::dto::saved_requisite::{ChangeSaved, SaveRequisite, SavedKind, SavedRequisite, SavedRequisites};
use crate::dto::scalar::{CurrencyCode, PaywayCode};
use crate::extract::{Body, Customer, IdInPath};
use crate::problem::{FieldError, Problem};

/// Lists the bank accounts and addresses that the profile has saved, newest first.
#[utoipa::path(get, path = "/api/client/v1/requisites/saved", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = SavedRequisites)))]
pub(crate) async fn list(State(state): State<AppState>, customer: Customer) -> Result<Json<SavedRequisites>, Problem> {
    let found = state.exchange().saved_requisites(customer.tenant.id, customer.profile).await?;
    Ok(Json(SavedRequisites { data: found.into_iter().filter_map(shown).collect() }))
}

/// Saves a bank account or address for later payouts.
///
/// A bank account must be in the customer's own name: once the identity is verified, another name gives 400
/// `VALIDATION_ERROR`. The same destination again changes its label and the name of the account holder. 409 `CONFLICT_ERROR` if the profile
/// has saved 50.
#[utoipa::path(post, path = "/api/client/v1/requisites/saved", tag = "orders", request_body = SaveRequisite,
    security(("bearer" = [])), responses((status = 201, body = SavedRequisite)))]
pub(crate) async fn save(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<SaveRequisite>,
) -> Result<(StatusCode, Json<SavedRequisite>), Problem> {
    let SaveRequisite { currency, payway, kind, value, memo, full_name, label } = asked;
    let input = match kind {
        SavedKind::Address => RequisiteInput::Address { value, memo },
        SavedKind::Iban => {
            let required = || Problem::field(FieldError::new("/full_name", "required", "field is required"));
            RequisiteInput::Iban { value, full_name: full_name.ok_or_else(required)?, payee: None }
        }
    };
    if let RequisiteInput::Iban { full_name, .. } = &input {
        let person = (&*customer.tenant, &customer.principal);
        check_own_name(&state, person, Named::BankAccount, ("/full_name", full_name)).await?;
    }
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let saved = state.exchange().save_requisite(owner, (currency.0, payway.0), &input, label.as_deref()).await;
    let saved = saved.map_err(|refused| match &refused {
        ExchangeError::Requisite(error) => {
            let pointer = format!("/{}", error.field);
            Problem::from(refused).at(&pointer)
        }
        _ => refused.into(),
    })?;
    Ok((StatusCode::CREATED, Json(shown(saved).ok_or_else(unreadable)?)))
}

/// Changes the customer's name for a saved bank account or address. An empty one removes it.
#[utoipa::path(patch, path = "/api/client/v1/requisites/saved/{id}", tag = "orders", request_body = ChangeSaved,
    params(("id" = String, Path, description = "The saved requisite.")), security(("bearer" = [])),
    responses((status = 200, body = SavedRequisite)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::SavedRequisite>,
    Body { value: asked, .. }: Body<ChangeSaved>,
) -> Result<Json<SavedRequisite>, Problem> {
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let changed = state.exchange().relabel_saved_requisite(owner, id, &asked.label).await?;
    Ok(Json(shown(changed).ok_or_else(unreadable)?))
}

fn unreadable() -> ExchangeError {
    ExchangeError::Internal("the saved requisite cannot be shown".to_owned())
}

/// Deletes a saved bank account or address.
#[utoipa::path(delete, path = "/api/client/v1/requisites/saved/{id}", tag = "orders",
    params(("id" = String, Path, description = "The saved requisite.")), security(("bearer" = [])),
    responses((status = 204, description = "It is deleted.")))]
pub(crate) async fn delete(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::SavedRequisite>,
) -> Result<StatusCode, Problem> {
    state.exchange().delete_saved_requisite(customer.tenant.id, customer.profile, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `None` for a requisite that is neither an address nor a bank account.
fn shown(saved: domain::SavedRequisite) -> Option<SavedRequisite> {
    let (kind, value, memo, full_name) = match saved.requisite {
        Requisite::Address { value, memo } => (SavedKind::Address, value, memo, None),
        Requisite::Iban { value, full_name, .. } => (SavedKind::Iban, value, None, Some(full_name)),
        Requisite::Card { .. } | Requisite::Customer(_) | Requisite::Code => return None,
    };
    Some(SavedRequisite {
        id: saved.id.to_string(),
        currency: CurrencyCode(saved.currency),
        payway: PaywayCode(saved.payway),
        kind,
        value,
        memo,
        full_name,
        label: saved.label,
        created_at: saved.created_at,
    })
}
