//! The built web app, embedded in the binary.

mod assets;
mod brand;
mod page;
mod preloads;
mod prerendered;
pub(crate) mod security_txt;

use api::AppState;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

/// The page that the service worker caches for offline use (`web/src/offline/worker.ts`).
const SHELL: &str = "shell";
/// The host of the widget (`web/src/host/resolve.ts`): the only pages that other companies' pages may contain.
const FRAME: &str = "frame";

/// Serves static files of the build, and the page for every other path.
pub fn router(state: AppState) -> Router {
    Router::new().fallback(serve).with_state(state)
}

async fn serve(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if matches!(path, brand::ICON | brand::MANIFEST) {
        return page::kept(&state, request.headers(), path).await;
    }
    if let Some(file) = assets::file(path, request.headers()) {
        return file;
    }
    // A path with a file extension is never the page: a missing script must be a 404, not HTML.
    let names_a_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if names_a_file {
        return StatusCode::NOT_FOUND.into_response();
    }
    let framed = path == FRAME || path.strip_prefix(FRAME).is_some_and(|rest| rest.starts_with('/'));
    let console = path == "console" || path.starts_with("console/");
    let headers = request.headers();
    match path {
        _ if console => page::console(&state, headers).await,
        _ if framed => page::frame(&state, headers, request.uri().query()).await,
        SHELL => page::shell(&state, headers).await,
        path => page::page(&state, headers, path).await,
    }
}
