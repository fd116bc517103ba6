//! Custody's prices are the exchanger's.

use custody::Valuation;
use exchange::Rates;
use kernel::{Currency, Price};

/// Prices from the latest book that may be used.
pub struct ByRates(pub Rates);

impl Valuation for ByRates {
    fn price(&self, currency: Currency) -> Option<Price> {
        self.0.current().ok()?.prices.get(&currency).copied()
    }
}
