//! Sign-in, session renewal and sign-out.

mod captcha;
mod federated_login;
mod login_finish;
mod login_start;
mod logout;
mod refresh;
mod session_handover;
mod telegram;
#[cfg(test)]
mod tests;

use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use federated_login::{ProviderProof, ProviderStart, pages, redirect_uri};
pub(crate) use login_finish::{LoginAnswer, opened};
pub(crate) use telegram::TelegramLaunch;

use crate::AppState;
use crate::dto::login::Method;

/// Parameters of a sign-in request.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LoginParams {
    /// The sign-in method.
    #[expect(dead_code, reason = "there is one so far; reading it refuses all others")]
    pub method: Method,
}

/// The routes of this module.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(login_start::start_login, login_finish::finish_login))
        .routes(routes!(federated_login::start))
        .routes(routes!(federated_login::google_login))
        .routes(routes!(federated_login::apple_login))
        .routes(routes!(telegram::telegram_login))
        .routes(routes!(telegram::telegram_register))
        .routes(routes!(telegram::user_source))
        .routes(routes!(session_handover::take_over))
        .routes(routes!(session_handover::hand_over))
        .routes(routes!(session_handover::ask_with_code))
        .routes(routes!(session_handover::answer_device))
        .routes(routes!(session_handover::look_at_code))
        .routes(routes!(refresh::refresh))
        .routes(routes!(logout::logout))
}
