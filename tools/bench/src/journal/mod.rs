//! The benchmark of the Journal: transfers per second in many settings, beside two baselines of the same run on the
//! same database.

mod alone;
mod baseline;
mod cost;
mod growth;
mod load;
mod maker;
mod model;
mod progress;
mod report;
mod rows;
mod sealing;
mod store;

use std::io::Write;
use std::time::{Duration, Instant};

use ::store::{Store, StoreError};
use kernel::World;
use ledger::CommitError;

use self::baseline::Baseline;
pub use self::growth::{GrowthOptions, growth};
use self::load::Load;
pub use self::model::{Accounts, Baselines, BenchOptions, Case, Figures, Work};
use self::progress::Progress;
pub use self::report::BenchReport;
pub use self::sealing::{SealingOptions, sealing};

/// Why the benchmark failed.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The Journal refused a transfer.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// The progress output failed.
    #[error("the progress cannot be written")]
    Output(#[from] std::io::Error),
    /// A caller panicked.
    #[error("a caller of the benchmark failed")]
    Caller(#[from] tokio::task::JoinError),
}

/// Runs the benchmark and shows its progress on `progress`. It creates tenants whose rows remain, because the ledger
/// never deletes, so it is meant for a disposable database.
///
/// The Journal and single callers use `store`, whose pool should have the size of the product's. `crowd` is a pool on
/// the same database with [`BenchOptions::connections`] connections, for callers with a transaction each; it is closed
/// afterwards. No other code may use `crowd`: a pool rotates its connections, so in a large pool each connection would
/// be cold.
///
/// # Errors
/// See [`BenchError`].
pub async fn bench(
    store: &Store,
    crowd: Store,
    world: &World,
    options: &BenchOptions,
    progress: &mut (dyn Write + Send),
) -> Result<BenchReport, BenchError> {
    let mut progress = Progress::new(progress, 1 + Baseline::steps(options) + 2 * options.cases.len());
    let server = self::store::server(store).await?;
    let load = Load::prepare(store, world, options, &mut progress).await?;
    let baseline = Baseline { store, crowd: &crowd, world, options, load: &load };
    // Single callers run before many, because the database cleans up after many for seconds.
    let mut baselines = baseline.alone(&mut progress).await?;
    let (alone, many): (Vec<Case>, Vec<Case>) = options.cases.iter().partition(|case| case.callers == 1);
    let mut cases = load.run_all(store, options, &alone, &mut progress).await?;
    baseline.sweeps(&mut baselines, &mut progress).await?;
    baseline.bulks(&mut baselines, &mut progress).await?;
    crowd.close().await;
    cases.extend(load.run_all(store, options, &many, &mut progress).await?);
    progress.done()?;
    load.stop().await;
    Ok(BenchReport { server, baselines, cases })
}

/// A stopwatch.
struct Watch(Instant);

impl Watch {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// The elapsed microseconds, at least one.
    fn micros(&self) -> u64 {
        u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX).max(1)
    }
}

/// The rate per second of `count` in `micros`.
fn per_second(count: u64, micros: u64) -> u64 {
    u64::try_from(u128::from(count) * 1_000_000 / u128::from(micros.max(1))).unwrap_or(u64::MAX)
}
