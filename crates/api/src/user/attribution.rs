use axum::extract::State;
use axum::http::StatusCode;
use identity::Campaign;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Body, Temporary};
use crate::problem::Problem;

/// Campaign parameters of the visited URL. At most 200 characters of each are stored; more than 2,048 are rejected.
#[derive(Deserialize, ToSchema)]
pub(crate) struct UtmParams {
    #[schema(max_length = 2048)]
    utm_source: Option<String>,
    #[schema(max_length = 2048)]
    utm_medium: Option<String>,
    #[schema(max_length = 2048)]
    utm_campaign: Option<String>,
    #[schema(max_length = 2048)]
    utm_term: Option<String>,
}

/// Records the attribution of a customer.
///
/// The first one is kept.
#[utoipa::path(post, path = "/api/client/v1/utm-params", tag = "user", security(("bearer" = ["before_terms"])),
    request_body = UtmParams, responses((status = 204, description = "Noted.")))]
pub(crate) async fn utm_params(
    State(state): State<AppState>,
    who: Temporary,
    body: Body<UtmParams>,
) -> Result<StatusCode, Problem> {
    let UtmParams { utm_source, utm_medium, utm_campaign, utm_term } = body.value;
    let campaign = Campaign { source: utm_source, medium: utm_medium, campaign: utm_campaign, term: utm_term };
    state.identity().came_by(who.tenant.id, &who.principal, campaign).await?;
    Ok(StatusCode::NO_CONTENT)
}
