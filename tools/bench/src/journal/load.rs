//! Closed-loop callers: each waits for its answer before it sends the next change.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ::store::Store;
use kernel::{Id, TenantId, World};
use ledger::{Change, Journal};
use tokio::time::sleep;

use super::alone::commit_alone;
use super::baseline::ROWS_PER_INSERT;
use super::cost::Spent;
use super::maker::Maker;
use super::model::{BenchOptions, Case, Figures};
use super::progress::Progress;
use super::rows::Bulk;
use super::{BenchError, Watch, per_second};

/// The number of changes that fund accounts at once.
const FUNDING: u32 = 2_000;
/// The warm-up time until 4,096 callers form even batches and the database has cached their rows.
const WARM_UP_MIN: Duration = Duration::from_millis(200);
const TENANTS_MANY: u32 = 50;

/// The path to the ledger.
#[derive(Clone)]
pub(super) enum CommitPath {
    Journal(Journal),
    /// One transaction per change, each on its own connection.
    Alone(Store, World),
}

impl CommitPath {
    async fn commit(&self, tenant: TenantId, change: Change) -> Result<(), BenchError> {
        match self {
            Self::Journal(journal) => journal.commit(tenant, change).await.map(drop)?,
            Self::Alone(store, world) => commit_alone(store, world, tenant, &change).await?,
        }
        Ok(())
    }
}

/// Tenants whose customers are funded.
pub(super) struct Load {
    journal: Journal,
    one: (Vec<TenantId>, Maker),
    many: (Vec<TenantId>, Maker),
    /// For callers that bypass the Journal.
    apart: (TenantId, Maker),
    runs: AtomicU32,
}

impl Load {
    pub async fn prepare<W: Write + ?Sized>(
        store: &Store,
        world: &World,
        options: &BenchOptions,
        progress: &mut Progress<'_, W>,
    ) -> Result<Self, BenchError> {
        progress.step("accounts and their money")?;
        let journal = Journal::start(store.clone(), world.clone(), options.journal);
        let many = options.cases.iter().map(|case| case.tenants).max().unwrap_or(1).min(TENANTS_MANY);
        let tenants = |count: u32| (0..count).map(|_| Id::from_uuid(world.uuid())).collect::<Vec<TenantId>>();
        let maker = Maker::new(world, options.accounts);
        let load = Self {
            journal,
            one: (tenants(1), maker.clone()),
            many: (tenants(many), Maker::new(world, options.accounts / many)),
            apart: (fund_apart(store, world, &maker).await?, maker),
            runs: AtomicU32::new(0),
        };
        for (tenants, maker) in [&load.one, &load.many] {
            for tenant in tenants {
                fund(&load.journal, *tenant, maker).await?;
            }
        }
        Ok(load)
    }

    /// Runs these cases through the Journal. Cases that are compared with each other run forwards and then backwards,
    /// each time for half of the duration, so that drift of the database or the machine affects all of them equally.
    pub async fn run_all<W: Write + ?Sized>(
        &self,
        store: &Store,
        options: &BenchOptions,
        cases: &[Case],
        progress: &mut Progress<'_, W>,
    ) -> Result<Vec<(Case, Figures)>, BenchError> {
        let mut done = Vec::with_capacity(cases.len());
        for compared in cases.chunk_by(|one, next| one.is_compared_with(next)) {
            let mut there = Vec::with_capacity(2 * compared.len());
            for case in compared.iter().chain(compared.iter().rev()) {
                progress.step(&case.to_string())?;
                there.push(self.measure(store, *case, options.time / 2).await?);
            }
            let back = there.split_off(compared.len()).into_iter().rev();
            let whole = there.into_iter().zip(back).map(|(there, back)| there.and(back).figures());
            done.extend(compared.iter().copied().zip(whole));
        }
        Ok(done)
    }

    /// Runs one case through the Journal.
    pub async fn run(&self, store: &Store, options: &BenchOptions, case: Case) -> Result<Figures, BenchError> {
        Ok(self.measure(store, case, options.time).await?.figures())
    }

    async fn measure(&self, store: &Store, case: Case, time: Duration) -> Result<Measured, BenchError> {
        let (tenants, maker) = if case.tenants == 1 { &self.one } else { &self.many };
        self.drive(store, CommitPath::Journal(self.journal.clone()), case, tenants, maker, time).await
    }

    /// Runs one case without the Journal, for one tenant.
    pub async fn run_alone(
        &self,
        (store, world): (&Store, &World),
        options: &BenchOptions,
        case: Case,
    ) -> Result<Figures, BenchError> {
        let door = CommitPath::Alone(store.clone(), world.clone());
        let tenants = std::slice::from_ref(&self.apart.0);
        Ok(self.drive(store, door, case, tenants, &self.apart.1, options.time).await?.figures())
    }

