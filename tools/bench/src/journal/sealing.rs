//! The cost of sealing: the same load with and without the sealer, alternating, and the maximum age of a commit when it
//! is sealed.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use ::store::{Store, StoreError};
use chrono::TimeDelta;
use kernel::World;
use ledger::proof::{LogKeys, SEALING_PACE, oldest_unsealed, seal_all};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::load::Load;
use super::progress::Progress;
use super::store::unsealed;
use super::{Accounts, BenchError, BenchOptions, Case, Work};

/// The order of the turns with and without the sealer, `-++-`, in which a linear drift of the machine's speed cancels
/// out.
const TURNS: [bool; 4] = [false, true, true, false];

/// The extent of the measurement.
#[derive(Debug, Clone, Copy)]
pub struct SealingOptions {
    /// The number of rounds of four turns for each setting.
    pub rounds: u32,
    /// The duration of each turn, after a warm-up of a third of it.
    pub time: Duration,
}

/// The results of one setting.
#[derive(Debug, Clone)]
struct Line {
    case: Case,
    rounds: Vec<Sums>,
    /// The maximum number of unsealed commits at the end of a turn.
    left: i64,
    /// The maximum age of a commit when it was sealed.
    oldest: TimeDelta,
}

/// The summed transfers per second of the turns of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    without: u64,
    with: u64,
}

impl Sums {
    fn add(&mut self, sealing: bool, per_second: u64) {
        *if sealing { &mut self.with } else { &mut self.without } += per_second;
    }

    /// The rate with sealing, relative to the rate without, in thousandths.
    fn kept(self) -> u64 {
        self.with.saturating_mul(1_000) / self.without.max(1)
    }
}

impl Line {
    /// The sum of all rounds.
    fn sums(&self) -> Sums {
        let add = |all: Sums, one: &Sums| Sums { without: all.without + one.without, with: all.with + one.with };
        self.rounds.iter().fold(Sums::default(), add)
    }

    /// The standard error of the relative rate over the rounds, in thousandths.
    fn uncertainty(&self) -> u64 {
        let kept: Vec<u64> = self.rounds.iter().map(|round| round.kept()).collect();
        let count = kept.len().max(1) as u64;
        let mean = kept.iter().sum::<u64>() / count;
        let squares: u64 = kept.iter().map(|kept| kept.abs_diff(mean).pow(2)).sum();
        (squares / (count * (count - 1).max(1))).isqrt()
    }
}

/// The settings with the most work for the sealer: large commits, many small ones in sequence, and many logs.
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

/// Runs the settings with and without the server's sealer, alternating on one database, and prints the relative rates.
/// Commits that a turn without sealer leaves unsealed are sealed before the next turn, outside the measurement.
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
        let mut line = Line { case, rounds: Vec::new(), left: 0, oldest: TimeDelta::zero() };
        for _ in 0..options.rounds {
            let mut sums = Sums::default();
            for sealing in TURNS {
                progress.step(&format!("{case}, {}", if sealing { "with sealing" } else { "without" }))?;
                let sealer = sealing.then(|| Sealer::start(store.clone(), world.clone(), keys.clone()));
                let figures = load.run(store, &of_load, case).await?;
                sums.add(sealing, figures.per_second);
                if let Some(sealer) = sealer {
                    line.oldest = line.oldest.max(sealer.stop().await?);
                    line.left = line.left.max(unsealed(store).await?);
                }
                seal_all(store, &keys).await?;
            }
            line.rounds.push(sums);
        }
        lines.push(line);
    }
    progress.done()?;
    load.stop().await;
    write_lines(out, store, options, &lines).await
}

async fn write_lines(
    out: &mut (dyn Write + Send),
    store: &Store,
    options: SealingOptions,
    lines: &[Line],
) -> Result<(), BenchError> {
    writeln!(out, "{}", super::store::server(store).await?)?;
    write!(out, "{}", table(u64::from(options.rounds) * 2, lines))?;
    out.flush()?;
    Ok(())
}

