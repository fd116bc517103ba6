//! What sealing takes from the Journal: the same work with the sealer beside it and without, in turns.

use std::io::Write;
use std::time::Duration;

use ::store::{Store, StoreError};
use kernel::World;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::load::Load;
use super::progress::Progress;
use super::store::unsealed;
use super::{Accounts, BenchError, BenchOptions, Case, Work};
use crate::proof::{LogKeys, SEALING_PACE, seal_all};

/// Turns of each kind, in the order that a machine which grows faster or slower all the time favours neither: `-++-`.
const TURNS: [bool; 4] = [false, true, true, false];

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub struct SealingOptions {
    /// How often the four turns are taken for each setting.
    pub rounds: u32,
    /// How long each turn takes, after a third of it to warm up.
    pub time: Duration,
}

/// Transfers a second of all turns of one kind, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    without: u64,
    with: u64,
}

impl Sums {
    fn add(&mut self, sealing: bool, per_second: u64) {
        *if sealing { &mut self.with } else { &mut self.without } += per_second;
    }

    /// What is left of the speed with sealing, in thousandths.
    fn kept(self) -> u64 {
        self.with.saturating_mul(1_000) / self.without.max(1)
    }
}

/// The settings in which a sealer has the most to do: great commits, many small ones, one after the other, and many logs.
fn cases() -> [Case; 5] {
    let of = |callers, accounts, tenants| Case { callers, accounts, work: Work::Transfer, tenants, full: false };
    [
        of(4_096, Accounts::Hot, 1),
        of(4_096, Accounts::Spread, 1),
        of(16, Accounts::Hot, 1),
        of(1, Accounts::Hot, 1),
        of(4_096, Accounts::Hot, 50),
    ]
}

/// Runs the settings with the sealer of the server beside them and without it, in turns on one database, and prints what is
/// left of the speed. What a turn without it leaves unsealed is sealed before the next, and counts for nobody.
///
/// # Errors
/// See [`BenchError`].
pub async fn sealing(
    store: &Store,
    world: &World,
    options: SealingOptions,
    out: &mut (dyn Write + Send),
    progress: &mut (dyn Write + Send),
) -> Result<(), BenchError> {
    let keys = LogKeys::new(world.random());
    let cases = cases();
    let steps = 1 + cases.len() * options.rounds as usize * TURNS.len();
    let mut progress = Progress::new(progress, steps);
    let of_load = BenchOptions { cases: cases.to_vec(), time: options.time, ..BenchOptions::quick() };
    let load = Load::prepare(store, world, &of_load, &mut progress).await?;
    seal_all(store, &keys).await?;
    let mut lines = Vec::with_capacity(cases.len());
    for case in cases {
        let (mut sums, mut left) = (Sums::default(), 0);
        for _ in 0..options.rounds {
            for sealing in TURNS {
                progress.step(&format!("{case}, {}", if sealing { "with sealing" } else { "without" }))?;
                let sealer = sealing.then(|| Sealer::start(store.clone(), keys.clone()));
                let figures = load.run(store, &of_load, case).await?;
                sums.add(sealing, figures.per_second);
                if let Some(sealer) = sealer {
                    sealer.stop().await?;
                    left = left.max(unsealed(store).await?);
                }
                seal_all(store, &keys).await?;
            }
        }
        lines.push((case, sums, left));
    }
    progress.done()?;
    load.stop().await;
    write_lines(out, store, options, &lines).await
}

async fn write_lines(
    out: &mut (dyn Write + Send),
    store: &Store,
    options: SealingOptions,
    lines: &[(Case, Sums, i64)],
) -> Result<(), BenchError> {
    let turns = u64::from(options.rounds) * 2;
    writeln!(out, "{}", super::store::server(store).await?)?;
    writeln!(out, "Transfers a second, the mean of {turns} turns each; commits that were unsealed when a turn ended")?;
    writeln!(out, "{:<44} {:>10} {:>10} {:>8} {:>9}", "", "without", "sealing", "kept", "unsealed")?;
    for (case, sums, left) in lines {
        let (without, with, kept) = (sums.without / turns.max(1), sums.with / turns.max(1), sums.kept());
        writeln!(out, "{:<44} {without:>10} {with:>10} {:>6}.{} % {left:>7}", case.to_string(), kept / 10, kept % 10)?;
    }
    out.flush()?;
    Ok(())
}

/// The rounds of the server's sealer.
struct Sealer {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<(), StoreError>>,
}

impl Sealer {
    fn start(store: Store, keys: LogKeys) -> Self {
        let (stop, mut stopping) = watch::channel(false);
        let task = tokio::spawn(async move {
            let mut ticks = interval(SEALING_PACE);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            while !tokio::select! { _ = ticks.tick() => false, _ = stopping.wait_for(|stop| *stop) => true } {
                seal_all(&store, &keys).await?;
            }
            Ok(())
        });
        Self { stop, task }
    }

    async fn stop(self) -> Result<(), BenchError> {
        let _ = self.stop.send(true);
        Ok(self.task.await??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_of_the_turns_without() {
        let mut sums = Sums::default();
        for (sealing, rate) in [(false, 400), (true, 380), (true, 390), (false, 400)] {
            sums.add(sealing, rate);
        }
        assert_eq!(sums.kept(), 962);
        assert_eq!(Sums::default().kept(), 0);
    }
}
