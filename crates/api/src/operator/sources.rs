//! The attribution of customers, in the console and as a file.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use campaigns::SourceRow;
use chrono::NaiveDate;
use exchange::PriceBook;
use kernel::{Amount, Currency, Rounding};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::csv::row;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::Params;
use crate::problem::Problem;

/// The period of the report, in days of the tenant's clock.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SourcesParams {
    /// First day.
    #[param(value_type = String, format = Date, max_length = 40)]
    from: NaiveDate,
    /// Last day, inclusive; at most 366 days in all.
    #[param(value_type = String, format = Date, max_length = 40)]
    to: NaiveDate,
}

/// One source of customers. Sums are in euro at today's prices.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourceInfo {
    /// `utm_source`. Absent for customers who came without campaign parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// `utm_medium`.
    #[serde(skip_serializing_if = "Option::is_none")]
    medium: Option<String>,
    /// `utm_campaign`.
    #[serde(skip_serializing_if = "Option::is_none")]
    campaign: Option<String>,
    /// `utm_term`.
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<String>,
    /// People who signed up in the period.
    sign_ups: i64,
    /// Those of them whose identity is verified.
    verified: i64,
    /// Those of them who have completed an exchange.
    with_order: i64,
    /// Exchanges that customers of this source ordered in the period and completed.
    orders: i64,
    /// Their given amounts.
    volume: Decimal,
    /// The platform's fees, after discounts.
    fees: Decimal,
}

/// The sources of customers in a period.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourcesInfo {
    /// The clock of the days.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// Currency of the sums.
    currency: CurrencyCode,
    /// Whether an amount has no price today, and is missing in the sums.
    is_partial: bool,
    /// Sources, the one with the most sign-ups first.
    data: Vec<SourceInfo>,
}

/// The sum in euro. The flag becomes true for an amount without a price.
fn euro<'a>(amounts: impl Iterator<Item = &'a Amount>, prices: Option<&PriceBook>, is_partial: &mut bool) -> Amount {
    let value = |amount: &Amount| {
        if amount.currency() == Currency::EUR {
            return Some(amount.atoms());
        }
        let rate = prices?.rate(amount.currency(), Currency::EUR)?;
        Some(rate.apply(*amount, Rounding::Down).ok()?.atoms())
    };
    let mut sum = 0_i128;
    for amount in amounts {
        match value(amount) {
            Some(atoms) => sum = sum.saturating_add(atoms),
            None => *is_partial = true,
        }
    }
    Amount::new(sum, Currency::EUR)
}

async fn report(state: &AppState, operator: &Operator, asked: &SourcesParams) -> Result<SourcesInfo, Problem> {
    let tenant = operator.tenant.id;
    let (time_zone, rows) = state.campaigns().sources(tenant, &operator.who, (asked.from, asked.to)).await?;
    // Without prices, the sums are those of amounts in euro.
    let prices = state.exchange().prices(tenant).await.ok();
    let mut is_partial = false;
    let mut shown = |row: SourceRow| {
        let volumes = row.totals.iter().map(|totals| &totals.volume);
        let volume = euro(volumes, prices.as_deref(), &mut is_partial);
        let fees = row.totals.iter().flat_map(|totals| &totals.fees);
        let fees = euro(fees, prices.as_deref(), &mut is_partial);
        SourceInfo {
            source: row.source,
            medium: row.medium,
            campaign: row.campaign,
            term: row.term,
            sign_ups: row.sign_ups,
            verified: row.verified,
            with_order: row.with_order,
            orders: row.orders,
            volume: volume.into(),
            fees: fees.into(),
        }
    };
    let data = rows.into_iter().map(&mut shown).collect();
    Ok(SourcesInfo { time_zone, currency: CurrencyCode(Currency::EUR), is_partial, data })
}

/// Returns where customers came from, and what they did.
#[utoipa::path(get, path = "/api/operator/v1/campaigns/sources", tag = "campaigns", params(SourcesParams),
    security(("session" = ["policies.read"])), responses((status = 200, body = SourcesInfo)))]
pub(super) async fn list_sources(
    State(state): State<AppState>,
    operator: Operator,
    Params(asked): Params<SourcesParams>,
) -> Result<Json<SourcesInfo>, Problem> {
    Ok(Json(report(&state, &operator, &asked).await?))
}

const HEADER: [&str; 11] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "sign_ups",
    "verified",
    "with_order",
    "orders",
    "volume",
    "fees",
    "currency",
];

/// Returns the same report as CSV (RFC 4180, UTF-8).
///
/// Text that a spreadsheet would execute begins with an apostrophe.
#[utoipa::path(get, path = "/api/operator/v1/campaigns/sources/export", tag = "campaigns", params(SourcesParams),
    security(("session" = ["policies.read"])), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn export_sources(
    State(state): State<AppState>,
    operator: Operator,
    Params(asked): Params<SourcesParams>,
) -> Result<Response, Problem> {
    let report = report(&state, &operator, &asked).await?;
    let mut csv = row(HEADER);
    for one in &report.data {
        let counts = [one.sign_ups, one.verified, one.with_order, one.orders].map(|count| count.to_string());
        let words =
            [&one.source, &one.medium, &one.campaign, &one.term].map(|word| word.as_deref().unwrap_or_default());
        let sums = [one.volume.0.as_str(), one.fees.0.as_str(), report.currency.0.code()];
        csv.push_str(&row(words.into_iter().chain(counts.iter().map(String::as_str)).chain(sums)));
    }
    let name = format!("attachment; filename=\"sources-{}-{}.csv\"", asked.from, asked.to);
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, name),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, csv).into_response())
}