fn table(turns: u64, lines: &[Line]) -> String {
    let mut text = format!(
        "Transfers a second, the mean of {turns} turns each; what is kept, and its standard error; commits that were unsealed when a \
         turn ended, at most; how old a commit was when it was sealed, at most (a second is promised)\n"
    );
    let _ = writeln!(
        text,
        "{:<58} {:>10} {:>10} {:>15} {:>9} {:>9}",
        "", "without", "sealing", "kept", "unsealed", "oldest"
    );
    for line in lines {
        let (sums, case) = (line.sums(), line.case.to_string());
        let (without, with) = (sums.without / turns.max(1), sums.with / turns.max(1));
        let [kept, error] = [sums.kept(), line.uncertainty()].map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
        let _ = writeln!(
            text,
            "{case:<58} {without:>10} {with:>10} {:>15} {:>9} {:>6} ms",
            format!("{kept} % ± {error}"),
            line.left,
            line.oldest.num_milliseconds()
        );
    }
    text
}

/// The sealer's rounds, as on a server.
struct Sealer {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<TimeDelta, StoreError>>,
}

impl Sealer {
    fn start(store: Store, world: World, keys: LogKeys) -> Self {
        let (stop, mut stopping) = watch::channel(false);
        let task = tokio::spawn(async move {
            let mut ticks = interval(SEALING_PACE);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut oldest = TimeDelta::zero();
            while !tokio::select! { _ = ticks.tick() => false, _ = stopping.wait_for(|stop| *stop) => true } {
                // Commits that wait at the start of a round are sealed at its end; later ones are younger.
                let waiting = oldest_unsealed(&store).await?;
                seal_all(&store, &keys).await?;
                oldest = oldest.max(waiting.map_or(oldest, |committed| world.now() - committed));
            }
            let waiting = oldest_unsealed(&store).await?;
            Ok(oldest.max(waiting.map_or(oldest, |committed| world.now() - committed)))
        });
        Self { stop, task }
    }

    /// Stops the sealer. Returns the maximum age of a commit when it was sealed, or at present if it still waits.
    async fn stop(self) -> Result<TimeDelta, BenchError> {
        let _ = self.stop.send(true);
        Ok(self.task.await??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_throughput_is_relative_to_rounds_without_sealing() {
        let mut sums = Sums::default();
        for (sealing, rate) in [(false, 400), (true, 380), (true, 390), (false, 400)] {
            sums.add(sealing, rate);
        }
        assert_eq!(sums.kept(), 962);
        assert_eq!(Sums::default().kept(), 0);
    }

    #[test]
    fn the_table_says_how_old_the_oldest_commit_was() {
        let rounds = vec![Sums { without: 800, with: 770 }, Sums { without: 800, with: 802 }];
        let line = Line { case: cases()[3], rounds, left: 2, oldest: TimeDelta::milliseconds(734) };
        let text = table(4, &[line]);
        let row = text.lines().last().expect("a line");
        assert!(row.starts_with("1 callers, hot, transfer, 1 tenant"), "{text}");
        assert_eq!(
            row.split_whitespace().rev().take(9).collect::<Vec<_>>(),
            ["ms", "734", "2", "2.0", "±", "%", "98.2", "393", "400"]
        );
    }

    #[test]
    fn rounds_that_differ_say_how_sure_their_mean_is() {
        let of = |with: &[u64]| {
            let rounds = with.iter().map(|with| Sums { without: 1_000, with: *with }).collect();
            Line { case: cases()[0], rounds, left: 0, oldest: TimeDelta::zero() }.uncertainty()
        };
        assert_eq!(of(&[950, 950, 950]), 0);
        assert_eq!(of(&[900, 1_000]), 50);
        assert_eq!((of(&[900, 1_000, 900, 1_000]), of(&[950]), of(&[])), (28, 0, 0));
    }
}
