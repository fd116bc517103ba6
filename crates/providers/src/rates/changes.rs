//! Log lines about sources and prices: one for each change, not one for each answer.

use std::collections::{BTreeMap, BTreeSet};

use exchange::rates::SourceError;
use kernel::Currency;

use super::book::Assembled;

/// What was said last.
#[derive(Default)]
pub(super) struct Changes {
    failed: BTreeSet<&'static str>,
    outliers: BTreeSet<(&'static str, Currency)>,
    unpriced: BTreeMap<Currency, String>,
}

impl Changes {
    pub fn report(&mut self, asked: &[(&'static str, Result<(), SourceError>)], assembled: &Assembled) {
        for (source, result) in asked {
            match result {
                Err(error) if self.failed.insert(source) => tracing::warn!(
                    event = "price_source.failed", source, reason = %error,
                    "A source of prices gives no usable answer. Agio goes on without it."
                ),
                Ok(()) if self.failed.remove(source) => {
                    tracing::info!(event = "price_source.recovered", source, "A source of prices answers again.");
                }
                _ => {}
            }
        }
        for (source, currency) in assembled.outliers.difference(&self.outliers) {
            tracing::warn!(
                event = "price_source.diverged", source, %currency,
                "A source's price is too far from those of the others. Agio does not use it."
            );
        }
        self.outliers.clone_from(&assembled.outliers);
        for (currency, reason) in &assembled.book.unpriced {
            if !self.unpriced.contains_key(currency) {
                tracing::warn!(
                    event = "price.withdrawn", %currency, reason,
                    "A currency has no price. Quotes of it are refused."
                );
            }
        }
        for currency in self.unpriced.keys().filter(|currency| !assembled.book.unpriced.contains_key(currency)) {
            tracing::info!(event = "price.restored", %currency, "A currency has a price again.");
        }
        self.unpriced.clone_from(&assembled.book.unpriced);
    }
}
