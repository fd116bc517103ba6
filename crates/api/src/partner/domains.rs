//! The proofs of a widget key's domains.

use axum::Json;
use axum::extract::State;
use kernel::kinds;

use super::keys::PartnerKey;
use crate::AppState;
use crate::extract::{Customer, IdInPath};
use crate::problem::Problem;

/// Looks for the proofs of a widget key's domains that are not proven.
///
/// The proof is a line `agio-widget=` with the id of the key in the file `/.well-known/agio-widget.txt` of the domain,
/// served by https without a redirect. A domain is checked again after five seconds.
#[utoipa::path(post, path = "/api/client/v1/partner-keys/{id}/domains", tag = "partner-keys",
    params(("id" = String, Path, description = "The API key.")), security(("bearer" = [])),
    responses((status = 200, body = PartnerKey)))]
pub(super) async fn verify_domains(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::PartnerKey>,
) -> Result<Json<PartnerKey>, Problem> {
    let whose = (customer.profile, id);
    let key = state.partners().verify_domains(customer.tenant.id, whose, state.outside()).await?;
    Ok(Json(PartnerKey::of(key, customer.tenant.sandbox)))
}
