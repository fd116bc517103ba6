//! The same database without the Journal.

use std::io::Write;

use ::store::Store;
use kernel::{Id, TenantId, World};

use super::load::Load;
use super::maker::Maker;
use super::model::{Accounts, Baselines, BenchOptions, Case, Figures, Work};
use super::progress::Progress;
use super::{BenchError, Watch, per_second};
use crate::journal::bench::{Checks, Prepared, prepare};

const ROWS_PER_INSERT: usize = 1_000;
/// A full change has more than five times the rows of a transfer alone.
const TRANSFERS_FOR_EACH_FULL: u32 = 5;

pub(super) struct Baseline<'a> {
    pub store: &'a Store,
    pub world: &'a World,
    pub options: &'a BenchOptions,
    pub load: &'a Load,
}

impl Baseline<'_> {
    /// How many steps it takes.
    pub fn steps(options: &BenchOptions) -> usize {
        2 * options.alone.len() + 4
    }

    pub async fn measure<W: Write + ?Sized>(&self, progress: &mut Progress<'_, W>) -> Result<Baselines, BenchError> {
        let mut found = Baselines::default();
        for accounts in [Accounts::Spread, Accounts::Hot] {
            let best = match accounts {
                Accounts::Spread => &mut found.one_tx_spread,
                Accounts::Hot => &mut found.one_tx_hot,
            };
            for callers in &self.options.alone {
                *best = self.one_by_one(accounts, *callers, progress).await?.per_second.max(*best);
            }
            progress.step(&format!("bulk inserts, {}", accounts.name()))?;
            found.bulk_insert = self.bulk(accounts).await?.max(found.bulk_insert);
        }
        progress.step("bulk inserts of full changes")?;
        found.bulk_insert_full = self.bulk_full().await?;
        let alone = self.one_by_one(Accounts::Spread, 1, progress).await?;
        (found.one_tx_alone, found.one_tx_alone_p99_us) = (alone.per_second, alone.p99_us);
        Ok(found)
    }

    /// The usual way: every request has a transaction of its own, on a connection of its own.
    async fn one_by_one<W: Write + ?Sized>(
        &self,
        accounts: Accounts,
        callers: u32,
        progress: &mut Progress<'_, W>,
    ) -> Result<Figures, BenchError> {
        progress.step(&format!("one transaction per request, {}, {callers} callers", accounts.name()))?;
        let case = Case { callers, accounts, work: Work::Transfer, tenants: 1, full: false };
        self.load.run_alone((self.store, self.world), self.options, case).await
    }

    /// The floor: the very rows that the Journal writes, decided beforehand, inserted in bulk. The accounts follow when
    /// the watch has stopped, so that the books are right afterwards.
    async fn bulk(&self, accounts: Accounts) -> Result<u64, BenchError> {
        let tenant: TenantId = Id::from_uuid(self.world.uuid());
        let maker = Maker::new(self.world, self.options.accounts);
        let case = Case { callers: 1, accounts, work: Work::Transfer, tenants: 1, full: false };
        let mut prepared = Prepared::default();
        let funds = prepare(&mut prepared, self.world, (0..maker.accounts).map(|number| maker.fund(number)))?;
        let work = (0..self.options.bulk).flat_map(|number| maker.work(case, tenant, 0, number));
        let rows = prepare(&mut prepared, self.world, work)?;
        for chunk in funds.chunks(ROWS_PER_INSERT) {
            prepared.insert(self.store, self.world, tenant, chunk).await?;
        }
        let watch = Watch::start();
        for chunk in rows.chunks(ROWS_PER_INSERT) {
            prepared.insert(self.store, self.world, tenant, chunk).await?;
        }
        let micros = watch.micros();
        prepared.close(self.store, self.world, tenant).await?;
        Ok(per_second(rows.len() as u64, micros))
    }

    /// The same floor of full changes: their records, history, events and jobs too. Which accounts they are between changes no row.
    async fn bulk_full(&self) -> Result<u64, BenchError> {
        let tenant: TenantId = Id::from_uuid(self.world.uuid());
        let maker = Maker::new(self.world, self.options.accounts);
        let case = Case { callers: 1, accounts: Accounts::Spread, work: Work::Transfer, tenants: 1, full: true };
        let mut prepared = Prepared::default();
        let funds = Checks::of(self.world, (0..maker.accounts).map(|number| maker.fund(number)))?;
        for whole in prepared.decide(self.world, &funds, ROWS_PER_INSERT) {
            whole.insert(self.store, self.world, tenant).await?;
        }
        let many = (self.options.bulk / TRANSFERS_FOR_EACH_FULL).max(1);
        let work = (0..many).flat_map(|number| maker.work(case, tenant, 0, number));
        let changes = Checks::of(self.world, work)?;
        let decided = prepared.decide(self.world, &changes, ROWS_PER_INSERT);
        let watch = Watch::start();
        for whole in decided {
            whole.insert(self.store, self.world, tenant).await?;
        }
        let micros = watch.micros();
        prepared.close(self.store, self.world, tenant).await?;
        Ok(per_second(u64::from(many), micros))
    }
}
