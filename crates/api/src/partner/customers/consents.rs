//! The consents that a customer gave to partners, for the customer.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::kinds;

use crate::AppState;
use crate::dto::page::List;
use crate::dto::partner_consent::{PartnerConsentInfo, PartnerConsentState};
use crate::extract::{CameFrom, Customer, IdInPath};
use crate::problem::Problem;
use crate::view;

/// Lists the partners that the customer lets see how far they are verified, newest first; at most 100.
#[utoipa::path(get, path = "/api/client/v1/partner-consents", tag = "partner-keys", security(("bearer" = [])),
    responses((status = 200, body = List<PartnerConsentInfo>)))]
pub(in crate::partner) async fn list_consents(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<List<PartnerConsentInfo>>, Problem> {
    let mut data = view::partner_consents(&state, customer.tenant.id, customer.principal.user).await?;
    data.retain(|one| one.state != PartnerConsentState::Withdrawn);
    Ok(Json(List { data }))
}

/// Withdraws a consent. The partner can no longer read anything of the customer, and gets an event.
///
/// Links of the same partner with other ids of the customer stay.
#[utoipa::path(delete, path = "/api/client/v1/partner-consents/{id}", tag = "partner-keys",
    security(("bearer" = [])), params(("id" = String, Path, description = "The consent.")),
    responses((status = 204, description = "Withdrawn.")))]
pub(in crate::partner) async fn withdraw_consent(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::PartnerConsent>,
) -> Result<StatusCode, Problem> {
    state.partners().withdraw_consent(customer.tenant.id, (&customer.principal, id), &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
