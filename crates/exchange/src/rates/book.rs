use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Currency, Price, Rate};

/// Prices in euro, from one source at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceBook {
    /// Euro for a unit. A currency that is missing cannot be quoted.
    pub prices: BTreeMap<Currency, Price>,
    /// Which market; shown with every quote.
    pub source: String,
    /// When they were read there.
    pub at: DateTime<Utc>,
}

impl PriceBook {
    /// The exact cross rate of two currencies, if both have a price.
    #[must_use]
    pub fn rate(&self, from: Currency, to: Currency) -> Option<Rate> {
        Some(Rate::from_prices(from, to, *self.prices.get(&from)?, *self.prices.get(&to)?))
    }
}

/// Why a source gave no prices; for operators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SourceError(pub String);

/// Where prices come from. Asked every eight seconds (specification, section 9); each call has five.
#[async_trait]
pub trait RateSource: Send + Sync {
    /// All prices now.
    async fn prices(&self) -> Result<PriceBook, SourceError>;

    /// All prices at these moments of the past; none where the market does not tell of it. `is_first` says that nothing is
    /// recorded yet. At most 200 moments are asked for at once.
    async fn past(&self, _moments: &[DateTime<Utc>], _is_first: bool) -> Result<Vec<PriceBook>, SourceError> {
        Ok(Vec::new())
    }
}

/// Why nothing can be quoted at the moment; shown to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rates are unavailable: {reason}")]
pub struct RatesUnavailable {
    /// In plain words.
    pub reason: String,
}
