//! The code by which an order was paid out.

use axum::Json;
use axum::extract::State;
use identity::CodeShownTo;
use kernel::{TenantProfile, kinds};

use crate::AppState;
use crate::dto::payout_code::PayoutCode;
use crate::extract::{CameFrom, Customer, IdInPath};
use crate::problem::Problem;

/// Returns the code by which an order was paid out.
///
/// Everybody with the code can redeem it, once. Only the owner of the order gets it, here and nowhere else. The audit log
/// of the person records it. 409 if the service has not issued it yet.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/payout-code", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")), security(("bearer" = [])),
    responses((status = 200, body = PayoutCode)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<PayoutCode>, Problem> {
    let by = CodeShownTo { user: customer.principal.user, session: customer.principal.session, context: &context };
    let shown = state
        .exchange()
        .show_payout_code(TenantProfile { tenant: customer.tenant.id, profile: customer.profile }, id, by)
        .await?;
    Ok(Json(PayoutCode { code: shown.code.expose().to_owned(), first_shown_at: shown.first_shown_at }))
}
