//! Handles: names under which customers receive transfers.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// The customer's handle.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Handle {
    /// Lower case, without the leading `@`. Absent if the customer has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, example = "olena_7")]
    handle: Option<String>,
}

/// Returns the customer's handle.
#[utoipa::path(get, path = "/api/client/v1/user/handle", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = Handle)))]
pub(crate) async fn get_handle(State(state): State<AppState>, who: Authenticated) -> Result<Json<Handle>, Problem> {
    Ok(Json(Handle { handle: state.identity().handle(who.tenant.id, who.principal.user).await? }))
}

/// Sets or removes the handle: 3 to 20 Latin letters, digits and underscores.
///
/// A removed handle remains reserved for its owner, so that no other customer can receive payments meant for them.
#[utoipa::path(put, path = "/api/client/v1/user/handle", tag = "user", security(("bearer" = [])), request_body = Handle,
    responses((status = 200, body = Handle)))]
pub(crate) async fn set_handle(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<Handle>,
) -> Result<Json<Handle>, Problem> {
    let handle =
        state.identity().set_handle(&who.tenant, who.principal.user, asked.handle.as_deref(), &context).await?;
    Ok(Json(Handle { handle }))
}
