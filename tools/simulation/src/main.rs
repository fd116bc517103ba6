//! `simulation`: runs programs until one violates an invariant or enough steps are done.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use clap::Parser;
use simulation::run::{Failure, RUN_STEPS, Tally, run, trace};
use simulation::shrink::shrink;

/// Drives the exchange in memory with all simulated faults, and checks the invariants after every step.
#[derive(Debug, Parser)]
struct Args {
    /// The total number of steps.
    #[arg(long, default_value_t = 1_000_000)]
    steps: u64,
    /// The total number of movements, instead of steps.
    #[arg(long)]
    movements: Option<u64>,
    /// The first seed; each run takes the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The maximum number of runs; 1 reproduces a seed.
    #[arg(long)]
    runs: Option<u64>,
    /// The number of threads; by default the number of cores.
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into)).max(1);
    // A panic is caught, shrunk and printed like any violated invariant.
    std::panic::set_hook(Box::new(|_| {}));
    let began = Instant::now();
    let (next, done, failed) = (AtomicU64::new(args.seed), AtomicU64::new(0), AtomicBool::new(false));
    let total = Mutex::new((Tally::default(), None::<Failure>));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while done.load(Ordering::Relaxed) < args.movements.unwrap_or(args.steps)
                    && !failed.load(Ordering::Relaxed)
                {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if args.runs.is_some_and(|runs| seed - args.seed >= runs) {
                        return;
                    }
                    let result = run(seed, RUN_STEPS, None);
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    match result {
                        Ok(tally) => {
                            let more = if args.movements.is_some() { tally.movements() } else { tally.steps };
                            done.fetch_add(more, Ordering::Relaxed);
                            total.0.add(&tally);
                        }
                        Err(failure) => {
                            failed.store(true, Ordering::Relaxed);
                            // The failure with the lowest seed is reported, so that two executions report the same one.
                            if total.1.as_ref().is_none_or(|known| failure.plan.seed < known.plan.seed) {
                                total.1 = Some(*failure);
                            }
                        }
                    }
                }
            });
        }
    });
    let (tally, failure) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(&tally, began.elapsed().as_millis(), threads);
    match failure {
        None => ExitCode::SUCCESS,
        Some(failure) => {
            tell(&failure);
            ExitCode::FAILURE
        }
    }
}

fn report(tally: &Tally, millis: u128, threads: usize) {
    let rate = u128::from(tally.steps) * 1_000 / millis.max(1);
    let Tally { steps, commits, runs, .. } = tally;
    println!(
        "{steps} steps in {runs} runs, {commits} changes written, {millis} ms: {rate} steps a second on {threads} threads"
    );
    let types: Vec<String> = tally.types.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    println!("{} movements: {}", tally.movements(), types.join(", "));
    let ended: Vec<String> = tally.ended.iter().map(|(status, count)| format!("{status} {count}")).collect();
    println!("transactions ended as: {}", ended.join(", "));
    let acts: Vec<String> = tally.acts.iter().map(|(act, count)| format!("{act:?} {count}")).collect();
    println!("steps: {}", acts.join(", "));
}

fn tell(failure: &Failure) {
    let seed = failure.plan.seed;
    println!("\nseed {seed} breaks {}", failure.broken);
    println!("run it again with: make simulation ARGS=\"--seed {seed} --runs 1\"\n");
    let small = shrink(failure, None);
    println!("{} of its {} steps are enough:\n", small.steps.len(), failure.steps.len());
    for line in trace(small.plan, &small.steps, None) {
        println!("{line}");
    }
    println!("\n{}", small.broken);
}
