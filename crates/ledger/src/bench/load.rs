//! The three ways of writing the same transfers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ::store::Store;
use kernel::{Amount, Currency, Id, ProfileId, TenantId, World};
use uuid::Uuid;

use super::{BenchError, BenchOptions, Watch};
use crate::journal::bench::{Prepared, commit_alone, prepare};
use crate::{Account, Change, CommitError, Journal, Transfer};

/// Callers that wait for the Journal at once, as requests of a busy house would.
const CALLERS_WAITING: u32 = 4_000;
/// Callers of the baseline: more than two processors can use, fewer than a pool has connections.
const CALLERS_ALONE: u32 = 16;
const ROWS_PER_INSERT: usize = 1_000;

/// Which accounts the transfers touch.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// Between two of many customers.
    Spread,
    /// From one account of the house to many customers.
    Hot,
}

/// Makes the changes of one run.
#[derive(Clone)]
struct Maker {
    world: World,
    accounts: u32,
}

impl Maker {
    fn new(world: &World, options: BenchOptions) -> Self {
        Self { world: world.clone(), accounts: options.accounts.max(3) }
    }

    fn customer(&self, number: u32) -> Account {
        let profile = ProfileId::from_uuid(Uuid::from_u128(u128::from(number % self.accounts)));
        Account::customer(profile, Currency::EUR)
    }

    fn change(&self, key: &str, number: u32, debit: Account, credit: Account, cents: i128) -> Change {
        let amount = Amount::new(cents, Currency::EUR);
        let transfer = Transfer::post(self.world.uuid(), debit, credit, amount, "bench");
        Change { key: format!("{key}:{number}").into(), transfers: vec![transfer], ..Change::default() }
    }

    /// Gives customer `number` enough for every run.
    fn fund(&self, number: u32) -> Change {
        self.change("fund", number, Account::desk(Currency::EUR), self.customer(number), 1_000_000)
    }

    /// The change number `number` of a run.
    fn work(&self, number: u32, shape: Shape) -> Change {
        let from = number % self.accounts;
        // Never the same customer, and another one in every turn.
        let to = from + 1 + (number / self.accounts) % (self.accounts - 1);
        let debit = match shape {
            Shape::Spread => self.customer(from),
            Shape::Hot => Account::desk(Currency::EUR),
        };
        self.change("bench", number, debit, self.customer(to), 1)
    }
}

/// A tenant of its own whose customers all have money.
async fn funded(store: &Store, world: &World, options: BenchOptions) -> Result<TenantId, BenchError> {
    let tenant: TenantId = Id::from_uuid(world.uuid());
    let journal = Journal::start(store.clone(), world.clone(), options.journal);
    let maker = Maker::new(world, options);
    let mut waiting = Vec::new();
    for number in 0..maker.accounts {
        let (journal, change) = (journal.clone(), maker.fund(number));
        waiting.push(tokio::spawn(async move { journal.commit(tenant, change).await }));
        if waiting.len() == CALLERS_WAITING as usize {
            for caller in waiting.drain(..) {
                caller.await??;
            }
        }
    }
    for caller in waiting {
        caller.await??;
    }
    journal.stop().await;
    Ok(tenant)
}

/// `callers` tasks that take the next number until `count` are done.
async fn spread_over<F, W>(callers: u32, count: u32, work: F) -> Result<Duration, BenchError>
where
    F: Fn(u32) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Result<(), CommitError>> + Send,
{
    let next = Arc::new(AtomicU32::new(0));
    let watch = Watch::start();
    let tasks: Vec<_> = (0..callers)
        .map(|_| {
            let (next, work) = (next.clone(), work.clone());
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return Ok::<(), CommitError>(());
                    }
                    work(number).await?;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(watch.stop())
}

/// Through the Journal, with thousands of callers waiting.
pub(super) async fn through_journal(
    store: &Store,
    world: &World,
    options: BenchOptions,
    shape: Shape,
) -> Result<Duration, BenchError> {
    let tenant = funded(store, world, options).await?;
    let journal = Journal::start(store.clone(), world.clone(), options.journal);
    let (door, maker) = (journal.clone(), Maker::new(world, options));
    let work = move |number| {
        let (door, change) = (door.clone(), maker.work(number, shape));
        async move { door.commit(tenant, change).await.map(|_| ()) }
    };
    let took = spread_over(CALLERS_WAITING, options.transfers, work).await?;
    journal.stop().await;
    Ok(took)
}

/// The usual way: every request has a transaction of its own, on a connection of its own.
pub(super) async fn one_by_one(
    store: &Store,
    world: &World,
    options: BenchOptions,
    shape: Shape,
) -> Result<Duration, BenchError> {
    let tenant = funded(store, world, options).await?;
    let (store, world, maker) = (store.clone(), world.clone(), Maker::new(world, options));
    let work = move |number| {
        let (store, world, change) = (store.clone(), world.clone(), maker.work(number, shape));
        async move { commit_alone(&store, &world, tenant, change).await.map(|_| ()) }
    };
    spread_over(CALLERS_ALONE, options.requests, work).await
}

/// The floor: the very rows that the Journal writes, decided beforehand, inserted in bulk on one connection. The accounts follow
/// when the watch has stopped, so that the books are right afterwards.
pub(super) async fn bulk_inserts(
    store: &Store,
    world: &World,
    options: BenchOptions,
    shape: Shape,
) -> Result<Duration, BenchError> {
    let tenant: TenantId = Id::from_uuid(world.uuid());
    let maker = Maker::new(world, options);
    let mut prepared = Prepared::default();
    let fund_rows = prepare(&mut prepared, world, (0..maker.accounts).map(|number| maker.fund(number)))?;
    let rows = prepare(&mut prepared, world, (0..options.transfers).map(|number| maker.work(number, shape)))?;
    for chunk in fund_rows.chunks(ROWS_PER_INSERT) {
        prepared.insert(store, world, tenant, chunk).await?;
    }
    let watch = Watch::start();
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        prepared.insert(store, world, tenant, chunk).await?;
    }
    let took = watch.stop();
    prepared.close(store, world, tenant).await?;
    Ok(took)
}