    async fn drive(
        &self,
        store: &Store,
        door: CommitPath,
        case: Case,
        tenants: &[TenantId],
        maker: &Maker,
        time: Duration,
    ) -> Result<Measured, BenchError> {
        let warm_up = WARM_UP_MIN.max(time / 3);
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::new(Shared {
            door,
            maker: maker.clone(),
            case,
            run,
            next: AtomicU32::new(0),
            watch: Watch::start(),
            from: warm_up,
            until: warm_up + time,
        });
        let callers: Vec<_> = (0..case.callers as usize)
            .map(|number| tokio::spawn(call(shared.clone(), tenants[number % tenants.len()])))
            .collect();
        sleep(shared.from).await;
        let before = Spent::now(store).await?;
        sleep(shared.until.saturating_sub(shared.watch.elapsed())).await;
        let after = Spent::now(store).await?;
        let mut called = Called::default();
        for caller in callers {
            called.add(caller.await??);
        }
        Ok(Measured { time, called, spent: after.since(before) })
    }

    pub async fn stop(&self) {
        self.journal.stop().await;
    }
}

/// Funds every customer of the tenant for all runs.
pub(super) async fn fund(journal: &Journal, tenant: TenantId, maker: &Maker) -> Result<(), BenchError> {
    let numbers: Vec<u32> = (0..maker.accounts).collect();
    for some in numbers.chunks(FUNDING as usize) {
        let waiting = some.iter().map(|number| {
            let (journal, change) = (journal.clone(), maker.fund(*number));
            tokio::spawn(async move { journal.commit(tenant, change).await })
        });
        for caller in waiting.collect::<Vec<_>>() {
            caller.await??;
        }
    }
    Ok(())
}

/// Funds every customer of a new tenant without the Journal.
async fn fund_apart(store: &Store, world: &World, maker: &Maker) -> Result<TenantId, BenchError> {
    let mut bulk = Bulk::new(store, world);
    for rows in bulk.decide((0..maker.accounts).map(|number| maker.fund(number)), ROWS_PER_INSERT)? {
        bulk.insert(&rows).await?;
    }
    bulk.close().await?;
    Ok(bulk.tenant)
}

/// The state that all callers of a run share.
struct Shared {
    door: CommitPath,
    maker: Maker,
    case: Case,
    run: u32,
    next: AtomicU32,
    watch: Watch,
    /// Counts only answers between these two times.
    from: Duration,
    until: Duration,
}

/// The results of one caller, or of all.
#[derive(Default)]
struct Called {
    transfers: u64,
    /// The latency of each change, from commit to answer.
    micros: Vec<u32>,
}

impl Called {
    fn add(&mut self, other: Self) {
        self.transfers += other.transfers;
        self.micros.extend(other.micros);
    }

    /// The latency of the given percentile.
    fn within(&mut self, percent: usize) -> u64 {
        let place = (self.micros.len() * percent / 100).min(self.micros.len().saturating_sub(1));
        if self.micros.is_empty() {
            return 0;
        }
        u64::from(*self.micros.select_nth_unstable(place).1)
    }
}

/// The measurement of one case.
struct Measured {
    time: Duration,
    called: Called,
    spent: Spent,
}

impl Measured {
    /// The sum of both.
    fn and(mut self, other: Self) -> Self {
        self.called.add(other.called);
        Self { time: self.time + other.time, called: self.called, spent: self.spent.and(other.spent) }
    }

    fn figures(mut self) -> Figures {
        let spent = self.spent.each(self.called.transfers);
        Figures {
            per_second: per_second(self.called.transfers, u64::try_from(self.time.as_micros()).unwrap_or(u64::MAX)),
            p50_us: self.called.within(50),
            p99_us: self.called.within(99),
            wal_bytes: spent.wal_bytes,
            own_cpu_ns: spent.own_cpu_ns,
            database_cpu_ns: spent.database_cpu_ns,
        }
    }
}

async fn call(shared: Arc<Shared>, tenant: TenantId) -> Result<Called, BenchError> {
    let mut called = Called::default();
    loop {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        for change in shared.maker.work(shared.case, tenant, shared.run, number) {
            let (begun, transfers) = (shared.watch.elapsed(), change.transfers.len() as u64);
            shared.door.commit(tenant, change).await?;
            let answered = shared.watch.elapsed();
            if answered >= shared.until {
                return Ok(called);
            }
            if answered >= shared.from {
                called.transfers += transfers;
                called.micros.push(u32::try_from((answered - begun).as_micros()).unwrap_or(u32::MAX));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_match_the_measured_values() {
        let mut called = Called { transfers: 0, micros: (1..=200).rev().collect() };
        assert_eq!((called.within(50), called.within(99)), (101, 199));
        assert_eq!(Called::default().within(99), 0);
    }
}
