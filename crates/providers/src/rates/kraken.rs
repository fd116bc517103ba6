//! Kraken: `GET /0/public/Ticker` (docs.kraken.com, "Get Ticker Information"): the best ask (`a`) and bid (`b`) of all
//! pairs, or of those in `pair`, separated by commas. An unknown pair refuses the request. The oldest currencies have
//! names of their own: `XXBTZEUR` is bitcoin in euro.

use std::collections::BTreeMap;

use exchange::rates::SourceError;
use kernel::Currency;
use serde::Deserialize;

use super::http::{printable, unreadable};
use super::ticker::{Ticker, code, middle, pairs_by_name};

#[derive(Deserialize)]
struct Answer {
    error: Vec<String>,
    #[serde(default)]
    result: BTreeMap<String, Best>,
}

/// Price, whole lot volume and lot volume of each side.
#[derive(Deserialize)]
struct Best {
    a: Vec<String>,
    b: Vec<String>,
}

/// The names of a pair: that of answers first.
fn names(base: Currency, quote: Currency) -> Vec<String> {
    let alternative = |currency: Currency| match currency.code() {
        "BTC" => "XBT".to_owned(),
        "DOGE" => "XDG".to_owned(),
        _ => code(currency),
    };
    let short = format!("{}{}", alternative(base), alternative(quote));
    if !quote.is_fiat() {
        return vec![short];
    }
    let old = match base.code() {
        "BTC" => "XXBT",
        "ETH" => "XETH",
        "LTC" => "XLTC",
        "EUR" => "ZEUR",
        "USDT" if quote == Currency::USD => "USDT",
        _ => return vec![short],
    };
    vec![format!("{old}Z{}", quote.code()), short]
}

/// The request for these pairs, or for all.
pub(super) fn path(pairs: &[(Currency, Currency)]) -> (&'static str, Vec<(&'static str, String)>) {
    let asked: Vec<String> = pairs.iter().filter_map(|(base, quote)| names(*base, *quote).into_iter().next()).collect();
    let query = if asked.is_empty() { Vec::new() } else { vec![("pair", asked.join(","))] };
    ("/0/public/Ticker", query)
}

/// The prices in an answer.
///
/// # Errors
/// An answer of another form, and an error that it names.
pub fn parse(body: &[u8]) -> Result<Vec<Ticker>, SourceError> {
    let answer: Answer = serde_json::from_slice(body).map_err(unreadable)?;
    if let Some(error) = answer.error.first() {
        return Err(SourceError(format!("it refuses: {}", printable(error))));
    }
    let known = pairs_by_name(names);
    let read = |(name, best): (&String, &Best)| {
        let (base, quote) = *known.get(name)?;
        Some(Ticker { base, quote, price: middle(best.b.first()?, best.a.first()?)? })
    };
    Ok(answer.result.iter().filter_map(read).collect())
}
