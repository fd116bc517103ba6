//! The request's id, and the body of every error, which names it.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::AppState;
use crate::problem::{Asked, render};

/// The header that carries a request's id, both ways.
pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A request's id: the caller's, or one of ours.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// The outermost layer: accepts or makes the id, echoes it, and writes the bodies of errors where programs ask.
pub(crate) async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let given = request.headers().get(X_REQUEST_ID).and_then(|value| value.to_str().ok()).filter(|id| acceptable(id));
    let id = given.map_or_else(|| state.world().uuid().to_string(), str::to_owned);
    let path = request.uri().path().to_owned();
    let span = tracing::info_span!("request", id = %id, method = %request.method(), path = %path);
    request.extensions_mut().insert(RequestId(id.clone()));
    let response = next.run(request).instrument(span).await;
    let mut response =
        if super::is_api(&path) { render(response, &Asked { request_id: &id, path: &path }) } else { response };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    response
}

/// A UUID fits this too: up to 64 of `[A-Za-z0-9_-]`.
fn acceptable(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
