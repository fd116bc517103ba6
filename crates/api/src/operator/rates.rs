//! The board of rates: what is quoted, from which sources, and why not.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, Utc};
use exchange::guarantee::MakeGoodDay;
use exchange::quoting_pause::{PausedPair, QuotingPause};
use exchange::rates as domain;
use identity::operator::BankAct;
use kernel::{Currency, ErrorKind, Price};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::client::rates::shown;
use crate::dto::code::coded;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{Body, CameFrom};
use crate::problem::{FieldError, Problem};

coded! {
    /// Why the price of a source does not count.
    pub(super) type DroppedQuote = domain::Dropped;
}

/// The last price of a currency at a source.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourceQuoteInfo {
    /// Name of the source.
    #[schema(example = "Kraken")]
    source: String,
    /// Price of one unit, in the base currency.
    price: Decimal,
    /// Time of the price; for a daily table, the beginning of the day in UTC.
    at: DateTime<Utc>,
    /// Why it does not count. Absent if it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<DroppedQuote>,
}

/// A currency on the board.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BoardRowInfo {
    /// Currency.
    currency: CurrencyCode,
    /// Price that quotes are based on, before the spread. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Decimal>,
    /// Whether it is quoted.
    is_quoted: bool,
    /// Why it is not quoted. Absent if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whether the rules have it switched off.
    is_off: bool,
    /// Prices of the sources. Empty if all prices have one source.
    sources: Vec<SourceQuoteInfo>,
}

/// The board of rates.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RateBoardInfo {
    /// Base currency of all prices.
    base: CurrencyCode,
    /// Source of the prices. Absent without prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Time of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<DateTime<Utc>>,
    /// Spread off every price, in percent.
    #[schema(example = "0.25")]
    spread_percent: String,
    /// Currencies. The base has no row.
    data: Vec<BoardRowInfo>,
    /// The pauses of quoting, oldest first.
    pauses: Vec<QuotingPauseInfo>,
    /// The days of the last 30 on which promised prices were made good, newest first.
    make_goods: Vec<MakeGoodDayInfo>,
}

/// The promised prices that were made good on one day (UTC).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MakeGoodDayInfo {
    /// The day.
    day: NaiveDate,
    /// Orders that were executed at the quoted amounts although the market had moved.
    kept: i64,
    /// Orders whose customers were credited a difference.
    credited: i64,
    /// What both cost, in the base currency.
    cost: Decimal,
}

/// A pause of quotes. Customers do not see its reason.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct QuotingPauseInfo {
    /// The pair, both directions of which are paused. Empty if everything is.
    currencies: Vec<CurrencyCode>,
    /// Why.
    reason: String,
    /// The operator who paused it.
    by: String,
    /// Since when.
    at: DateTime<Utc>,
}

/// The pair to pause or to resume.
#[derive(Deserialize, ToSchema)]
pub(super) struct QuotingBody {
    /// Two currencies, both directions of which are meant. Empty: everything.
    #[schema(max_items = 2)]
    currencies: Vec<CurrencyCode>,
    /// Reason for the audit log and for operators, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

impl From<&QuotingPause> for QuotingPauseInfo {
    fn from(pause: &QuotingPause) -> Self {
        let currencies = match pause.pair {
            PausedPair::Everything => Vec::new(),
            PausedPair::Pair(one, other) => vec![CurrencyCode(one), CurrencyCode(other)],
        };
        Self { currencies, reason: pause.reason.clone(), by: pause.by.clone(), at: pause.at }
    }
}

fn pair(currencies: &[CurrencyCode]) -> Result<PausedPair, Problem> {
    let found = match currencies {
        [] => Some(PausedPair::Everything),
        [one, other] => PausedPair::of(one.0, other.0),
        _ => None,
    };
    found.ok_or_else(|| Problem::field(FieldError::new("/currencies", "invalid", "Two different currencies, or none")))
}

/// Pauses quotes of a pair, or of everything. Customers see that the exchange is paused for a moment. Orders with a quote
/// go on. Repeating it changes nothing.
#[utoipa::path(post, path = "/api/operator/v1/rates/pause", tag = "rules", security(("session" = ["treasury.write"])),
    request_body = QuotingBody, responses((status = 204, description = "It is paused.")))]
