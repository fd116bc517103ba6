//! Pages outside the web app that third parties serve in production.

mod challenge;

use axum::Router;
use axum::routing::{get, post};

use crate::AppState;

pub(crate) use challenge::own_path;

/// The routes, outside `/api`.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/sandbox/3ds", post(challenge::show_by_form))
        .route("/sandbox/3ds/{reference}", get(challenge::show).post(challenge::answer))
        .route("/sandbox/3ds/{reference}/frame", get(challenge::show_in_frame).post(challenge::answer_in_frame))
}
