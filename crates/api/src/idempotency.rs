//! `Idempotency-Key`: the same key and body give the same answer, once carried out (reference api.md B3).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::IntoParams;

use crate::AppState;
use crate::problem::{FieldError, Problem};

/// The header that names an attempt.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";
const LENGTH_MAX: usize = 255;

/// A request's key, and the route it was sent to.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// 1 to 255 visible ASCII characters.
    pub key: String,
    /// Method and path: a key used elsewhere is another key.
    pub route: String,
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
