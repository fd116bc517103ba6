//! One run: users, faults, rest, checks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::check::{self, Verdict};
use crate::clock;
use crate::console;
use crate::history::{History, Seen};
use crate::idle_weeks;
use crate::money::{self, Open};
use crate::newcomer;
use crate::options::Options;
use crate::person::Person;
use crate::plan::{Fault, Kind};
use crate::points::Points;
use crate::replica::Replica;
use crate::report::{Report, Rest};
use crate::restore::{self, Backup};
use crate::storm::FaultRunner;
use crate::system::TestSystem;
use crate::waits::{Wait, waited};

/// A run of at least this many seconds must reach every write of the program.
const COMPLETE_SECONDS: u64 = 600;

/// The number of users with money per newcomer; there are at least two newcomers.
const NEWCOMERS_FOR_EACH: usize = 3;
/// The first number of users without money.
const NEWCOMERS_FROM: usize = 10_000;
/// The number of the user who advances the sandbox's clock.
const WATCHMAKER: usize = 20_000;

/// With a travel rule, refunds are recorded from the first cent. No order reaches the highest threshold, so no question
/// is asked.
const TRAVEL_RULE: [&str; 7] =
    ["ops", "travel-rule", "3000", "--tenant", "agio", "--reason", "asks above the highest threshold"];

/// Runs for `seconds` and checks the results; with `later`, also after a jump of the clocks. The caller closes the
/// system.
pub async fn run(
    options: &Options,
    system: Arc<TestSystem>,
    seed: u64,
    faults: Vec<Fault>,
    later: bool,
) -> anyhow::Result<Report> {
    let rest = Duration::from_secs(options.rest);
    system.tell(&TRAVEL_RULE).await?;
    let backup = if options.restores > 0 { Some(Backup::make(&system).await?) } else { None };
    let began = Instant::now();
    let end = began + Duration::from_secs(options.seconds);
    let history = Arc::new(History::default());
    let storm = FaultRunner::over(system.clone());
    let no_disk = faults.iter().any(|fault| fault.kind == Kind::FullDisk) && !system.disk.can_be_filled();
    let crashing = faults.iter().any(|fault| fault.kind == Kind::CrashPoint);
    let mut people = let_in(options, &system, &history, seed, end);
    let mut others = let_in_others(options, &system, &history, seed, end);
    let mut watchmaker = JoinSet::new();
    watchmaker.spawn(clock::advance(let_in_one(WATCHMAKER, &system, &history, seed, end + rest), began, end));
    let snapshots = Arc::new(AtomicU64::new(0));
    let mut watching = JoinSet::new();
    watching.spawn(watch(system.clone(), history.clone(), snapshots.clone(), end));
    storm.rage(began, faults, end).await;
    system.heal().await?;
    let over = restore::now(&mut system.postgres.connect().await?).await?;
    let quiet = Instant::now();
    eprintln!("the faults are over; everything has {} s to come to rest", options.rest);
    let mut settling = JoinSet::new();
    while let Some(lived) = people.join_next().await {
        let (mut person, open) = lived?;
        settling.spawn(async move { money::settle(&mut person, open).await });
    }
    while settling.join_next().await.is_some() {}
    let people_ms = since(quiet);
    let mut others_last = String::new();
    while let Some(lived) = others.join_next().await {
        others_last = lived?;
    }
    let others_ms = since(quiet);
    let mut watched = Vec::new();
    while let Some(broken) = watching.join_next().await {
        watched.extend(broken??);
    }
    let last = come_to_rest(&system, quiet + rest).await?;
    watchmaker.shutdown().await;
    let rest = Rest { people_ms, others_ms, others_last, all_ms: since(quiet), last };
    let seen = history.seen();
    let past = backup.map(|backup| (backup, over));
    let (mut verdicts, restored) = judge(options, &system, &seen, past, seed).await?;
    verdicts.extend(watched);
    if later {
        verdicts.extend(idle_weeks::pass(&system).await?);
    }
    let no_disk = no_disk.then(|| "no full disk: mounting one of its own is not allowed here".to_owned());
    let points = system.points.summary(&sources());
    let complete = options.seconds >= COMPLETE_SECONDS;
    verdicts.extend(Points::verdicts(&points, complete, crashing));
    if complete {
        verdicts.iter_mut().for_each(Verdict::must_verify);
    }
    Ok(Report {
        seed,
        seconds: options.seconds,
        faults: storm.counts(),
        notes: no_disk.into_iter().chain(restored).collect(),
        points,
        starts: counted(&system, |replica| &replica.starts),
        ended_alone: counted(&system, |replica| &replica.ended_alone),
        snapshots: snapshots.load(Ordering::SeqCst),
        rest,
        waits: waited(&storm.times(began), &waits(&seen, began)),
        seen,
        verdicts,
    })
}

