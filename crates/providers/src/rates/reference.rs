//! Reference rates of central banks, for fiat currencies. Each bank publishes one table a working day.
//!
//! - European Central Bank: `GET /service/data/EXR/D.USD+PLN.EUR.SP00.A` (data.ecb.europa.eu/help/api), units of a
//!   currency for one euro, as CSV. It has no UAH.
//! - Narodowy Bank Polski: `GET /api/exchangerates/tables/A?format=json` (api.nbp.pl), PLN for one unit.
//! - National Bank of Ukraine: `GET /NBUStatService/v1/statdirectory/exchange?json` (bank.gov.ua), UAH for one unit.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use exchange::rates::SourceError;
use kernel::{Currency, Price};
use serde::Deserialize;

use super::cross::{inverse, over};
use super::http::unreadable;
use super::ticker::price;

/// A bank's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceRates {
    /// The day that it is for.
    pub day: NaiveDate,
    /// The price of one unit of each fiat currency in euro.
    pub prices: BTreeMap<Currency, Price>,
}

#[derive(Deserialize)]
struct NbpTable {
    #[serde(rename = "effectiveDate")]
    day: NaiveDate,
    rates: Vec<NbpRate>,
}

#[derive(Deserialize)]
struct NbpRate {
    code: String,
    /// Kept as text, so that it stays exact.
    mid: serde_json::Number,
}

#[derive(Deserialize)]
struct NbuRate {
    cc: String,
    rate: serde_json::Number,
    /// As in 31.12.2026.
    exchangedate: String,
}

fn incomplete() -> SourceError {
    SourceError("its answer has no date, no euro or no rate".to_owned())
}

fn fiat(code: &str) -> Option<Currency> {
    code.parse().ok().filter(|currency: &Currency| currency.is_fiat())
}

/// Prices in euro from what one unit of each currency costs in `home`.
fn from_home(home: Currency, day: NaiveDate, units: &BTreeMap<Currency, Price>) -> Result<ReferenceRates, SourceError> {
    let euro = *units.get(&Currency::EUR).ok_or_else(incomplete)?;
    let others = units.iter().filter_map(|(currency, unit)| Some((*currency, over(*unit, euro)?)));
    let mut prices: BTreeMap<Currency, Price> = others.collect();
    prices.insert(home, inverse(euro).ok_or_else(incomplete)?);
    prices.insert(Currency::EUR, Price::ONE);
    Ok(ReferenceRates { day, prices })
}

/// The table of the European Central Bank: CSV with a line of column names. Of series that end on different days, those
/// of the last day count.
///
/// # Errors
/// An answer of another form, or without rates.
pub fn ecb(body: &[u8]) -> Result<ReferenceRates, SourceError> {
    let text = std::str::from_utf8(body).map_err(|_| SourceError("its answer is no text".to_owned()))?;
    let mut lines = text.lines().map(|line| line.split(',').map(|cell| cell.trim_matches('"')).collect::<Vec<_>>());
    let names = lines.next().ok_or_else(incomplete)?;
    let column = |name: &str| names.iter().position(|one| *one == name).ok_or_else(incomplete);
    let (code, home) = (column("CURRENCY")?, column("CURRENCY_DENOM")?);
    let (day, value) = (column("TIME_PERIOD")?, column("OBS_VALUE")?);
    let read = |cells: Vec<&str>| {
        let of_euro = cells.get(home).is_some_and(|code| *code == Currency::EUR.code());
        let day: NaiveDate = cells.get(day)?.parse().ok()?;
        let rate = inverse(price(cells.get(value)?)?)?;
        of_euro.then_some((day, fiat(cells.get(code)?)?, rate))
    };
    let rates: Vec<_> = lines.filter_map(read).collect();
    let last = rates.iter().map(|(day, ..)| *day).max().ok_or_else(incomplete)?;
    let of_last = rates.into_iter().filter(|(day, ..)| *day == last).map(|(_, currency, rate)| (currency, rate));
    Ok(ReferenceRates { day: last, prices: of_last.chain([(Currency::EUR, Price::ONE)]).collect() })
}

/// Table A of Narodowy Bank Polski.
///
/// # Errors
/// An answer of another form, or without the euro.
pub fn nbp(body: &[u8]) -> Result<ReferenceRates, SourceError> {
    let tables: Vec<NbpTable> = serde_json::from_slice(body).map_err(unreadable)?;
    let table = tables.first().ok_or_else(incomplete)?;
    let units = table.rates.iter().filter_map(|one| Some((fiat(&one.code)?, price(&one.mid.to_string())?)));
    from_home(Currency::PLN, table.day, &units.collect())
}

/// The table of the National Bank of Ukraine.
///
/// # Errors
/// An answer of another form, or without the euro.
pub fn nbu(body: &[u8]) -> Result<ReferenceRates, SourceError> {
    let rates: Vec<NbuRate> = serde_json::from_slice(body).map_err(unreadable)?;
    let euro = rates.iter().find(|one| one.cc == Currency::EUR.code()).ok_or_else(incomplete)?;
    let day = NaiveDate::parse_from_str(&euro.exchangedate, "%d.%m.%Y").map_err(|_| incomplete())?;
    let of_day = rates.iter().filter(|one| one.exchangedate == euro.exchangedate);
    let units = of_day.filter_map(|one| Some((fiat(&one.cc)?, price(&one.rate.to_string())?)));
    from_home(Currency::UAH, day, &units.collect())
}
