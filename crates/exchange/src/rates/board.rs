//! The quotes of each price source, for operators, who see why a currency is quoted or not.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{Currency, Price};

kernel::codes! {
    /// Why the price of a source does not count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Dropped {
        /// It is too far from the others.
        Outlier = "outlier",
        /// It is too old.
        Stale = "stale",
        /// An operator has switched the source off.
        Off = "off",
    }
}

/// The sources of a price differ if the highest is more than 1 % above the lowest, in millionths.
const APART_PPM: u128 = 10_000;

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

impl BoardRow {
    /// Whether its sources differ by more than 1 %. Prices that are too old and those of sources that are off do not count;
    /// outliers do.
    #[must_use]
    pub fn differs(&self) -> bool {
        let fresh = || {
            let quotes = self.sources.iter().filter(|quote| matches!(quote.dropped, None | Some(Dropped::Outlier)));
            quotes.map(|quote| quote.price.parts())
        };
        let (Some(least), Some(most)) = (fresh().min(), fresh().max()) else { return false };
        (most - least).saturating_mul(1_000_000) > least.saturating_mul(APART_PPM)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(prices: &[(u128, Option<Dropped>)]) -> BoardRow {
        let quote = |(parts, dropped): &(u128, Option<Dropped>)| SourceQuote {
            source: "Kraken".to_owned(),
            price: Price::from_parts(*parts).unwrap(),
            at: DateTime::UNIX_EPOCH,
            dropped: *dropped,
        };
        let sources = prices.iter().map(quote).collect();
        BoardRow { currency: Currency::BTC, price: None, reason: None, is_off: false, sources }
    }

    #[test]
    fn sources_differ_above_one_percent() {
        assert!(!row(&[]).differs() && !row(&[(100_000, None)]).differs());
        assert!(!row(&[(100_000, None), (101_000, None)]).differs());
        assert!(row(&[(100_000, None), (101_001, None)]).differs());
        assert!(row(&[(100_000, None), (103_000, Some(Dropped::Outlier))]).differs());
        for dropped in [Dropped::Stale, Dropped::Off] {
            assert!(!row(&[(100_000, None), (103_000, Some(dropped))]).differs());
        }
    }

    proptest! {
        #[test]
        fn the_order_of_the_sources_does_not_matter(one in 1u128..1_000_000_000_000, other in 1u128..1_000_000_000_000) {
            prop_assert_eq!(row(&[(one, None), (other, None)]).differs(), row(&[(other, None), (one, None)]).differs());
        }
    }
}
