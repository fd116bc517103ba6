//! The customer's open sessions: list, and end one or all others.

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

/// A session of the customer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionInfo {
    /// Id of the session.
    #[schema(example = "ses_019a0000000070008000000000000001")]
    id: String,
    /// Browser, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Chrome")]
    browser: Option<&'static str>,
    /// Operating system, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Windows")]
    system: Option<&'static str>,
    /// Network of the sign-in.
    #[schema(example = "192.0.2.0/24")]
    network: String,
    /// Time of the sign-in.
    created_at: DateTime<Utc>,
    /// Time of the last request, to within ten minutes.
    seen_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    current: bool,
}

/// The customer's sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionList {
    /// This session first, then by last use; at most ten.
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

/// Lists the customer's sessions.
#[utoipa::path(get, path = "/api/client/v1/user/sessions", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = SessionList)))]
pub(crate) async fn list_sessions(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<SessionList>, Problem> {
    let sessions = state.identity().sessions(who.tenant.id, &who.principal).await?;
    Ok(Json(SessionList { sessions: sessions.into_iter().map(SessionInfo::from).collect() }))
}

/// Ends a session. Its tokens are invalid immediately.
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

/// Ends all sessions except the current one.
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
