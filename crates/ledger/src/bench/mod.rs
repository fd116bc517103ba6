//! What the door costs: transfers per second through the Journal, beside two baselines in the same run on the same database.

mod load;
mod model;
mod store;

use std::io::Write;
use std::time::{Duration, Instant};

use ::store::{Store, StoreError};
use kernel::World;

use self::load::{Shape, bulk_inserts, one_by_one, through_journal};
pub use self::model::{BenchReport, Speed};
use crate::{CommitError, JournalConfig};

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchOptions {
    /// Transfers of each run through the Journal and of the bulk inserts.
    pub transfers: u32,
    /// Transfers of each run of one transaction per request.
    pub requests: u32,
    /// Accounts that the transfers are spread over; at least three.
    pub accounts: u32,
    /// How often everything is run; the median counts.
    pub rounds: u32,
    /// Limits of the Journal.
    pub journal: JournalConfig,
}

impl BenchOptions {
    /// A look: a few seconds.
    #[must_use]
    pub fn quick() -> Self {
        Self { transfers: 20_000, requests: 2_000, accounts: 10_000, rounds: 1, journal: JournalConfig::default() }
    }

    /// Figures to keep: a minute or so.
    #[must_use]
    pub fn full() -> Self {
        Self { transfers: 100_000, requests: 5_000, accounts: 10_000, rounds: 3, journal: JournalConfig::default() }
    }
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The database did not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The Journal refused a transfer.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// The table could not be written.
    #[error("the table cannot be written")]
    Output(#[from] std::io::Error),
    /// A caller died.
    #[error("a caller of the benchmark failed")]
    Caller(#[from] tokio::task::JoinError),
}

/// Runs everything and prints the table to `out`. Works under tenants of its own, whose rows stay (the ledger forgets nothing),
/// so it is meant for a database that can be thrown away. The pool should have 20 connections.
///
/// # Errors
/// See [`BenchError`].
pub async fn bench(
    store: &Store,
    world: &World,
    options: BenchOptions,
    out: &mut (dyn Write + Send),
) -> Result<BenchReport, BenchError> {
    writeln!(out, "{}", self::store::server(store).await?)?;
    let mut rounds = Vec::new();
    for round in 0..options.rounds.max(1) {
        writeln!(out, "round {} of {}", round + 1, options.rounds.max(1))?;
        rounds.push(BenchReport {
            journal: Speed {
                spread: timed(options.transfers, through_journal(store, world, options, Shape::Spread)).await?,
                hot: timed(options.transfers, through_journal(store, world, options, Shape::Hot)).await?,
            },
            one_by_one: Speed {
                spread: timed(options.requests, one_by_one(store, world, options, Shape::Spread)).await?,
                hot: timed(options.requests, one_by_one(store, world, options, Shape::Hot)).await?,
            },
            bulk: Speed {
                spread: timed(options.transfers, bulk_inserts(store, world, options, Shape::Spread)).await?,
                hot: timed(options.transfers, bulk_inserts(store, world, options, Shape::Hot)).await?,
            },
        });
    }
    let report = BenchReport::median(&rounds);
    write!(out, "{report}")?;
    Ok(report)
}

/// What `work` did per second, by the time that it says it took.
async fn timed(transfers: u32, work: impl Future<Output = Result<Duration, BenchError>>) -> Result<u64, BenchError> {
    let micros = work.await?.as_micros().max(1);
    Ok(u64::try_from(u128::from(transfers) * 1_000_000 / micros).unwrap_or(u64::MAX))
}

/// A stopwatch: only what is between start and stop counts.
struct Watch(Instant);

impl Watch {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn stop(self) -> Duration {
        self.0.elapsed()
    }
}
