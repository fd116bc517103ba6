//! Charts: price history of a pair, and value history of balances.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use exchange::history::ChartRange;
use kernel::{Currency, TenantProfile};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::dto::history::{PriceHistory, PricePoint, ValueHistory, ValuePoint};
use crate::dto::scalar::{CurrencyCode, Decimal, RangeCode};
use crate::extract::{API_KEY, Customer, Params, TenantHost};
use crate::problem::{FieldError, Problem};

/// Maximum digits of a rate in a chart.
const DIGITS: u8 = 10;
/// One minute, the interval at which prices are recorded.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Parameters of a price history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PriceParams {
    /// The base currency: the one that is priced.
    #[param(value_type = CurrencyCode)]
    from: String,
    /// The quote currency: the one that the price is in.
    #[param(value_type = CurrencyCode)]
    to: String,
    /// The period.
    #[param(value_type = RangeCode)]
    range: String,
}

/// Parameters of a value history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ValueParams {
    /// The period.
    #[param(value_type = RangeCode)]
    range: String,
    /// Only the balance of this currency. All balances if absent.
    #[param(value_type = Option<CurrencyCode>)]
    currency: Option<String>,
}

/// Returns the mid-market rate of a pair over a period, without spread and fees.
///
/// 503 `RATES_UNAVAILABLE` without current prices.
#[utoipa::path(get, path = "/api/client/v1/rates/history", tag = "quotes", params(PriceParams), security(()),
    responses((status = 200, body = PriceHistory)))]
pub(crate) async fn price_history(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(asked): Params<PriceParams>,
) -> Result<Response, Problem> {
    let (from, to) = (currency("from", &asked.from)?, currency("to", &asked.to)?);
    let found = state.exchange().price_history(tenant.id, (from, to), range(&asked.range)?).await?;
    let points =
        found.points.iter().map(|point| PricePoint { at: point.at, rate: Decimal(point.rate.to_decimal(DIGITS)) });
    let history = PriceHistory {
        from: CurrencyCode(from),
        to: CurrencyCode(to),
        source: found.source.clone(),
        points: points.collect(),
    };
    // The prices are those of the tenant. A publishable key can name the tenant instead of the host.
    let headers = [(header::CACHE_CONTROL, CACHE), (header::VARY, HeaderValue::from_static(API_KEY))];
    Ok((headers, Json(history)).into_response())
}

/// Returns the value of the profile's balances over a period, in the customer's main currency.
///
/// 503 `RATES_UNAVAILABLE` without current prices.
#[utoipa::path(get, path = "/api/client/v1/balances/history", tag = "balances", params(ValueParams), security(("bearer" = [])),
    responses((status = 200, body = ValueHistory)))]
pub(crate) async fn value_history(
    State(state): State<AppState>,
    customer: Customer,
    Params(asked): Params<ValueParams>,
) -> Result<Json<ValueHistory>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let (range, only) =
        (range(&asked.range)?, asked.currency.as_deref().map(|code| currency("currency", code)).transpose()?);
    let main = state.identity().user(tenant, customer.principal.user).await?.settings.main_currency;
    let found = state.exchange().value_history(TenantProfile { tenant, profile }, main, only, range).await?;
    let points = found.iter().map(|point| ValuePoint { at: point.at, value: point.value.into() });
    Ok(Json(ValueHistory { currency: CurrencyCode(main), points: points.collect() }))
}

fn range(code: &str) -> Result<ChartRange, Problem> {
    let refused = || Problem::field(FieldError::new("range", "one_of", "must be 1D, 1W, 1M, 1Y or ALL"));
    ChartRange::from_code(code).ok_or_else(refused)
}

fn currency(field: &str, code: &str) -> Result<Currency, Problem> {
    code.parse().map_err(|_| Problem::field(FieldError::new(field, "one_of", "must be a currency of the catalogue")))
}
