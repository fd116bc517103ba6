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

const ACCOUNTS: u32 = 10_000;
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

fn customer(number: u32) -> Account {
    let profile = ProfileId::from_uuid(Uuid::from_u128(u128::from(number % ACCOUNTS)));
    Account::customer(profile, Currency::EUR)
}

fn desk() -> Account {
    Account::desk(Currency::EUR)
}

/// The change number `number` of a run.
fn change(world: &World, number: u32, shape: Shape) -> Change {
    let (debit, credit) = match shape {
        Shape::Spread => (customer(number.wrapping_mul(7)), customer(number.wrapping_mul(7) + 1 + number / ACCOUNTS)),
        Shape::Hot => (desk(), customer(number)),
    };
    let transfer = Transfer::post(world.uuid(), debit, credit, Amount::new(1, Currency::EUR), "bench");
    Change { key: format!("bench:{number}").into(), transfers: vec![transfer], ..Change::default() }
}

/// A tenant of its own whose customers all have money.
async fn funded(store: &Store, world: &World, config: BenchOptions) -> Result<TenantId, BenchError> {
    let tenant: TenantId = Id::from_uuid(world.uuid());
    let journal = Journal::start(store.clone(), world.clone(), config.journal);
    let fund = |number: u32| {
        let transfer =
            Transfer::post(world.uuid(), desk(), customer(number), Amount::new(1_000_000, Currency::EUR), "fund");
        Change { key: format!("fund:{number}").into(), transfers: vec![transfer], ..Change::default() }
    };
    let mut waiting = Vec::new();
    for number in 0..ACCOUNTS {
        let (journal, change) = (journal.clone(), fund(number));
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
    let (door, maker) = (journal.clone(), world.clone());
    let work = move |number| {
        let (door, change) = (door.clone(), change(&maker, number, shape));
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
    requests: u32,
    shape: Shape,
) -> Result<Duration, BenchError> {
    let tenant = funded(store, world, BenchOptions::quick()).await?;
    let (store, world) = (store.clone(), world.clone());
    let work = move |number| {
        let (store, world, change) = (store.clone(), world.clone(), change(&world, number, shape));
        async move { commit_alone(&store, &world, tenant, change).await.map(|_| ()) }
    };
    spread_over(CALLERS_ALONE, requests, work).await
}

/// The floor: the very rows that the Journal writes, decided beforehand, inserted in bulk on one connection. The accounts follow
/// when the watch has stopped, so that the books are right afterwards.
pub(super) async fn bulk_inserts(
    store: &Store,
    world: &World,
    transfers: u32,
    shape: Shape,
) -> Result<Duration, BenchError> {
    let tenant: TenantId = Id::from_uuid(world.uuid());
    let funds = (0..ACCOUNTS).map(|number| {
        let transfer =
            Transfer::post(world.uuid(), desk(), customer(number), Amount::new(1_000_000, Currency::EUR), "fund");
        Change { key: format!("fund:{number}").into(), transfers: vec![transfer], ..Change::default() }
    });
    let mut prepared = Prepared::default();
    let fund_rows = prepare(&mut prepared, world, funds)?;
    let rows = prepare(&mut prepared, world, (0..transfers).map(|number| change(world, number, shape)))?;
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
