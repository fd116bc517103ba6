//! Log lines about sources and prices: one for each change, not one for each answer.

use std::collections::{BTreeMap, BTreeSet};

use exchange::rates::SourceError;
use kernel::Currency;

use super::book::Assembled;

/// The last report.
#[derive(Default)]
pub(super) struct Changes {
    failed: BTreeSet<&'static str>,
    outliers: BTreeSet<(&'static str, Currency)>,
    awaiting_rate: BTreeMap<Currency, String>,
}

/// A change since the last report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// A source gives no usable answer.
    Failed(&'static str, SourceError),
    /// The source answers again.
    Recovered(&'static str),
    /// Its price of a currency is not used.
    Diverged(&'static str, Currency),
    /// A currency has no price.
    Withdrawn(Currency, String),
    /// It has one again.
    Restored(Currency),
}

impl Changes {
    /// The changes since the last call. Pure.
    pub fn take(&mut self, asked: &[(&'static str, Result<(), SourceError>)], assembled: &Assembled) -> Vec<Change> {
        let mut found = Vec::new();
        for (source, result) in asked {
            match result {
                Err(error) if self.failed.insert(source) => found.push(Change::Failed(source, error.clone())),
                Ok(()) if self.failed.remove(source) => found.push(Change::Recovered(source)),
                _ => {}
            }
        }
        let diverged = assembled.outliers.difference(&self.outliers);
        found.extend(diverged.map(|(source, currency)| Change::Diverged(source, *currency)));
        self.outliers.clone_from(&assembled.outliers);
        let awaiting_rate = &assembled.book.awaiting_rate;
        let withdrawn = awaiting_rate.iter().filter(|(currency, _)| !self.awaiting_rate.contains_key(currency));
        found.extend(withdrawn.map(|(currency, reason)| Change::Withdrawn(*currency, reason.clone())));
        let restored = self.awaiting_rate.keys().filter(|currency| !awaiting_rate.contains_key(currency));
        found.extend(restored.map(|currency| Change::Restored(*currency)));
        self.awaiting_rate.clone_from(awaiting_rate);
        found
    }
}

impl Change {
    pub fn log(&self) {
        match self {
            Self::Failed(source, reason) => tracing::warn!(
                event = "price_source.failed", source, %reason,
                "A source of prices gives no usable answer. Agio goes on without it."
            ),
            Self::Recovered(source) => {
                tracing::info!(event = "price_source.recovered", source, "A source of prices answers again.");
            }
            Self::Diverged(source, currency) => tracing::warn!(
                event = "price_source.diverged", source, %currency,
                "A source's price is too far from those of the others. Agio does not use it."
            ),
            Self::Withdrawn(currency, reason) => tracing::warn!(
                event = "price.withdrawn", %currency, reason,
                "A currency has no price. Quotes of it are refused."
            ),
            Self::Restored(currency) => {
                tracing::info!(event = "price.restored", %currency, "A currency has a price again.");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use exchange::rates::PriceBook;

    use super::*;

    #[test]
    fn a_change_is_reported_once_however_often_the_market_is_read() {
        let book = PriceBook::of_euro(DateTime::UNIX_EPOCH);
        let good =
            Assembled { book: PriceBook { awaiting_rate: BTreeMap::new(), ..book.clone() }, outliers: BTreeSet::new() };
        let awaiting_rate = BTreeMap::from([(Currency::BTC, "they differ".to_owned())]);
        let outliers = BTreeSet::from([("Kraken", Currency::LTC)]);
        let bad = Assembled { book: PriceBook { awaiting_rate, ..book }, outliers };
        let answers = || [("Kraken", Ok(())), ("Binance", Ok(()))];
        let silent = || [("Kraken", Ok(())), ("Binance", Err(SourceError("no connection".to_owned())))];
        let mut changes = Changes::default();
        assert_eq!(changes.take(&answers(), &good), []);
        let said = [
            Change::Failed("Binance", SourceError("no connection".to_owned())),
            Change::Diverged("Kraken", Currency::LTC),
            Change::Withdrawn(Currency::BTC, "they differ".to_owned()),
        ];
        assert_eq!(changes.take(&silent(), &bad), said);
        assert_eq!(changes.take(&silent(), &bad), []);
        let said = [Change::Recovered("Binance"), Change::Restored(Currency::BTC)];
        assert_eq!(changes.take(&answers(), &good), said);
        assert_eq!(changes.take(&answers(), &good), []);
    }
}
