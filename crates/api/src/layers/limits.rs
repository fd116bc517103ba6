//! Limits of every request: concurrency and time.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kernel::ErrorKind;
use tower_http::catch_panic::ResponseForPanic;

use crate::AppState;
use crate::http::bulkheads::is_upload;
use crate::http::client_address::ClientAddress;
use crate::http::min_rate::paced;
use crate::http::rate_limit::callers_at;
use crate::problem::Problem;

/// Maximum body size in bytes.
pub(crate) const BODY_BYTES_MAX: usize = 64 * 1024;

/// Rejects requests above the limits, and aborts requests that take too long. A commit of the Journal continues after
/// its request was aborted.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let address = request.extensions().get::<ClientAddress>().map(|client| callers_at(client.0));
    let (method, path) = (request.method(), request.uri().path());
    // Uploads take long, so they have separate slots.
    let places = if is_upload(method, path) { state.uploads_by_address() } else { state.requests_by_address() };
    let own = address.map(|callers| places.take(&callers));
    if matches!(own, Some(None)) {
        let detail = "Too many requests at once. Wait for the first to be answered.";
        return Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", detail).retry_after(1).into_response();
    }
    let Some(place) = state.bulkheads().enter(method, path).await else {
        return Problem::unavailable("The server is busy. Try again in a moment.").into_response();
    };
    let answered = tokio::time::timeout(place.time_max, next.run(paced(request, place.pace))).await;
    answered.unwrap_or_else(|_| Problem::unavailable("This took too long. Try again in a moment.").into_response())
}

/// A panic is logged with its message; the caller gets a plain 500.
#[derive(Clone, Copy)]
pub(crate) struct OnPanic;

impl ResponseForPanic for OnPanic {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, panic: Box<dyn std::any::Any + Send>) -> Response {
        let words =
            panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Problem::internal(format!("panic: {}", words.unwrap_or("without words"))).into_response()
    }
}
