//! The originator statement of incoming coins, which the travel rule requires (Regulation (EU) 2023/1113).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::TenantUser;

use crate::AppState;
use crate::dto::originator::{OriginatorStatement, StatedOriginator};
use crate::extract::{Body, Customer};
use crate::problem::Problem;

/// Declares the originator of incoming crypto (EU regulation 2023/1113).
///
/// Needed for an order or transaction that was refused without it. A new declaration replaces an unused earlier one.
#[utoipa::path(post, path = "/api/client/v1/senders", tag = "wallets", security(("bearer" = [])),
    request_body = OriginatorStatement, responses((status = 201, body = StatedOriginator)))]
pub(crate) async fn tell_sender(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: said, .. }: Body<OriginatorStatement>,
) -> Result<(StatusCode, Json<StatedOriginator>), Problem> {
    state.serves(&customer.tenant).await?;
    let who = TenantUser { tenant: customer.tenant.id, user: customer.principal.user };
    let good_until = state.exchange().tell_sender(state.identity().envelope(), who, said.into()).await?;
    Ok((StatusCode::CREATED, Json(StatedOriginator { good_until })))
}
