use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use exchange::ExchangeError;
use exchange::rates::STALE_SECONDS;
use kernel::Currency;

use crate::AppState;
use crate::dto::catalogue::RatesInfo;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::problem::Problem;

/// Returns the prices that quotes are based on.
///
/// 503 `RATES_UNAVAILABLE` without current prices.
#[utoipa::path(get, path = "/api/client/v1/rates", tag = "quotes", security(()),
    responses((status = 200, body = RatesInfo)))]
pub(crate) async fn rates(State(state): State<AppState>) -> Result<Json<RatesInfo>, Problem> {
    prices(&state).map(Json)
}

/// The current prices.
pub(crate) fn prices(state: &AppState) -> Result<RatesInfo, Problem> {
    let book = state.exchange().rates().current().map_err(ExchangeError::from)?;
    let priced =
        book.prices.iter().map(|(currency, price)| (CurrencyCode(*currency), Decimal(shown(&price.to_string()))));
    Ok(RatesInfo {
        base: CurrencyCode(Currency::EUR),
        source: book.source.clone(),
        at: book.at,
        expires_at: book.at + TimeDelta::seconds(STALE_SECONDS),
        prices: priced.collect(),
    })
}

/// Strips trailing zeros: prices are stored with twelve decimals.
fn shown(price: &str) -> String {
    price.trim_end_matches('0').trim_end_matches('.').to_owned()
}