pub(super) async fn pause_quotes(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: QuotingBody { currencies, reason }, .. }: Body<QuotingBody>,
) -> Result<StatusCode, Problem> {
    let (tenant, pair) = (operator.tenant.id, pair(&currencies)?);
    let (who, subject) = ((&operator.who, &context), pair.to_string());
    state.identity().bank_act(tenant, who, BankAct::PauseQuotes, (&subject, Some(&reason))).await?;
    state.exchange().pause_quoting(tenant, pair, (&operator.who.email, reason.trim())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Resumes quotes of a pair, or of everything. Pauses of other pairs stay.
///
/// 409 `CONFLICT_ERROR` if it is not paused.
#[utoipa::path(post, path = "/api/operator/v1/rates/resume", tag = "rules", security(("session" = ["treasury.write"])),
    request_body = QuotingBody, responses((status = 204, description = "It is quoted again.")))]
pub(super) async fn resume_quotes(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: QuotingBody { currencies, reason }, .. }: Body<QuotingBody>,
) -> Result<StatusCode, Problem> {
    let (tenant, pair) = (operator.tenant.id, pair(&currencies)?);
    let (who, subject) = ((&operator.who, &context), pair.to_string());
    state.identity().bank_act(tenant, who, BankAct::ResumeQuotes, (&subject, Some(&reason))).await?;
    match state.exchange().resume_quoting(tenant, pair).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "It is not paused.")),
    }
}

impl From<MakeGoodDay> for MakeGoodDayInfo {
    fn from(MakeGoodDay { day, kept, credited, cost }: MakeGoodDay) -> Self {
        Self { day, kept, credited, cost: cost.into() }
    }
}

fn price(price: Price) -> Decimal {
    Decimal(shown(&price.to_string()))
}

impl From<domain::SourceQuote> for SourceQuoteInfo {
    fn from(quote: domain::SourceQuote) -> Self {
        let dropped = quote.dropped.map(Into::into);
        Self { source: quote.source, price: price(quote.price), at: quote.at, dropped }
    }
}

impl From<domain::BoardRow> for BoardRowInfo {
    fn from(row: domain::BoardRow) -> Self {
        Self {
            currency: CurrencyCode(row.currency),
            price: row.price.map(price),
            is_quoted: row.reason.is_none(),
            reason: row.reason,
            is_off: row.is_off,
            sources: row.sources.into_iter().map(SourceQuoteInfo::from).collect(),
        }
    }
}

/// Returns what the tenant quotes: each currency with its price, what the sources say, and why it is not quoted.
///
/// The sources are those of the tenant's own market. Poll it for the present state.
#[utoipa::path(get, path = "/api/operator/v1/rates", tag = "rules", security(("session" = ["orders.read"])),
    responses((status = 200, body = RateBoardInfo)))]
pub(super) async fn get_rate_board(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<RateBoardInfo>, Problem> {
    state.identity().may_read_movements(&operator.who)?;
    let board = state.exchange().rate_board(operator.tenant.id).await?;
    let (source, at) = board.source.unzip();
    let pauses = state.exchange().quoting_pauses(operator.tenant.id).await?;
    let make_goods = state.exchange().make_good_days(operator.tenant.id).await?;
    Ok(Json(RateBoardInfo {
        base: CurrencyCode(Currency::EUR),
        source,
        at,
        spread_percent: percent(board.spread_ppm),
        data: board.rows.into_iter().map(BoardRowInfo::from).collect(),
        pauses: pauses.iter().map(QuotingPauseInfo::from).collect(),
        make_goods: make_goods.into_iter().map(MakeGoodDayInfo::from).collect(),
    }))
}

/// Millionths as percent: `2500` is `0.25`.
fn percent(ppm: u32) -> String {
    shown(&format!("{}.{:04}", ppm / 10_000, ppm % 10_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_read_in_percent() {
        for (ppm, text) in [(0, "0"), (1, "0.0001"), (2_500, "0.25"), (10_000, "1"), (12_345, "1.2345")] {
            assert_eq!(percent(ppm), text);
        }
    }
}
