//! Launches of a widget that a partner's server prepares.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Partner;
use crate::AppState;
use crate::extract::Body;
use crate::problem::Problem;

/// A launch to prepare.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewWidgetSession {
    /// The public key of the widget. It belongs to the same profile as the key of this request.
    #[schema(min_length = 1, max_length = 100, example = "pk_test_…")]
    api_key: String,
    /// The launch parameters as a query string. They count as signed.
    #[schema(max_length = 8192, example = "email=anna%40shop.example&isEmailLocked=true")]
    query: String,
}

/// A prepared launch.
#[derive(Serialize, ToSchema)]
pub(super) struct WidgetSessionMade {
    /// The value of the launch parameter `session`. It serves once.
    #[schema(example = "ws_…")]
    session: String,
    /// When it can no longer be used.
    expires_at: DateTime<Utc>,
}

/// Prepares a launch of a widget, so that personal data is in no address.
///
/// The session serves once, within 15 minutes.
#[utoipa::path(post, path = "/api/partner/v1/widget-sessions", tag = "widget", request_body = NewWidgetSession,
    security(("key" = ["exchanger:buy"]), ("key" = ["exchanger:sell_swap"])),
    responses((status = 201, body = WidgetSessionMade)))]
pub(super) async fn open_session(
    State(state): State<AppState>,
    partner: Partner,
    Body { value: asked, .. }: Body<NewWidgetSession>,
) -> Result<(StatusCode, Json<WidgetSessionMade>), Problem> {
    let tenant = (partner.tenant.id, partner.tenant.sandbox);
    let owner = partner.known.key.profile;
    let made = state.partners().open_widget_session(tenant, owner, &asked.api_key, &asked.query).await?;
    let session = made.token.expose().to_owned();
    Ok((StatusCode::CREATED, Json(WidgetSessionMade { session, expires_at: made.expires_at })))
}
