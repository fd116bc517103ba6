//! Second factors: enrolment, protected operations, and confirmation of single requests.

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

/// A second-factor code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FactorCode {
    /// Six digits from the authenticator app (TOTP), or a recovery code. Spaces and dashes are ignored.
    #[schema(example = "123456", max_length = 64)]
    code: String,
}

/// The routes of this module.
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
