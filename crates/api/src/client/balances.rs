use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::dto::balance::Balances;
use crate::extract::Customer;
use crate::problem::Problem;

/// What the profile has.
#[utoipa::path(get, path = "/api/client/v1/balances", tag = "balances", security(("bearer" = [])),
    responses((status = 200, body = Balances)))]
pub(crate) async fn balances(State(_state): State<AppState>, _customer: Customer) -> Result<Json<Balances>, Problem> {
    Err(Problem::unavailable("not wired"))
}
