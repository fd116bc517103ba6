//! Currencies, payways and the directions between them.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::dto::catalogue::{CurrencyInfo, Direction, PaywayInfo};
use crate::dto::page::List;
use crate::dto::quote::Side;
use crate::dto::scalar::CurrencyCode;
use crate::extract::Params;
use crate::problem::Problem;

/// The currencies, in the catalogue's order.
#[utoipa::path(get, path = "/api/client/v1/currencies", tag = "catalogue",
    responses((status = 200, body = List<CurrencyInfo>)))]
pub(crate) async fn currencies(State(_state): State<AppState>) -> Result<Json<List<CurrencyInfo>>, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// The payways.
#[utoipa::path(get, path = "/api/client/v1/payways", tag = "catalogue",
    responses((status = 200, body = List<PaywayInfo>)))]
pub(crate) async fn payways(State(_state): State<AppState>) -> Result<Json<List<PaywayInfo>>, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Which directions to list; all of them without any of these.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DirectionParams {
    /// Only those that take this currency.
    #[param(inline = false)]
    pub from: Option<CurrencyCode>,
    /// Only those that give this currency.
    #[param(inline = false)]
    pub to: Option<CurrencyCode>,
    /// Only those of this side.
    #[param(inline = false)]
    pub side: Option<Side>,
}

/// What can be exchanged for what, with limits at the present rate.
#[utoipa::path(get, path = "/api/client/v1/directions", tag = "catalogue", params(DirectionParams),
    responses((status = 200, body = List<Direction>)))]
pub(crate) async fn directions(
    State(_state): State<AppState>,
    Params(_params): Params<DirectionParams>,
) -> Result<Json<List<Direction>>, Problem> {
    Err(Problem::unavailable("not wired"))
}
