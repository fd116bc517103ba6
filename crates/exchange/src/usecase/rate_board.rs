//! The operators' board of rates.

use chrono::TimeDelta;
use kernel::{Currency, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::guarantee::{self, MakeGoodDay};
use crate::rates::{Board, BoardRow, Dropped, Rates, SourceQuotes};

/// The days of the report on make-goods.
const MAKE_GOOD_DAYS: i64 = 30;

impl Exchange {
    /// The currencies that the tenant quotes, and the reasons why others are not quoted, from the sources of its own market.
    ///
    /// # Errors
    /// An unreachable database.
    pub async fn rate_board(&self, tenant: TenantId) -> Result<Board, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let current = self.prices_under(&policy);
        let mut quotes = self.inner.markets.of(&policy.connected).map_or_else(SourceQuotes::new, Rates::quotes);
        for quote in quotes.values_mut().flatten().filter(|quote| policy.off_sources.contains(&quote.source)) {
            quote.dropped = Some(Dropped::Off);
        }
        let awaiting_rate = |currency| match &current {
            Err(unavailable) => Some(unavailable.reason.clone()),
            Ok(book) if book.prices.contains_key(&currency) => None,
            Ok(book) => {
                let reason = book.awaiting_rate.get(&currency).cloned();
                Some(reason.unwrap_or_else(|| "its market gives no price".to_owned()))
            }
        };
        let row = |currency: Currency| {
            let is_off = policy.off.contains(&currency) || !policy.currencies.contains_key(&currency);
            let off = is_off.then(|| "the rules have it switched off".to_owned());
            BoardRow {
                currency,
                price: current.as_ref().ok().and_then(|book| book.prices.get(&currency).copied()),
                reason: awaiting_rate(currency).or(off),
                is_off,
                sources: quotes.remove(&currency).unwrap_or_default(),
            }
        };
        let rows = Currency::all().filter(|currency| *currency != Currency::EUR).map(row).collect();
        let source = current.as_ref().ok().map(|book| (book.source.clone(), book.at));
        Ok(Board { source, spread_ppm: policy.spread_ppm, rows })
    }
    /// The days of the last 30 on which promised prices were made good, newest first.
    ///
    /// # Errors
    /// An unreachable database.
    pub async fn make_good_days(&self, tenant: TenantId) -> Result<Vec<MakeGoodDay>, ExchangeError> {
        let first = self.inner.world.now() - TimeDelta::days(MAKE_GOOD_DAYS);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(guarantee::store::days(tx.conn(), tenant, first, MAKE_GOOD_DAYS + 1).await?)
    }
}
