//! Attribution of a new customer: campaign parameters and referral code. Only the first attribution counts.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use identity::Campaign;
use rewards::Newcomer;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::cookie;
use crate::extract::{Body, CameFrom, Temporary};
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
    /// Code of the link of the customer who invited this one. Any other text is ignored.
    #[schema(max_length = 40)]
    referral_code: Option<String>,
}

/// Records the attribution of a customer.
///
/// Only the first one is stored. The response does not reveal what a referral code led to.
#[utoipa::path(post, path = "/api/client/v1/utm-params", tag = "user", security(("bearer" = ["before_terms"])),
    request_body = UtmParams, responses((status = 204, description = "Noted.")))]
pub(crate) async fn utm_params(
    State(state): State<AppState>,
    who: Temporary,
    CameFrom(context): CameFrom,
    (headers, uri): (HeaderMap, Uri),
    body: Body<UtmParams>,
) -> Result<StatusCode, Problem> {
    let UtmParams { utm_source, utm_medium, utm_campaign, utm_term, referral_code } = body.value;
    let campaign = Campaign { source: utm_source, medium: utm_medium, campaign: utm_campaign, term: utm_term };
    state.identity().came_by(who.tenant.id, &who.principal, campaign).await?;
    if let Some(code) = referral_code {
        let (tenant, authority) = (who.tenant.id, uri.authority().map(|authority| authority.as_str()));
        let before = cookie::device_before(&headers, authority);
        let marks = [context.device.as_deref(), before.as_deref()];
        let knows =
            |email: &str| marks.into_iter().flatten().any(|mark| state.identity().is_device_of(tenant, email, mark));
        let (user, network) = (who.principal.user, context.network());
        let newcomer = Newcomer { user, network: &network, device: context.user_agent.as_deref(), knows: &knows };
        state.rewards().join(tenant, newcomer, &code).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
