//! `Idempotency-Key`: a repeated request with the same key and body returns the stored response.

use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::{ErrorKind, PartnerKeyId, ProfileId};
use serde::Serialize;
use store::StoreError;
use store::idempotency::{KeyState, Scope};
use tracing::Instrument;
use utoipa::IntoParams;

use crate::AppState;
use crate::extract::Customer;
use crate::problem::{FieldError, Problem};

/// The idempotency header.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";
const LENGTH_MAX: usize = 255;
/// Time limit for the work of a request, even if its caller disconnects: twice the time limit of a request.
const WORK_MAX: Duration = Duration::from_secs(20);

/// A request's idempotency key and route.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// 1 to 255 visible ASCII characters.
    pub key: String,
    /// Method and path. The same key on another route is independent.
    pub route: String,
    /// The API key that sent the request, if it came by one. Each has keys of its own.
    pub caller: Option<PartnerKeyId>,
}

impl IdempotencyKey {
    /// The operation name of a profile's key. A retry with the same key has the same name.
    pub(crate) fn operation(&self, profile: ProfileId) -> String {
        let caller = self.caller.map(|key| format!("{key}\n")).unwrap_or_default();
        format!("{caller}{profile}\n{}\n{}", self.route, self.key)
    }
}

/// The header, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described, never built")]
pub struct IdempotencyHeader {
    /// Identifies the operation: 1 to 255 visible ASCII characters. A retry with the same key and body returns the same
    /// response.
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
        Ok(Self { key: key.to_owned(), route: format!("{} {}", parts.method, parts.uri.path()), caller: None })
    }
}

/// Executes `work` once per key, and returns the stored response to every retry.
///
/// The work outlives its request. If the caller disconnects, axum drops the handler at any await point, which would
/// leave the key locked forever.
///
/// Errors are not stored: they release the key, so that a corrected request can be sent. The work must itself be
/// idempotent by the key (as orders and commands are), because after a crash between the work and the storing of its
/// response, a retry executes it again. For the same reason, locking the key does not wait for the disk. Storing the
/// response does: a response that was sent must be reproducible byte for byte after a database crash.
///
/// The body's hash is stored only as a keyed hash: see [`crate::RequestKeys`].
///
/// # Errors
/// 422 `IDEMPOTENCY_KEY_REUSED` for a different body, 409 while the first request is in progress, 503 if too many are,
/// and the errors of the work.
pub(crate) async fn once<T: Serialize + Send>(
    state: &AppState,
    customer: &Customer,
    key: &IdempotencyKey,
    body_hash: &[u8],
    status: StatusCode,
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<Response, Problem> {
    let tenant = customer.tenant.id;
    let principal = key.caller.map_or(customer.profile.uuid(), PartnerKeyId::uuid);
    let scope = Scope { tenant, principal, route: key.route.clone(), key: key.key.clone() };
    let busy = || Problem::unavailable("The server is busy. Try again in a moment.");
    let place = state.works().try_acquire_owned().map_err(|_| busy())?;
    let (state, body_hash) = (state.clone(), state.request_keys().body(body_hash));
    // Boxed, because the future is large and would otherwise be copied into each wrapping future.
    let work = Box::pin(work);
    let task = async move {
        let _place = place;
        noted(&state, &scope, &body_hash, status, work).await
    };
    // Bounds the wait for a database whose connection was cut silently, so that the slot and the connection are freed.
    let task = tokio::time::timeout(WORK_MAX, task.in_current_span());
    let late = |_| Err(Problem::unavailable("This took too long. Try again in a moment."));
    let answered = tokio::spawn(async move { task.await.unwrap_or_else(late) }).await;
    answered.unwrap_or_else(|died| Err(Problem::internal(died.to_string())))
}

/// Locks the key, executes the work, and stores its response or releases the key.
async fn noted<T: Serialize>(
    state: &AppState,
    scope: &Scope,
    body_hash: &[u8],
    status: StatusCode,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<Response, Problem> {
    let keys = state.keys();
    let lock = match keys.begin(scope, body_hash, state.world().now()).await? {
        KeyState::Fresh(lock) => lock,
        KeyState::Replay { status, body } => return Ok(replay(status, body)),
        KeyState::InFlight => return Err(at_work()),
        KeyState::Mismatch => {
            let detail = "This Idempotency-Key was used with another body.";
            return Err(Problem::new(ErrorKind::Unprocessable, "IDEMPOTENCY_KEY_REUSED", detail));
        }
    };
    match work.await {
        Ok(value) => {
            let body = serde_json::to_vec(&value).map_err(|error| Problem::internal(error.to_string()))?;
            match keys.finish(scope, lock, status.as_u16(), body.clone()).await {
                Ok(()) => {}
                // The lock had expired and a retry took the key over. The retry's response is stored; ours may describe
                // an earlier state and is discarded.
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
