//! The quotes of each price source, for operators, who see why a currency is quoted or not.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{Currency, Price};

/// Why the price of a source does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dropped {
    /// It is too far from the others.
    Outlier,
    /// It is too old.
    Stale,
}

/// The last price of a currency at a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceQuote {
    /// The name of the source.
    pub source: String,
    /// The price, in euro for one unit.
    pub price: Price,
    /// The time of the price; for a table of a day, the beginning of the day in UTC.
    pub at: DateTime<Utc>,
    /// Why it does not count; `None` if it counts.
    pub dropped: Option<Dropped>,
}

/// The last prices of all sources, by currency.
pub type SourceQuotes = BTreeMap<Currency, Vec<SourceQuote>>;

/// A currency on the operators' board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRow {
    /// The currency.
    pub currency: Currency,
    /// The price that quotes are based on, in euro for one unit, before the spread.
    pub price: Option<Price>,
    /// Why it is not quoted; `None` if it is.
    pub reason: Option<String>,
    /// Whether the tenant's rules have it switched off.
    pub is_off: bool,
    /// The quotes of the sources. Empty if the prices have one source, which is that of the board.
    pub sources: Vec<SourceQuote>,
}

/// The operators' board of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The source of the prices, and their time; `None` without prices.
    pub source: Option<(String, DateTime<Utc>)>,
    /// The spread, in millionths off the price.
    pub spread_ppm: u32,
    /// The currencies, in the order of the catalogue. The euro is the base and has no row.
    pub rows: Vec<BoardRow>,
}
