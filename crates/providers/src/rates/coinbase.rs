//! Coinbase (docs.cdp.coinbase.com): `GET /api/v3/brokerage/market/products` ("List Public Products") says which products
//! are traded, of all or of those in `product_ids`. Its price is the last trade, however old, and its middle is mostly
//! empty. So the price is from the order book: `GET /api/v3/brokerage/market/product_book` ("Get Public Product Book"),
//! one product a request.

use chrono::{DateTime, TimeDelta, Utc};
use exchange::rates::SourceError;
use kernel::Currency;
use serde::Deserialize;

use super::http::unreadable;
use super::ticker::{QUOTED_IN, Ticker, code, middle, pairs_by_name};

/// The oldest usable order book. It also covers clocks that differ.
const BOOK_AGE_MAX: TimeDelta = TimeDelta::minutes(1);

#[derive(Deserialize)]
struct Answer {
    products: Vec<Product>,
}

#[derive(Deserialize)]
struct Product {
    product_id: String,
    #[serde(default)]
    status: String,
    #[serde(flatten)]
    closed: Closed,
}

/// Each of these modes keeps buyers or sellers out.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Closed {
    is_disabled: bool,
    trading_disabled: bool,
    view_only: bool,
    cancel_only: bool,
    limit_only: bool,
    post_only: bool,
    auction_mode: bool,
}

#[derive(Deserialize)]
struct BookAnswer {
    pricebook: Book,
}

#[derive(Deserialize)]
struct Book {
    product_id: String,
    /// The best one first, and so are the asks.
    bids: Vec<Level>,
    asks: Vec<Level>,
    time: DateTime<Utc>,
}

#[derive(Deserialize)]
struct Level {
    price: String,
}

impl Product {
    fn is_traded(&self) -> bool {
        let Closed { is_disabled, trading_disabled, view_only, cancel_only, limit_only, post_only, auction_mode } =
            self.closed;
        let is_closed = [is_disabled, trading_disabled, view_only, cancel_only, limit_only, post_only, auction_mode];
        !is_closed.contains(&true) && (self.status.is_empty() || self.status == "online")
    }
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

/// The pairs in an answer that are traded without restriction.
///
/// # Errors
/// An answer of another form.
pub fn traded(body: &[u8]) -> Result<Vec<(Currency, Currency)>, SourceError> {
    let answer: Answer = serde_json::from_slice(body).map_err(unreadable)?;
    let known = pairs_by_name(product);
    let traded = answer.products.iter().filter(|one| one.is_traded());
    Ok(traded.filter_map(|one| known.get(&one.product_id).copied()).collect())
}

/// The pairs whose order books are needed: of each currency the first one that its price is derived from, and bitcoin
/// with the dollar too, which gives the price of a dollar there.
pub(super) fn needed(traded: &[(Currency, Currency)]) -> Vec<(Currency, Currency)> {
    let of = |base: Currency| {
        let pairs = QUOTED_IN.into_iter().map(move |quote| (base, quote)).filter(|pair| traded.contains(pair));
        pairs.take(if base == Currency::BTC { 2 } else { 1 })
    };
    Currency::all().flat_map(of).collect()
}

/// The request for the order book of a pair.
pub(super) fn book_path((base, quote): (Currency, Currency)) -> (&'static str, Vec<(&'static str, String)>) {
    let id = product(base, quote).into_iter().map(|id| ("product_id", id));
    ("/api/v3/brokerage/market/product_book", id.chain([("limit", "1".to_owned())]).collect())
}

/// The price in an order book. `None` for one of another form or pair, an old one, and one without a price.
pub fn book(body: &[u8], (base, quote): (Currency, Currency), now: DateTime<Utc>) -> Option<Ticker> {
    let BookAnswer { pricebook } = serde_json::from_slice(body).ok()?;
    let is_fresh = (now - pricebook.time).abs() <= BOOK_AGE_MAX && product(base, quote) == [pricebook.product_id];
    let price = middle(&pricebook.bids.first()?.price, &pricebook.asks.first()?.price)?;
    is_fresh.then_some(Ticker { base, quote, price })
}
