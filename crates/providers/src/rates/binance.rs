//! Binance: `GET /api/v3/ticker/bookTicker` (developers.binance.com, "Symbol order book ticker"): the best bid and ask
//! of all symbols, or of those in `symbols`, a JSON array. An unknown symbol in the array refuses the request.

use exchange::rates::SourceError;
use kernel::Currency;
use serde::Deserialize;

use super::http::unreadable;
use super::ticker::{Ticker, code, middle, pairs_by_name};

#[derive(Deserialize)]
struct BookTicker {
    symbol: String,
    #[serde(rename = "bidPrice")]
    bid: String,
    #[serde(rename = "askPrice")]
    ask: String,
}

fn symbol(base: Currency, quote: Currency) -> [String; 1] {
    [format!("{}{}", code(base), code(quote))]
}

/// The request for these pairs, or for all.
pub(super) fn path(pairs: &[(Currency, Currency)]) -> (&'static str, Vec<(&'static str, String)>) {
    let names: Vec<String> = pairs.iter().flat_map(|(base, quote)| symbol(*base, *quote)).collect();
    let query = if names.is_empty() { Vec::new() } else { vec![("symbols", format!("[\"{}\"]", names.join("\",\"")))] };
    ("/api/v3/ticker/bookTicker", query)
}

/// The prices in an answer.
///
/// # Errors
/// An answer of another form.
pub fn parse(body: &[u8]) -> Result<Vec<Ticker>, SourceError> {
    let answer: Vec<BookTicker> = serde_json::from_slice(body).map_err(unreadable)?;
    let known = pairs_by_name(symbol);
    let read = |one: &BookTicker| {
        let (base, quote) = *known.get(&one.symbol)?;
        Some(Ticker { base, quote, price: middle(&one.bid, &one.ask)? })
    };
    Ok(answer.iter().filter_map(read).collect())
}
