//! `RECAPTCHA-ACTION` and `RECAPTCHA-TOKEN`: the solution of a proof-of-work puzzle, required before a code is sent
//! under load.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use identity::captcha::Solution;
use utoipa::IntoParams;

use crate::AppState;

/// The two headers of a request.
#[derive(Debug, Clone)]
pub(crate) struct Worked {
    action: String,
    token: Option<String>,
}

/// The headers, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described, never built")]
pub(crate) struct CaptchaHeaders {
    /// The action of the puzzle: `meta.puzzle.action` of a 403 `CAPTCHA_REQUIRED`.
    #[param(rename = "RECAPTCHA-ACTION", required = false, max_length = 40)]
    action: Option<String>,
    /// The solution of the puzzle: `meta.puzzle.token` of a 403 `CAPTCHA_REQUIRED`, a dot, and the number found. Valid
    /// once.
    #[param(rename = "RECAPTCHA-TOKEN", required = false, max_length = 300)]
    token: Option<String>,
}

impl FromRequestParts<AppState> for Worked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Infallible> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Ok(Self { action: text("recaptcha-action").unwrap_or_default(), token: text("recaptcha-token") })
    }
}

impl Worked {
    /// The solution, if the request carries one.
    pub(crate) fn solution(&self) -> Option<Solution<'_>> {
        self.token.as_deref().map(|token| Solution { action: &self.action, token })
    }
}
