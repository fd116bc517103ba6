//! Cost, memory and read latency while one account grows: the platform's hot account is part of every transfer.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::store::{Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Currency, Id, TenantId, World};
use ledger::{Account, CommitError, Journal, JournalConfig, balance_at, balances, statement};

use super::cost::{Spent, own_memory_kb};
use super::maker::Maker;
use super::{Accounts, BenchError, Case, Watch, Work, load, per_second};

/// The number of reads of each kind after every step.
const READS: usize = 200;
/// The number of entries of a page.
const PAGE: i64 = 50;

/// The size of the run.
#[derive(Debug, Clone, Copy)]
pub struct GrowthOptions {
    /// The total number of transfers.
    pub transfers: u64,
    /// The number of transfers between measurements.
    pub step: u64,
    /// The number of concurrent callers.
    pub callers: u32,
    /// The number of customers on the other side of the transfers.
    pub accounts: u32,
}

/// The latency of one account's reads, in microseconds: median and maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reads {
    half: u64,
    slowest: u64,
}

impl Reads {
    fn of(mut micros: Vec<u64>) -> Self {
        micros.sort_unstable();
        let at = |place: usize| micros.get(place).copied().unwrap_or(0);
        Self { half: at(micros.len() / 2), slowest: at(micros.len().saturating_sub(1)) }
    }
}

/// Writes transfers through the Journal step by step. After each step prints its cost and the read latencies: statement
/// pages and balances at any moment of the account that is part of every transfer, and a customer's balance.
///
/// # Errors
/// See [`BenchError`].
pub async fn growth(
    store: &Store,
    world: &World,
    options: GrowthOptions,
    out: &mut (dyn Write + Send),
) -> Result<(), BenchError> {
    let journal = Journal::start(store.clone(), world.clone(), JournalConfig::default());
    let tenant: TenantId = Id::from_uuid(world.uuid());
    let maker = Maker::new(world, options.accounts);
    load::fund(&journal, tenant, &maker).await?;
    let begun = world.now();
    writeln!(out, "{}", super::store::server(store).await?)?;
    writeln!(
        out,
        "Reads of the account that is in all transfers, and of customers' balances: half of {READS}, and the slowest, in µs"
    )?;
    writeln!(
        out,
        "{:>12} {:>8} {:>8} {:>8} {:>6} {:>9} {:>12} {:>13} {:>13} {:>13}",
        "transfers",
        "/s",
        "own ns",
        "db ns",
        "wal B",
        "memory kB",
        "balance",
        "newest page",
        "page within",
        "at a moment"
    )?;
    let door = Arc::new(Door { journal, tenant, maker, next: AtomicU64::new(0) });
    let mut written = 0;
    while written < options.transfers {
        written = (written + options.step.max(1)).min(options.transfers);
        let cost = write(store, &door, options.callers, written).await?;
        let memory = own_memory_kb().unwrap_or(0);
        let reads = read(store, world, &door, begun).await?;
        let [balance, newest, within, moment] = reads.map(|reads| format!("{}/{}", reads.half, reads.slowest));
        writeln!(out, "{written:>12} {cost} {memory:>9} {balance:>12} {newest:>13} {within:>13} {moment:>13}")?;
        out.flush()?;
    }
    door.journal.stop().await;
    Ok(())
}

/// The ledger that all callers use.
struct Door {
    journal: Journal,
    tenant: TenantId,
    maker: Maker,
    next: AtomicU64,
}

/// Runs all callers until `until` transfers are written, and returns the cost per transfer of this step.
async fn write(store: &Store, door: &Arc<Door>, callers: u32, until: u64) -> Result<String, BenchError> {
    let case = Case { callers, accounts: Accounts::Hot, work: Work::Transfer, tenants: 1, full: false };
    let from = door.next.load(Ordering::Relaxed);
    let (before, watch) = (Spent::now(store).await?, Watch::start());
    let call = |door: Arc<Door>| async move {
        loop {
            let number = door.next.fetch_add(1, Ordering::Relaxed);
            if number >= until {
                return Ok::<(), CommitError>(());
            }
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            for change in door.maker.work(case, door.tenant, 0, number) {
                door.journal.commit(door.tenant, change).await?;
            }
        }
    };
    let callers: Vec<_> = (0..callers).map(|_| tokio::spawn(call(door.clone()))).collect();
    for caller in callers {
        caller.await??;
    }
    let (micros, many) = (watch.micros(), until - from);
    door.next.store(until, Ordering::Relaxed);
    let spent = Spent::now(store).await?.since(before).each(many);
    let [own, database] = [spent.own_cpu_ns, spent.database_cpu_ns].map(|ns| ns.unwrap_or(0));
    Ok(format!("{:>8} {own:>8} {database:>8} {:>6}", per_second(many, micros), spent.wal_bytes))
}

/// Reads customer balances, newest pages, random pages, and balances at random moments since `begun`.
async fn read(store: &Store, world: &World, door: &Door, begun: DateTime<Utc>) -> Result<[Reads; 4], StoreError> {
    let account = Account::desk(Currency::EUR);
    let passed = (world.now() - begun).num_milliseconds().max(1);
    let mut micros = [const { Vec::new() }; 4];
    let mut tx = store.tenant_read(door.tenant).await?;
    let newest = statement(tx.conn(), &account, None, 1).await?.first().map_or(1, |entry| entry.version).max(1);
    for _ in 0..READS {
        let chance = u64::from_le_bytes(world.random::<8>()) >> 1;
        let chance = i64::try_from(chance).unwrap_or(0);
        let within = Some(1 + chance % newest);
        let moment = begun + TimeDelta::milliseconds(chance % passed);
        for (kind, micros) in micros.iter_mut().enumerate() {
            let watch = Watch::start();
            match kind {
                0 => drop(balances(tx.conn(), door.maker.owner(chance)).await?),
                1 => drop(statement(tx.conn(), &account, None, PAGE).await?),
                2 => drop(statement(tx.conn(), &account, within, PAGE).await?),
                _ => _ = balance_at(tx.conn(), &account, moment).await?,
            }
            micros.push(watch.micros());
        }
    }
    tx.rollback().await?;
    Ok(micros.map(Reads::of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_slowest_read_are_reported() {
        assert_eq!(Reads::of(vec![9, 1, 5]), Reads { half: 5, slowest: 9 });
        assert_eq!(Reads::of(Vec::new()), Reads { half: 0, slowest: 0 });
    }
}
