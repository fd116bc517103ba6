use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::dto::catalogue::RatesInfo;
use crate::problem::Problem;

/// The prices that quotes are made from. 503 `RATES_UNAVAILABLE` while there are none that are fresh.
#[utoipa::path(get, path = "/api/client/v1/rates", tag = "quotes", responses((status = 200, body = RatesInfo)))]
pub(crate) async fn rates(State(_state): State<AppState>) -> Result<Json<RatesInfo>, Problem> {
    Err(Problem::unavailable("not wired"))
}
