//! The price book of one moment, in euro, and the port of the price sources.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Currency, Price, Rate};

use super::board::SourceQuotes;

/// Why a tenant with real customers has no prices until the installation reads those of public exchanges.
pub(crate) const NOT_CONNECTED: &str = "no source of prices is connected";

/// Prices in euro, from one source at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceBook {
    /// The price of one unit in euro. A currency without an entry cannot be quoted.
    pub prices: BTreeMap<Currency, Price>,
    /// The market; displayed with every quote.
    pub source: String,
    /// When the prices were read.
    pub at: DateTime<Utc>,
    /// Why a currency has no price, in plain English, as in "two exchanges must agree, and one answers".
    pub awaiting_rate: BTreeMap<Currency, String>,
}

impl PriceBook {
    /// The book of a tenant without a source of prices: the euro alone.
    #[must_use]
    pub fn of_euro(at: DateTime<Utc>) -> Self {
        let others = Currency::all().filter(|currency| *currency != Currency::EUR);
        Self {
            prices: BTreeMap::from([(Currency::EUR, Price::ONE)]),
            source: "Euro".to_owned(),
            at,
            awaiting_rate: others.map(|currency| (currency, NOT_CONNECTED.to_owned())).collect(),
        }
    }

    /// The price of one unit of a currency in euro.
    ///
    /// # Errors
    /// [`RatesUnavailable`] with the reason if the currency has none.
    pub fn price(&self, currency: Currency) -> Result<Price, RatesUnavailable> {
        self.prices.get(&currency).copied().ok_or_else(|| {
            let reason = self.awaiting_rate.get(&currency).map_or("its market gives none", String::as_str);
            RatesUnavailable { reason: format!("{currency} has no price: {reason}") }
        })
    }

    /// The exact cross rate of two currencies, if both have a price.
    #[must_use]
    pub fn rate(&self, from: Currency, to: Currency) -> Option<Rate> {
        Some(Rate::from_prices(from, to, *self.prices.get(&from)?, *self.prices.get(&to)?))
    }
}

/// Why a source returned no prices; for operators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SourceError(pub String);

/// A source of prices. It is called every eight seconds (specification, "Business constants and limits"), with a
/// timeout of five.
#[async_trait]
pub trait RateSource: Send + Sync {
    /// All present prices.
    async fn prices(&self) -> Result<PriceBook, SourceError>;

    /// The quotes of each source at the last call of [`Self::prices`], for operators. Empty for a single source.
    fn quotes(&self) -> SourceQuotes {
        SourceQuotes::new()
    }

    /// The prices from the last answers of all sources but these. `None` if the market is a single source. Asks no source.
    fn prices_without(&self, _off: &BTreeSet<String>) -> Option<PriceBook> {
        None
    }

    /// All prices at these past moments; empty if the market offers no history. `is_first` means that no prices are
    /// recorded yet. A call has at most 200 moments.
    async fn past(&self, _moments: &[DateTime<Utc>], _is_first: bool) -> Result<Vec<PriceBook>, SourceError> {
        Ok(Vec::new())
    }
}

/// Why quotes are unavailable at the moment; displayed to customers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rates are unavailable: {reason}")]
pub struct RatesUnavailable {
    /// The reason, in plain English.
    pub reason: String,
}
