//! Charts: prices of a pair, and what balances were worth.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use exchange::history::Range;
use kernel::Currency;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::dto::history::{PriceHistory, PricePoint, ValueHistory, ValuePoint};
use crate::dto::scalar::{CurrencyCode, Decimal, RangeCode};
use crate::extract::{Customer, Params};
use crate::problem::{FieldError, Problem};

/// Digits of a rate in a chart.
const DIGITS: u8 = 10;
/// New prices are recorded each minute.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Which prices.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PriceParams {
    /// What is priced.
    #[param(value_type = CurrencyCode)]
    from: String,
    /// What it is priced in.
    #[param(value_type = CurrencyCode)]
    to: String,
    /// How much of the past.
    #[param(value_type = RangeCode)]
    range: String,
}

/// Which values.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ValueParams {
    /// How much of the past.
    #[param(value_type = RangeCode)]
    range: String,
    /// Of this currency's balance alone; of all balances when absent.
    #[param(value_type = Option<CurrencyCode>)]
    currency: Option<String>,
}

/// The market's rate of a pair over a range, without spread and fees. 503 `RATES_UNAVAILABLE` while there are no present prices.
#[utoipa::path(get, path = "/api/client/v1/rates/history", tag = "quotes", params(PriceParams), security(()),
    responses((status = 200, body = PriceHistory)))]
pub(crate) async fn price_history(
    State(state): State<AppState>,
    Params(asked): Params<PriceParams>,
) -> Result<Response, Problem> {
    let (from, to) = (currency("from", &asked.from)?, currency("to", &asked.to)?);
    let found = state.exchange().price_history(from, to, range(&asked.range)?).await?;
    let points =
        found.points.iter().map(|point| PricePoint { at: point.at, rate: Decimal(point.rate.to_decimal(DIGITS)) });
    let history = PriceHistory {
        from: CurrencyCode(from),
        to: CurrencyCode(to),
        source: found.source.clone(),
        points: points.collect(),
    };
    Ok(([(header::CACHE_CONTROL, CACHE)], Json(history)).into_response())
}

/// What the profile's balances were worth over a range, in the person's main currency. 503 `RATES_UNAVAILABLE` while there are no
/// present prices.
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
    let found = state.exchange().value_history((tenant, profile), main, only, range).await?;
    let points = found.iter().map(|point| ValuePoint { at: point.at, value: point.value.into() });
    Ok(Json(ValueHistory { currency: CurrencyCode(main), points: points.collect() }))
}

fn range(code: &str) -> Result<Range, Problem> {
    let refused = || Problem::field(FieldError::new("range", "one_of", "must be 1D, 1W, 1M, 1Y or ALL"));
    Range::from_code(code).ok_or_else(refused)
}

fn currency(field: &str, code: &str) -> Result<Currency, Problem> {
    code.parse().map_err(|_| Problem::field(FieldError::new(field, "one_of", "must be a currency of the catalogue")))
}
