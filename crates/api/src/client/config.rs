use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::dto::catalogue::Config;
use crate::problem::Problem;

/// What the page needs before anybody signs in.
#[utoipa::path(get, path = "/api/client/v1/config", tag = "catalogue", responses((status = 200, body = Config)))]
pub(crate) async fn config(State(_state): State<AppState>) -> Result<Json<Config>, Problem> {
    Err(Problem::unavailable("not wired"))
}
