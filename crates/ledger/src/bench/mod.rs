//! What the door costs: transfers a second through the Journal, in many settings, beside two baselines in the same run on the
//! same database.

mod baseline;
mod cost;
mod growth;
mod load;
mod maker;
mod model;
mod progress;
mod report;
mod sealing;
mod store;

use std::io::Write;
use std::time::{Duration, Instant};

use ::store::{Store, StoreError};
use kernel::World;

use self::baseline::Baseline;
pub use self::growth::{GrowthOptions, growth};
use self::load::Load;
pub use self::model::{Accounts, Baselines, BenchOptions, Case, Figures, Work};
use self::progress::Progress;
pub use self::report::BenchReport;
pub use self::sealing::{SealingOptions, sealing};
use crate::CommitError;

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The database did not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The Journal refused a transfer.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// Progress could not be shown.
    #[error("the progress cannot be written")]
    Output(#[from] std::io::Error),
    /// A caller died.
    #[error("a caller of the benchmark failed")]
    Caller(#[from] tokio::task::JoinError),
}

/// Runs everything, showing on `progress` how far it is. Works under tenants of its own, whose rows stay (the ledger forgets
/// nothing), so it is meant for a database that can be thrown away.
///
/// The Journal, and whoever has no company, works on `store`, whose pool should be as the product's is. `crowd` is of the same database with
/// [`BenchOptions::connections`], for the callers of whom each has a transaction; it is closed when they have gone. Nobody else may use it:
/// a pool hands its connections out in turn, so that in a large one each is cold when it is needed.
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
    // Whoever is alone comes before the many, whose rows the database tidies up for seconds afterwards.
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

/// A stopwatch: only what is between start and stop counts.
struct Watch(Instant);

impl Watch {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Microseconds, at least one.
    fn micros(&self) -> u64 {
        u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX).max(1)
    }
}

/// `count` a second, of what took `micros`.
fn per_second(count: u64, micros: u64) -> u64 {
    u64::try_from(u128::from(count) * 1_000_000 / u128::from(micros.max(1))).unwrap_or(u64::MAX)
}
