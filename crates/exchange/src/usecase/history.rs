//! Past prices, and past values of balances.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, TenantId, TenantProfile};
use ledger::Account;

use super::Exchange;
use crate::ExchangeError;
use crate::history::day::worth;
use crate::history::{ChartRange, PriceInterval, PricePoint, PriceSeries, store, thinning};
use crate::rates::PriceBook;

/// The maximum number of prices of a chart.
const PRICES_MAX: u16 = 300;
/// The maximum number of values of a chart; each requires a ledger look-up.
const VALUES_MAX: u16 = 100;
/// The oldest price that counts as a day old. Minutes are missing for times when the program did not run.
const DAY_OLD_AT_MOST: TimeDelta = TimeDelta::hours(26);

/// The value of balances at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValuePoint {
    /// The moment.
    pub at: DateTime<Utc>,
    /// The value in the main currency, rounded down.
    pub value: Amount,
}

impl Exchange {
    /// The market's rate of a pair over a range, oldest first; the last point is the present rate.
    ///
    /// # Errors
    /// Database errors, and [`ExchangeError::Rates`] while there are no present prices.
    pub async fn price_history(
        &self,
        tenant: TenantId,
        (from, to): (Currency, Currency),
        range: ChartRange,
    ) -> Result<PriceSeries, ExchangeError> {
        let book = self.prices(tenant).await?;
        let mut past = self.past(&book, range, PRICES_MAX, &[from, to]).await?;
        past.push((*book).clone());
        let point = |prices: &PriceBook| Some(PricePoint { at: prices.at, rate: prices.rate(from, to)? });
        let points = past.iter().filter_map(point).collect();
        Ok(PriceSeries { source: book.source.clone(), points })
    }

    /// The value of the profile's balances in `main` over a range, oldest first; of one currency if `only` is given.
    /// Leaves out moments without a price for a held currency.
    ///
    /// # Errors
    /// Database errors, and [`ExchangeError::Rates`] while there are no present prices.
    pub async fn value_history(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        main: Currency,
        only: Option<Currency>,
        range: ChartRange,
    ) -> Result<Vec<ValuePoint>, ExchangeError> {
        let book = self.prices(tenant).await?;
        // One connection at a time: a request that waits for its second one while it holds the first can starve the pool.
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let used = ledger::balances(tx.conn(), profile.uuid()).await?.into_iter().map(|balance| balance.currency);
        let currencies: Vec<Currency> = used.filter(|currency| only.is_none_or(|one| one == *currency)).collect();
        drop(tx);
        let priced: Vec<Currency> = currencies.iter().copied().chain([main]).collect();
        let mut past = self.past(&book, range, VALUES_MAX, &priced).await?;
        // The present prices are some seconds old, but the balances are current.
        past.push(PriceBook { at: self.inner.world.now(), ..(*book).clone() });
        let moments: Vec<DateTime<Utc>> = past.iter().map(|prices| prices.at).collect();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut totals = vec![Some(Amount::zero(main)); past.len()];
        for currency in currencies {
            let account = Account::customer(profile, currency);
            let positions = ledger::positions_at(tx.conn(), &account, &moments).await?;
            for ((total, prices), position) in totals.iter_mut().zip(&past).zip(positions) {
                *total = total.and_then(|sum| sum.checked_add(worth(position.balance, main, prices)?).ok());
            }
        }
        let values = moments.into_iter().zip(totals);
        Ok(values.filter_map(|(at, value)| Some(ValuePoint { at, value: value? })).collect())
    }

    /// The prices of a tenant's market of a day ago; `None` if none were recorded around that time.
    ///
    /// # Errors
    /// Database errors.
    pub async fn prices_of_yesterday(&self, tenant: TenantId) -> Result<Option<Arc<PriceBook>>, ExchangeError> {
        let Ok(book) = self.prices(tenant).await else { return Ok(None) };
        let at = PriceInterval::Minute.begin(book.at) - TimeDelta::days(1);
        let cached = self.inner.yesterday.lock().unwrap_or_else(PoisonError::into_inner).get(&book.source).cloned();
        if let Some(cached) = cached.filter(|cached| cached.at == at) {
            return Ok(Some(cached));
        }
        let span = (book.at - DAY_OLD_AT_MOST, at);
        let mut tx = self.inner.store.system().await?;
        let found = store::last_between(tx.conn(), (&book.source, PriceInterval::Minute), span).await?;
        let found = found.map(|prices| {
            Arc::new(PriceBook { prices, source: book.source.clone(), at, awaiting_rate: BTreeMap::new() })
        });
        // A miss is not cached: the recorder may still be filling the past.
        if let Some(found) = &found {
            let mut known = self.inner.yesterday.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(book.source.clone(), found.clone());
        }
        Ok(found)
    }

    async fn past(
        &self,
        book: &PriceBook,
        range: ChartRange,
        most: u16,
        currencies: &[Currency],
    ) -> Result<Vec<PriceBook>, ExchangeError> {
        let mut tx = self.inner.store.system().await?;
        let kept = store::bounds(tx.conn(), &book.source, range.step()).await?;
        let Some((first, _)) = kept else { return Ok(Vec::new()) };
        let since = range.since(book.at).map_or(first, |since| since.max(first));
        let every = thinning(range.step(), since, book.at, most);
        let mut found = store::series(tx.conn(), (&book.source, range.step()), since, every, currencies).await?;
        // A source's clock may be ahead for a moment; the present price ends the series.
        found.retain(|prices| prices.at < book.at);
        Ok(found)
    }
}
