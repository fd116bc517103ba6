//! Who asks, and for which profile.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::{ProfileId, SessionId, TenantId, UserId};

use crate::AppState;
use crate::problem::Problem;

/// A signed-in person who has accepted the terms, acting for one of their profiles (`Profile-Id`, or the first).
#[derive(Debug, Clone, Copy)]
pub struct Customer {
    /// Whose house this is.
    pub tenant: TenantId,
    /// The person.
    pub user: UserId,
    /// The profile acted for.
    pub profile: ProfileId,
    /// The sign-in.
    pub session: SessionId,
}

impl FromRequestParts<AppState> for Customer {
    type Rejection = Problem;

    async fn from_request_parts(_parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        Err(Problem::unauthorized())
    }
}
