//! Coinbase: `GET /api/v3/brokerage/market/products` (docs.cdp.coinbase.com, "List Public Products"): the products with
//! their price, all or those in `product_ids`, once for each.

use exchange::rates::SourceError;
use kernel::Currency;
use serde::Deserialize;

use super::http::unreadable;
use super::ticker::{Ticker, code, pairs_by_name, price};

#[derive(Deserialize)]
struct Answer {
    products: Vec<Product>,
}

#[derive(Deserialize)]
struct Product {
    product_id: String,
    /// The last trade.
    #[serde(default)]
    price: String,
    /// The middle of the order book; empty without one.
    #[serde(default)]
    mid_market_price: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    trading_disabled: bool,
    #[serde(default)]
    is_disabled: bool,
}

fn product(base: Currency, quote: Currency) -> [String; 1] {
    [format!("{}-{}", code(base), code(quote))]
}

/// The request for these pairs, or for all.
pub(super) fn path(pairs: &[(Currency, Currency)]) -> (&'static str, Vec<(&'static str, String)>) {
    let ids = pairs.iter().flat_map(|(base, quote)| product(*base, *quote)).map(|id| ("product_ids", id));
    let query = [("product_type", "SPOT".to_owned())].into_iter().chain(ids).collect();
    ("/api/v3/brokerage/market/products", query)
}

/// The prices in an answer.
///
/// # Errors
/// An answer of another form.
pub fn parse(body: &[u8]) -> Result<Vec<Ticker>, SourceError> {
    let answer: Answer = serde_json::from_slice(body).map_err(unreadable)?;
    let known = pairs_by_name(product);
    let read = |one: &Product| {
        let (base, quote) = *known.get(&one.product_id)?;
        let is_traded = !one.trading_disabled && !one.is_disabled && (one.status.is_empty() || one.status == "online");
        let price = price(&one.mid_market_price).or_else(|| price(&one.price)).filter(|_| is_traded)?;
        Some(Ticker { base, quote, price })
    };
    Ok(answer.products.iter().filter_map(read).collect())
}
