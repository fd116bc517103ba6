//! The websocket: rates for everybody, and events for whom they concern.

use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;

use crate::AppState;
use crate::problem::Problem;

/// Opens a websocket. The page sends `ClientFrame`s, the first of them `auth` within 10 s; the server sends `ServerFrame`s.
#[utoipa::path(get, path = "/api/client/v1/ws", tag = "live",
    responses((status = 101, description = "Switching protocols.")))]
pub(crate) async fn socket(State(_state): State<AppState>, _upgrade: WebSocketUpgrade) -> Result<Response, Problem> {
    Err(Problem::unavailable("not wired"))
}
