//! The tenant's current reference prices.

use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use exchange::rates::STALE_SECONDS;
use kernel::{Currency, TenantId};

use crate::AppState;
use crate::dto::catalogue::RatesInfo;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::TenantHost;
use crate::problem::Problem;

/// Returns the prices that quotes are based on.
///
/// 503 `RATES_UNAVAILABLE` without current prices.
#[utoipa::path(get, path = "/api/client/v1/rates", tag = "quotes", security(()),
    responses((status = 200, body = RatesInfo)))]
pub(crate) async fn rates(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
) -> Result<Json<RatesInfo>, Problem> {
    prices(&state, tenant.id).await.map(Json)
}

/// The tenant's current prices.
pub(crate) async fn prices(state: &AppState, tenant: TenantId) -> Result<RatesInfo, Problem> {
    let book = state.exchange().prices(tenant).await?;
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
pub(crate) fn shown(price: &str) -> String {
    price.trim_end_matches('0').trim_end_matches('.').to_owned()
}
