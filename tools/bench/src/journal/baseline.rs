//! Baselines: the same database without the Journal.

use std::io::Write;

use ::store::Store;
use kernel::World;

use super::load::Load;
use super::maker::Maker;
use super::model::{Accounts, Baselines, BenchOptions, Case, Figures, Work};
use super::progress::Progress;
use super::rows::Bulk;
use super::store::housekept;
use super::{BenchError, Watch, per_second};

pub(super) const ROWS_PER_INSERT: usize = 1_000;
/// A full change has more than five times the rows of a single transfer.
const TRANSFERS_FOR_EACH_FULL: u32 = 5;

/// The number of consecutive slower results after which the sweep stops.
const SLOWER_MAX: u32 = 2;

/// The best number of callers so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Best {
    callers: u32,
    per_second: u64,
    /// The number of slower results since.
    slower: u32,
}

impl Best {
    fn add(&mut self, callers: u32, per_second: u64) {
        if self.callers == 0 || per_second > self.per_second {
            *self = Self { callers, per_second, slower: 0 };
        } else {
            self.slower += 1;
        }
    }

    /// Whether more callers only cause contention.
    const fn is_past(self) -> bool {
        self.slower >= SLOWER_MAX
    }
}

pub(super) struct Baseline<'a> {
    pub store: &'a Store,
    /// A store with a connection for each of many callers.
    pub crowd: &'a Store,
    pub world: &'a World,
    pub options: &'a BenchOptions,
    pub load: &'a Load,
}

impl Baseline<'_> {
    /// The number of steps.
    pub fn steps(options: &BenchOptions) -> usize {
        2 * options.alone.len() + 4
    }

    /// One transaction per request with a single caller.
    pub async fn alone<W: Write + ?Sized>(&self, progress: &mut Progress<'_, W>) -> Result<Baselines, BenchError> {
        housekept(self.store).await?;
        let alone = self.one_by_one(self.store, Accounts::Spread, 1, progress).await?;
        Ok(Baselines { one_tx_alone: alone.per_second, one_tx_alone_p99_us: alone.p99_us, ..Baselines::default() })
    }

    /// One transaction per request at its best concurrency, added to `found`.
    pub async fn sweeps<W: Write + ?Sized>(
        &self,
        found: &mut Baselines,
        progress: &mut Progress<'_, W>,
    ) -> Result<(), BenchError> {
        let spread = self.sweep(Accounts::Spread, progress).await?;
        (found.one_tx_spread, found.one_tx_spread_callers) = (spread.per_second, spread.callers);
        let hot = self.sweep(Accounts::Hot, progress).await?;
        (found.one_tx_hot, found.one_tx_hot_callers) = (hot.per_second, hot.callers);
        Ok(())
    }

    /// Bulk inserts, added to `found`.
    pub async fn bulks<W: Write + ?Sized>(
        &self,
        found: &mut Baselines,
        progress: &mut Progress<'_, W>,
    ) -> Result<(), BenchError> {
        for accounts in [Accounts::Spread, Accounts::Hot] {
            progress.step(&format!("bulk inserts, {}", accounts.name()))?;
            found.bulk_insert = self.bulk(accounts).await?.max(found.bulk_insert);
        }
        progress.step("bulk inserts of full changes")?;
        found.bulk_insert_full = self.bulk_full().await?;
        Ok(())
    }

    /// One transaction per request with a growing number of callers, as long as the rate rises.
    async fn sweep<W: Write + ?Sized>(
        &self,
        accounts: Accounts,
        progress: &mut Progress<'_, W>,
    ) -> Result<Best, BenchError> {
        let mut best = Best::default();
        for (tried, callers) in self.options.alone.iter().enumerate() {
            best.add(*callers, self.one_by_one(self.crowd, accounts, *callers, progress).await?.per_second);
            if best.is_past() {
                progress.skip(self.options.alone.len() - tried - 1);
                break;
            }
        }
        Ok(best)
    }

    /// The conventional way: every request has its own transaction on its own connection.
    async fn one_by_one<W: Write + ?Sized>(
        &self,
        store: &Store,
        accounts: Accounts,
        callers: u32,
        progress: &mut Progress<'_, W>,
    ) -> Result<Figures, BenchError> {
        progress.step(&format!("one transaction per request, {}, {callers} callers", accounts.name()))?;
        let case = Case { callers, accounts, work: Work::Transfer, tenants: 1, full: false };
        self.load.run_alone((store, self.world), self.options, case).await
    }

    /// The lower bound of the cost: the same rows as the Journal's, decided beforehand and inserted in bulk. The
    /// accounts are written after the stopwatch has stopped, so that the ledger stays consistent.
    async fn bulk(&self, accounts: Accounts) -> Result<u64, BenchError> {
        let case = Case { callers: 1, accounts, work: Work::Transfer, tenants: 1, full: false };
        self.bulk_of(case, self.options.bulk).await
    }

    /// The same bound for full changes, with records, history, events and jobs. The choice of accounts does not change
    /// the number of rows.
    async fn bulk_full(&self) -> Result<u64, BenchError> {
        let case = Case { callers: 1, accounts: Accounts::Spread, work: Work::Transfer, tenants: 1, full: true };
        self.bulk_of(case, (self.options.bulk / TRANSFERS_FOR_EACH_FULL).max(1)).await
    }

    /// The transfers per second of `many` bulk inserts.
    async fn bulk_of(&self, case: Case, many: u32) -> Result<u64, BenchError> {
        let maker = Maker::new(self.world, self.options.accounts);
        let mut bulk = Bulk::new(self.store, self.world);
        let (funds, tenant) = ((0..maker.accounts).map(|number| maker.fund(number)), bulk.tenant);
        for rows in bulk.decide(funds, ROWS_PER_INSERT)? {
            bulk.insert(&rows).await?;
        }
        let work = (0..many).flat_map(|number| maker.work(case, tenant, 0, number));
        let decided = bulk.decide(work, ROWS_PER_INSERT)?;
        let watch = Watch::start();
        for rows in &decided {
            bulk.insert(rows).await?;
        }
        let micros = watch.micros();
        bulk.close().await?;
        Ok(per_second(u64::from(many), micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_number_of_callers_is_looked_for_until_two_more_are_slower() {
        let mut best = Best::default();
        for (callers, rate) in [(8, 900), (16, 1_500), (32, 1_400), (64, 1_600)] {
            best.add(callers, rate);
            assert!(!best.is_past(), "one that is slower may be chance: {callers}");
        }
        best.add(96, 1_100);
        best.add(128, 1_600);
        assert!(best.is_past());
        assert_eq!((best.callers, best.per_second), (64, 1_600));
    }
}
