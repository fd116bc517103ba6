//! The request id, and error bodies that contain it.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::AppState;
use crate::http::is_api;
use crate::problem::{Asked, render};

/// The request id header, in requests and responses.
pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: the caller's, or a generated one.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// The outermost layer: accepts or generates the id, returns it, and renders the error bodies of API paths.
pub(crate) async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let given = request.headers().get(X_REQUEST_ID).and_then(|value| value.to_str().ok()).filter(|id| acceptable(id));
    let id = given.map_or_else(|| state.world().uuid().to_string(), str::to_owned);
    let path = request.uri().path().to_owned();
    let span = tracing::info_span!("request", id = %id, method = %request.method(), path = %path);
    request.extensions_mut().insert(RequestId(id.clone()));
    let response = next.run(request).instrument(span).await;
    let mut response = if is_api(&path) { render(response, &Asked { request_id: &id, path: &path }) } else { response };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    response
}

/// Up to 64 characters of `[A-Za-z0-9_-]`; a UUID qualifies.
fn acceptable(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
