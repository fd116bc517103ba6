//! `Idempotency-Key`: the same key and body give the same answer, once carried out (reference api.md B3).

use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::{ErrorKind, ProfileId};
use serde::Serialize;
use store::StoreError;
use store::idempotency::{Begun, Scope};
use tracing::Instrument;
use utoipa::IntoParams;

use crate::AppState;
use crate::extract::Customer;
use crate::problem::{FieldError, Problem};

/// The header that names an attempt.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";
const LENGTH_MAX: usize = 255;
/// How long the work of a request may go on, its caller gone or not: twice as long as anybody is kept waiting for it.
const WORK_MAX: Duration = Duration::from_secs(20);

/// A request's key, and the route it was sent to.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// 1 to 255 visible ASCII characters.
    pub key: String,
    /// Method and path: a key used elsewhere is another key.
    pub route: String,
}

impl IdempotencyKey {
    /// The name of what a profile asks for under this key: whoever asks again under it means the same.
    pub(crate) fn operation(&self, profile: ProfileId) -> String {
        format!("{profile}\n{}\n{}", self.route, self.key)
    }
}

/// The header, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described, never built")]
pub struct IdempotencyHeader {
    /// Names this attempt: 1 to 255 visible ASCII characters. Repeating it with the same body gives the same answer.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    idempotency_key: String,
}

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        let refused = |code: &'static str, rule: &str| Problem::field(FieldError::new("Idempotency-Key", code, rule));
        let header = parts.headers.get(IDEMPOTENCY_KEY).ok_or_else(|| refused("required", "header is required"))?;
        let key = header.to_str().unwrap_or_default();
        if key.is_empty() || key.len() > LENGTH_MAX || !key.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(refused("invalid", "must be 1 to 255 visible ASCII characters"));
        }
        Ok(Self { key: key.to_owned(), route: format!("{} {}", parts.method, parts.uri.path()) })
    }
}

/// Carries out `work` once for a key, and gives its answer to everybody who comes with the key again.
///
/// The work outlives its request: when the caller hangs up, axum drops the handler wherever it stands, and the key would
/// stay taken with nobody at work.
///
/// A refusal is not kept: after it the key is free, and the request may be corrected and sent again. The work must take
/// the key along as its own (an order's, a change's): a server that dies between the work and the note of its answer
/// will do the work a second time when the caller comes back. That is also why taking the key does not wait for the disk.
/// The note of the answer does: an answer that was given must be given again after the database crashed, byte for byte.
///
/// What is kept of the body is marked with a key: see [`crate::RequestKeys`].
///
/// # Errors
/// 422 `IDEMPOTENCY_KEY_REUSED` for another body, 409 while the first request is at work, 503 while too many are, and
/// those of the work.
pub(crate) async fn once<T: Serialize + Send>(
    state: &AppState,
    customer: &Customer,
    key: &IdempotencyKey,
    body_hash: &[u8],
    status: StatusCode,
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<Response, Problem> {
    let tenant = customer.tenant.id;
    let scope = Scope { tenant, principal: customer.profile.uuid(), route: key.route.clone(), key: key.key.clone() };
    let busy = || Problem::unavailable("The server is busy. Try again in a moment.");
    let place = state.works().try_acquire_owned().map_err(|_| busy())?;
    let (state, body_hash) = (state.clone(), state.request_keys().body(body_hash));
    // It is large, and would be copied from each of the futures around it into the next.
    let work = Box::pin(work);
    let task = async move {
        let _place = place;
        noted(&state, &scope, &body_hash, status, work).await
    };
    // What waits for a database that a network has cut off silently must not keep its place and its connection.
    let task = tokio::time::timeout(WORK_MAX, task.in_current_span());
    let late = |_| Err(Problem::unavailable("This took too long. Try again in a moment."));
    let answered = tokio::spawn(async move { task.await.unwrap_or_else(late) }).await;
    answered.unwrap_or_else(|died| Err(Problem::internal(died.to_string())))
}

/// Takes the key, does the work, and notes its answer or frees the key.
async fn noted<T: Serialize>(
    state: &AppState,
    scope: &Scope,
    body_hash: &[u8],
    status: StatusCode,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<Response, Problem> {
    #[cfg(feature = "planted-bugs")]
    let scope = &Scope {
        key: if store::planted("key-ignored") { state.world().uuid().to_string() } else { scope.key.clone() },
        ..scope.clone()
    };
    let keys = state.keys();
    let lock = match keys.begin(scope, body_hash, state.world().now()).await? {
        Begun::Fresh(lock) => lock,
        Begun::Replay { status, body } => return Ok(replay(status, body)),
        Begun::InFlight => return Err(at_work()),
        Begun::Mismatch => {
            let detail = "This Idempotency-Key was used with another body.";
            return Err(Problem::new(ErrorKind::Unprocessable, "IDEMPOTENCY_KEY_REUSED", detail));
        }
    };
    match work.await {
        Ok(value) => {
            let body = serde_json::to_vec(&value).map_err(|error| Problem::internal(error.to_string()))?;
            match keys.finish(scope, lock, status.as_u16(), body.clone()).await {
                Ok(()) => {}
                // It took so long that the same request, sent again, has taken the key over: that one's answer is kept, and
                // ours, which may tell of an earlier moment, is not given.
                Err(StoreError::NotOneRow { .. }) => return Err(at_work()),
                Err(error) => return Err(error.into()),
            }
            Ok(json(status, body))
        }
        Err(problem) => {
            keys.forget(scope, lock).await?;
            Err(problem)
        }
    }
}

fn at_work() -> Problem {
    let detail = "The first request with this Idempotency-Key is still at work.";
    Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail).retry_after(1)
}

fn json(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, HeaderValue::from_static("application/json"))], Body::from(body)).into_response()
}

fn replay(status: u16, body: Vec<u8>) -> Response {
    let mut response = json(StatusCode::from_u16(status).unwrap_or(StatusCode::OK), body);
    response.headers_mut().insert(HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"));
    response
}
