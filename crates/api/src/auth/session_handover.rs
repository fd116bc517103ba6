//! Session handover to another host of the same tenant, or to a phone.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use identity::{Carrier, HandoverInfo, HandoverState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login_finish::{LoginAnswer, opened};
use crate::AppState;
use crate::cookie::Carried;
use crate::extract::{AskedHost, Authenticated, Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// How the code reaches its target.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeamlessCarrier {
    /// The requesting page redirects immediately.
    #[default]
    Page,
    /// The customer scans it with a phone.
    Phone,
}

impl From<SeamlessCarrier> for Carrier {
    fn from(carrier: SeamlessCarrier) -> Self {
        match carrier {
            SeamlessCarrier::Page => Self::Page,
            SeamlessCarrier::Phone => Self::Phone,
        }
    }
}

/// Target of a session handover.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessTarget {
    /// A host of the same tenant, without scheme and path.
    #[schema(example = "card.example.com", max_length = 260)]
    host: String,
    /// How the code is carried. It is valid for 30 seconds with `page`, and for two minutes with `phone`.
    #[serde(default)]
    carrier: SeamlessCarrier,
}

/// A handover code for the target host.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessCode {
    /// Post it to `auth/seamless` at the target host. Valid once.
    code: String,
    /// When the code expires.
    expires_at: DateTime<Utc>,
    /// Server time, for a countdown.
    server_time: DateTime<Utc>,
}

/// State of a handover code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeamlessState {
    /// It can open a session.
    Good,
    /// It has opened a session.
    Used,
    /// It has expired, or the session that created it has ended.
    Expired,
}

impl From<HandoverState> for SeamlessState {
    fn from(state: HandoverState) -> Self {
        match state {
            HandoverState::Good => Self::Good,
            HandoverState::Used => Self::Used,
            HandoverState::Expired => Self::Expired,
        }
    }
}

/// Public information about a handover code.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessInfo {
    /// Its state.
    state: SeamlessState,
    /// The customer's id, while the code is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: Option<String>,
    /// The customer's email, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "a•••@example.test")]
    email: Option<String>,
    /// When the code expires.
    expires_at: DateTime<Utc>,
}

/// A handover code from another host or device.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessLogin {
    /// The code as received.
    #[schema(max_length = 100)]
    code: String,
}

/// Creates a code that opens a session at another host of the same tenant.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes", tag = "auth", security(("bearer" = [])),
    request_body = SeamlessTarget, responses((status = 201, body = SeamlessCode)))]
pub(crate) async fn hand_over(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<SeamlessTarget>,
) -> Result<(StatusCode, Json<SeamlessCode>), Problem> {
    let SeamlessTarget { host, carrier } = body.value;
    let to = (host.as_str(), carrier.into());
    let made = state.identity().hand_over(&who.tenant, &who.principal, to, &context).await?;
    let code = made.code.expose().to_owned();
    let answer = SeamlessCode { code, expires_at: made.expires_at, server_time: state.world().now() };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Returns the state of a handover code for this host, and whose session it opens.
///
/// Does not consume the code. 400 `SIGN_IN_EXPIRED` for an unknown code.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes/look", tag = "auth", security(()),
    request_body = SeamlessLogin, responses((status = 200, body = SeamlessInfo)))]
pub(crate) async fn look_at_code(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    body: Body<SeamlessLogin>,
) -> Result<Json<SeamlessInfo>, Problem> {
    let HandoverInfo { state, whose, expires_at } =
        state.identity().look_at_handover(&tenant, &host, &body.value.code).await?;
    let (uuid, email) = whose.map(|(user, email)| (user.to_string(), email)).unzip();
    Ok(Json(SeamlessInfo { state: state.into(), uuid, email, expires_at }))
}

/// Opens a session with a handover code for this host.
///
/// The new session ends no later than the one that created the code. 400 `SIGN_IN_EXPIRED` for any other code.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless", tag = "auth", security(()), request_body = SeamlessLogin,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn take_over(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    carried: Carried,
    body: Body<SeamlessLogin>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let login = state.identity().take_over(&tenant, &host, &body.value.code, &context).await?;
    opened(&state, &tenant, login, &carried, None).await
}