/// The sum over all replicas.
fn counted(system: &TestSystem, of: fn(&Replica) -> &AtomicU64) -> u64 {
    system.replicas.iter().map(|replica| of(replica).load(Ordering::SeqCst)).sum()
}

/// The checks after all work has ended: of the current database and, with a backup, of the database restored to moments
/// up to the end of the faults. Also returns a note about the restores.
async fn judge(
    options: &Options,
    system: &TestSystem,
    seen: &Seen,
    past: Option<(Backup, String)>,
    seed: u64,
) -> anyhow::Result<(Vec<Verdict>, Option<String>)> {
    let mut conn = system.postgres.connect().await?;
    let mut verdicts = check::all(&mut conn, seen).await?;
    let Some((backup, over)) = past else { return Ok((verdicts, None)) };
    let restored = backup.restore(system, seed, options.restores, &over).await?;
    verdicts.extend(restored.verdicts);
    Ok((verdicts, Some(restored.note)))
}

fn waits(seen: &Seen, began: Instant) -> Vec<Wait> {
    let ms = |length: Duration| u64::try_from(length.as_millis()).unwrap_or(u64::MAX);
    let wait = |(from, took): &(Instant, Duration)| Wait {
        began_ms: ms(from.saturating_duration_since(began)),
        took_ms: ms(*took),
    };
    seen.waits.iter().map(wait).collect()
}

/// Waits until no work is in progress, or until `late`. Returns the last work in progress.
async fn come_to_rest(system: &TestSystem, late: Instant) -> anyhow::Result<Option<String>> {
    let mut last = None;
    while Instant::now() < late {
        let mut conn = system.postgres.connect().await?;
        match check::moves(&mut conn).await? {
            None => break,
            moving => last = moving,
        }
        sleep(Duration::from_millis(500)).await;
    }
    Ok(last)
}

fn since(moment: Instant) -> u64 {
    u64::try_from(moment.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Starts the users with money; each returns the open transactions at `end`.
fn let_in(
    options: &Options,
    system: &TestSystem,
    history: &Arc<History>,
    seed: u64,
    end: Instant,
) -> JoinSet<(Person, Vec<Open>)> {
    let mut people = JoinSet::new();
    for number in 0..options.people {
        let mut person = let_in_one(number, system, history, seed, end + Duration::from_secs(options.rest));
        // With a chosen crash place, every user must be able to reach it.
        person.paid_slowly |= system.points.are_aimed();
        people.spawn(async move {
            let open = money::live(&mut person, end).await;
            (person, open)
        });
    }
    people
}

fn let_in_one(number: usize, system: &TestSystem, history: &Arc<History>, seed: u64, until: Instant) -> Person {
    Person::new(number, seed, &system.ports(), history.clone(), until)
}

/// Starts the users without money, and the operators.
fn let_in_others(
    options: &Options,
    system: &Arc<TestSystem>,
    history: &Arc<History>,
    seed: u64,
    end: Instant,
) -> JoinSet<String> {
    let mut others = JoinSet::new();
    let until = end + Duration::from_secs(options.rest);
    let person = |number: usize| {
        let mut person = let_in_one(NEWCOMERS_FROM + number, system, history, seed, until);
        // Actions that need more codes than an app shows would wait half a minute for each one after the end.
        person.codes_until = end;
        person
    };
    let newcomers = (options.people / NEWCOMERS_FOR_EACH).max(2);
    for number in 0..newcomers {
        others.spawn(newcomer::live(person(number), system.clone(), end));
    }
    others.spawn(console::work(person(newcomers), system.clone(), end));
    others
}

/// The folder of the program's sources. Cargo sets it at run time; the compile-time folder may no longer exist if
/// several checkouts share a cache.
pub fn sources() -> std::path::PathBuf {
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    std::path::PathBuf::from(package).join("../..")
}

/// Repeatedly checks the cheap invariants while faults happen.
async fn watch(
    system: Arc<TestSystem>,
    history: Arc<History>,
    snapshots: Arc<AtomicU64>,
    end: Instant,
) -> anyhow::Result<Vec<Verdict>> {
    let mut broken = Vec::new();
    while Instant::now() < end {
        sleep(Duration::from_millis(700)).await;
        // The check is skipped while the database is unavailable.
        let Ok(mut conn) = system.postgres.connect().await else { continue };
        let Ok(verdicts) = check::now(&mut conn).await else { continue };
        snapshots.fetch_add(1, Ordering::SeqCst);
        broken.extend(verdicts.into_iter().filter(|verdict| !verdict.holds()));
        broken.truncate(20);
        let (asked, acknowledged) = history.note(|seen| (seen.asked, seen.told.len()));
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        eprint!("\r{left:>5} s left, {asked} requests, {acknowledged} actions answered ");
    }
    eprintln!();
    sleep_until(end).await;
    Ok(broken)
}
