//! `RECAPTCHA-ACTION` and `RECAPTCHA-TOKEN`: what was worked, where work is asked for before a code is sent.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use identity::captcha::Solution;
use utoipa::IntoParams;

use crate::AppState;

/// The two headers as they came.
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
    /// What the work was for: `meta.puzzle.action` of a 403 `CAPTCHA_REQUIRED`.
    #[param(rename = "RECAPTCHA-ACTION", required = false, max_length = 40)]
    action: Option<String>,
    /// The work that a 403 `CAPTCHA_REQUIRED` asked for: `meta.puzzle.token`, a dot, and the number that was found. It serves once.
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
    /// What is shown, if anything is.
    pub(crate) fn solution(&self) -> Option<Solution<'_>> {
        self.token.as_deref().map(|token| Solution { action: &self.action, token })
    }
}
