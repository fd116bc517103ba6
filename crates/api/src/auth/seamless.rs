//! Carrying a session to another host of the same tenant, or to a phone.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use identity::{Carrier, HandoverInfo, HandoverState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cookie::Carried;
use super::login_finish::{LoginAnswer, opened};
use crate::AppState;
use crate::extract::{AskedHost, Authenticated, Body, CameFrom, TenantHost};
use crate::problem::Problem;

/// Who carries a code.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeamlessCarrier {
    /// The page that asks for it, at once.
    #[default]
    Page,
    /// A person, to their phone.
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

/// Where to go.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessTarget {
    /// A host of the same service, without scheme and path.
    #[schema(example = "card.example.com", max_length = 260)]
    host: String,
    /// Who carries the code there: a page has 30 seconds, a person with a phone two minutes.
    #[serde(default)]
    carrier: SeamlessCarrier,
}

/// A code for that host.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessCode {
    /// To be posted to `auth/seamless` at that host: once.
    code: String,
    /// When it stops serving.
    expires_at: DateTime<Utc>,
    /// What the server's clock says, for a countdown.
    server_time: DateTime<Utc>,
}

/// How a code stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeamlessState {
    /// It opens a session.
    Good,
    /// It has opened one.
    Used,
    /// Its time is over, or the session that made it is.
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

/// What whoever holds a code may know of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessInfo {
    /// How it stands.
    state: SeamlessState,
    /// Whose session it opens, while it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: Option<String>,
    /// Their address, with most of it left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "a•••@example.test")]
    email: Option<String>,
    /// When it stops serving.
    expires_at: DateTime<Utc>,
}

/// A code from another host or device.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessLogin {
    /// As that host gave it.
    #[schema(max_length = 100)]
    code: String,
}

/// Makes a code that opens a session at another host of this service.
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

/// Says how a code stands that was made for this host, and whose session it opens. Looking uses nothing up. 400 `SIGN_IN_EXPIRED`
/// for what is no code here.
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

/// Opens a session by a code that was made for this host. It ends no later than the one that made the code. 400 `SIGN_IN_EXPIRED`
/// for any other.
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
