use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::{User, UserUpdate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Authenticated, Body};
use crate::problem::Problem;

/// The person who is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserInfo {
    /// The person.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
    /// Where their codes go.
    email: String,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Their profiles, the default one first.
    profiles_id: Vec<String>,
    /// When they first signed in.
    created_at: DateTime<Utc>,
}

impl From<User> for UserInfo {
    fn from(user: User) -> Self {
        Self {
            uuid: user.id.to_string(),
            email: user.email,
            first_name: user.first_name,
            last_name: user.last_name,
            profiles_id: user.profiles.iter().map(ToString::to_string).collect(),
            created_at: user.created_at,
        }
    }
}

/// What a person changes about themselves. What is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UserChange {
    /// 2 to 50 Latin or Cyrillic letters, apostrophes, spaces, dots and dashes.
    #[schema(min_length = 2, max_length = 50)]
    first_name: Option<String>,
    /// By the same rule.
    #[schema(min_length = 2, max_length = 50)]
    last_name: Option<String>,
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/client/v1/user", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn get_user(State(state): State<AppState>, who: Authenticated) -> Result<Json<UserInfo>, Problem> {
    let user = state.identity().user(who.tenant.id, who.principal.user).await?;
    Ok(Json(user.into()))
}

/// Changes what a person says about themselves.
#[utoipa::path(put, path = "/api/client/v1/user", tag = "user", security(("bearer" = [])), request_body = UserChange,
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn update_user(
    State(state): State<AppState>,
    who: Authenticated,
    body: Body<UserChange>,
) -> Result<Json<UserInfo>, Problem> {
    let UserChange { first_name, last_name } = body.value;
    let update = UserUpdate { first_name, last_name };
    let user = state.identity().update_user(who.tenant.id, who.principal.user, update).await?;
    Ok(Json(user.into()))
}
