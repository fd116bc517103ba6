//! Records the requests that name a recording of their test key.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kernel::RecordingId;
use partners::{RecordedRequest, RecordingKey};
use serde_json::Value;

use super::super::auth::Partner;
use super::owner_of;
use crate::AppState;
use crate::idempotency::IDEMPOTENCY_KEY;
use crate::layers::limits::BODY_BYTES_MAX;
use crate::problem::{FieldError, Problem};

/// The header that names the recording.
const HEADER: &str = "test-recording";
/// The longest response whose body is recorded.
const ANSWER_BYTES_MAX: u64 = 256 * 1024;
/// The requests about recordings themselves.
const OWN_PATH: &str = "/api/partner/v1/test/recordings";

/// Runs a request, and records it if it names a recording.
pub(in crate::partner) async fn run(state: &AppState, partner: &Partner, request: Request, next: Next) -> Response {
    // A request that waits for the database is not borrowed: its body cannot be shared between threads.
    let Some(header) = header_of(&request) else { return next.run(request).await };
    match named(state, partner, header).await {
        Ok(named) => recorded(state, named, request, next).await,
        Err(problem) => problem.into_response(),
    }
}

/// The value of the header; `None` without it, and for requests about recordings.
fn header_of(request: &Request) -> Option<HeaderValue> {
    let is_own = request.uri().path().starts_with(OWN_PATH);
    request.headers().get(HEADER).filter(|_| !is_own).cloned()
}

/// The recording of this name, if a request may be added to it.
async fn named(
    state: &AppState,
    partner: &Partner,
    header: HeaderValue,
) -> Result<(RecordingKey, RecordingId), Problem> {
    let owner = owner_of(partner)?;
    let unknown = || Problem::field(FieldError::new("Test-Recording", "invalid", "is not the id of a recording"));
    let id = header.to_str().ok().and_then(|text| text.parse().ok()).ok_or_else(unknown)?;
    state.partners().check_recording(owner, id).await?;
    Ok((owner, id))
}

async fn recorded(
    state: &AppState,
    (owner, id): (RecordingKey, RecordingId),
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, BODY_BYTES_MAX).await else {
        return Problem::bad_request("The body is larger than 64 KiB, or was cut short.").into_response();
    };
    let mut note = noted(&parts, &body);
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    note.status = response.status().as_u16();
    let (parts, body) = response.into_parts();
    // A body of unknown length, such as a file that is made meanwhile, is not held in memory.
    let is_short = body.size_hint().upper().is_some_and(|size| size <= ANSWER_BYTES_MAX);
    let body = if is_short {
        match to_bytes(body, usize::MAX).await {
            Ok(bytes) => {
                note.answer = serde_json::from_slice(&bytes).unwrap_or_default();
                Body::from(bytes)
            }
            Err(error) => return Problem::internal(error.to_string()).into_response(),
        }
    } else {
        body
    };
    if let Err(error) = state.partners().record_request(owner, id, &note).await {
        tracing::warn!(
            event = "recording.write_failed", tenant = %owner.tenant, recording = %id, %error,
            "A request of a recording cannot be stored. The recording lacks it."
        );
    }
    Response::from_parts(parts, body)
}

fn noted(parts: &Parts, body: &[u8]) -> RecordedRequest {
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    RecordedRequest {
        method: parts.method.to_string(),
        target: parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default(),
        idempotency_key: header(IDEMPOTENCY_KEY),
        body: serde_json::from_slice(body).ok(),
        is_signed: parts.headers.contains_key("signature"),
        status: 0,
        answer: Value::Null,
    }
}
