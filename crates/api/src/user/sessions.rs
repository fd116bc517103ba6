use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::SignedIn;
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Authenticated, CameFrom, IdInPath};
use crate::problem::Problem;

/// A place where the person is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionInfo {
    /// The session.
    #[schema(example = "ses_019a0000000070008000000000000001")]
    id: String,
    /// The browser, where it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Chrome")]
    browser: Option<&'static str>,
    /// The system, where it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Windows")]
    system: Option<&'static str>,
    /// The network it signed in from.
    #[schema(example = "192.0.2.0/24")]
    network: String,
    /// When it signed in.
    created_at: DateTime<Utc>,
    /// When it was last heard of, within ten minutes.
    seen_at: DateTime<Utc>,
    /// Whether it is the one that asks.
    current: bool,
}

/// Where the person is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionList {
    /// This session first, then the most recently seen; at most ten.
    sessions: Vec<SessionInfo>,
}

impl From<SignedIn> for SessionInfo {
    fn from(session: SignedIn) -> Self {
        Self {
            id: session.id.to_string(),
            browser: session.device.browser,
            system: session.device.system,
            network: session.network,
            created_at: session.created_at,
            seen_at: session.seen_at,
            current: session.current,
        }
    }
}

/// Where the person is signed in.
#[utoipa::path(get, path = "/api/client/v1/user/sessions", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = SessionList)))]
pub(crate) async fn list_sessions(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<SessionList>, Problem> {
    let sessions = state.identity().sessions(who.tenant.id, &who.principal).await?;
    Ok(Json(SessionList { sessions: sessions.into_iter().map(SessionInfo::from).collect() }))
}

/// Ends one of the person's sessions; its tokens are worth nothing from that moment.
#[utoipa::path(delete, path = "/api/client/v1/user/sessions/{id}", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The session.")), responses((status = 204, description = "Ended.")))]
pub(crate) async fn end_session(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Session>,
) -> Result<StatusCode, Problem> {
    state.identity().end_session(who.tenant.id, &who.principal, id, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all of the person's sessions but the one that asks.
#[utoipa::path(delete, path = "/api/client/v1/user/sessions", tag = "user", security(("bearer" = [])),
    responses((status = 204, description = "Nobody else is signed in.")))]
pub(crate) async fn end_other_sessions(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    state.identity().end_other_sessions(who.tenant.id, &who.principal, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
