//! The few pages that are no part of the web app: those that somebody else would serve in the real world.

mod challenge;

use axum::Router;
use axum::routing::get;

use crate::AppState;

pub(crate) use challenge::own_path;

/// The pages, outside `/api`.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/sandbox/3ds/{reference}", get(challenge::show).post(challenge::answer))
}
