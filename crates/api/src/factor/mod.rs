//! Second factors: setting them up, what they guard, and confirming single requests with them.

pub(crate) mod challenge;
pub(crate) mod guard;
mod lost;
mod overview;
pub(crate) mod recovery;
mod sign_in;
mod totp;

use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;

/// A code of a second factor.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FactorCode {
    /// Six digits of the authenticator app, or a recovery code; spaces and dashes do not matter.
    #[schema(example = "123456", max_length = 64)]
    code: String,
}

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(overview::get_two_factor, overview::set_switches))
        .routes(routes!(totp::begin_totp, totp::remove_totp))
        .routes(routes!(totp::confirm_totp))
        .routes(routes!(recovery::new_recovery_codes))
        .routes(routes!(challenge::get_challenge))
        .routes(routes!(challenge::confirm_challenge))
        .routes(routes!(sign_in::show_second_factor))
        .routes(routes!(lost::ask_reset))
        .routes(routes!(lost::get_reset, lost::cancel_reset))
}
