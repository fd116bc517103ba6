//! The customer's side of a partner's verification link.

use axum::Json;
use axum::extract::State;

use super::shape::{OpenedLink, SharingAgreed, SharingRequest};
use crate::AppState;
use crate::extract::{AskedHost, Body, CameFrom, Customer};
use crate::problem::Problem;

/// Returns which partner asks the customer to share how far they are verified.
///
/// 404 `NOT_FOUND` for a link that is wrong, used or expired.
#[utoipa::path(post, path = "/api/client/v1/partner-verification", tag = "partner-keys", request_body = OpenedLink,
    security(("bearer" = [])), responses((status = 200, body = SharingRequest)))]
pub(in crate::partner) async fn open_sharing(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<OpenedLink>,
) -> Result<Json<SharingRequest>, Problem> {
    let link = state.partners().link_of_token(customer.tenant.id, &asked.token).await?;
    Ok(Json(SharingRequest { partner: link.origin(), expires_at: link.expires_at }))
}

/// Agrees that the partner learns which verifications are complete: kinds and statuses, and no personal data.
///
/// The link serves once.
#[utoipa::path(post, path = "/api/client/v1/partner-verification/agree", tag = "partner-keys",
    request_body = OpenedLink, security(("bearer" = [])), responses((status = 200, body = SharingAgreed)))]
pub(in crate::partner) async fn agree_to_sharing(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<OpenedLink>,
) -> Result<Json<SharingAgreed>, Problem> {
    let site = customer.tenant.origin_at(&host).ok_or_else(Problem::not_found)?;
    let (who, given) = ((&customer.principal, customer.profile), (asked.token.as_str(), site.as_str()));
    let return_url = state.partners().agree_to_link(customer.tenant.id, who, given, &context).await?;
    Ok(Json(SharingAgreed { return_url }))
}
