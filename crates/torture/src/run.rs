//! One run: people, faults, rest, judgement.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::check::{self, Verdict};
use crate::clock;
use crate::console;
use crate::deeds::{self, Open};
use crate::history::{History, Seen};
use crate::house::House;
use crate::later;
use crate::newcomer;
use crate::options::Options;
use crate::person::Person;
use crate::plan::{Fault, Kind};
use crate::points::Points;
use crate::replica::Replica;
use crate::report::{Report, Rest};
use crate::restore::{self, Backup};
use crate::storm::Storm;
use crate::waits::{Wait, waited};

/// A run of so many seconds must meet every write of the program.
const COMPLETE_SECONDS: u64 = 600;

/// People with money for each without any, of whom there are two at least.
const NEWCOMERS_FOR_EACH: usize = 3;
/// Where the numbers of people without money begin.
const NEWCOMERS_FROM: usize = 10_000;
/// Who advances the played world's clock.
const WATCHMAKER: usize = 20_000;

/// Refunds are noted from the first cent where there is a travel rule; nobody has so much that it asks them anything.
const TRAVEL_RULE: [&str; 7] =
    ["ops", "travel-rule", "10000000", "--tenant", "agio", "--reason", "asks about ten million"];

/// Runs for `seconds` and judges; with `later`, time moves on in the end. The house is left standing for the caller to close.
pub async fn run(
    options: &Options,
    house: Arc<House>,
    seed: u64,
    faults: Vec<Fault>,
    later: bool,
) -> anyhow::Result<Report> {
    let rest = Duration::from_secs(options.rest);
    house.tell(&TRAVEL_RULE).await?;
    let backup = if options.restores > 0 { Some(Backup::make(&house).await?) } else { None };
    let began = Instant::now();
    let end = began + Duration::from_secs(options.seconds);
    let history = Arc::new(History::default());
    let storm = Storm::over(house.clone());
    let no_disk = faults.iter().any(|fault| fault.kind == Kind::FullDisk) && !house.disk.can_be_filled();
    let crashing = faults.iter().any(|fault| fault.kind == Kind::CrashPoint);
    let mut people = let_in(options, &house, &history, seed, end);
    let mut others = let_in_others(options, &house, &history, seed, end);
    let mut watchmaker = JoinSet::new();
    watchmaker.spawn(clock::advance(let_in_one(WATCHMAKER, &house, &history, seed, end + rest), began, end));
    let snapshots = Arc::new(AtomicU64::new(0));
    let mut watching = JoinSet::new();
    watching.spawn(watch(house.clone(), history.clone(), snapshots.clone(), end));
    storm.rage(began, faults, end).await;
    house.heal().await?;
    let over = restore::now(&mut house.postgres.connect().await?).await?;
    let quiet = Instant::now();
    eprintln!("the faults are over; everything has {} s to come to rest", options.rest);
    let mut settling = JoinSet::new();
    while let Some(lived) = people.join_next().await {
        let (mut person, open) = lived?;
        settling.spawn(async move { deeds::settle(&mut person, open).await });
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
    let last = come_to_rest(&house, quiet + rest).await?;
    watchmaker.shutdown().await;
    let rest = Rest { people_ms, others_ms, others_last, all_ms: since(quiet), last };
    let seen = history.seen();
    let past = backup.map(|backup| (backup, over));
    let (mut verdicts, restored) = judge(options, &house, &seen, past, seed).await?;
    verdicts.extend(watched);
    if later {
        verdicts.extend(later::pass(&house).await?);
    }
    let no_disk = no_disk.then(|| "no full disk: mounting one of its own is not allowed here".to_owned());
    let points = house.points.summary(&sources());
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
        starts: counted(&house, |replica| &replica.starts),
        ended_alone: counted(&house, |replica| &replica.ended_alone),
        snapshots: snapshots.load(Ordering::SeqCst),
        rest,
        waits: waited(&storm.times(began), &waits(&seen, began)),
        seen,
        verdicts,
    })
}

/// Of all replicas together.
fn counted(house: &House, of: fn(&Replica) -> &AtomicU64) -> u64 {
    house.replicas.iter().map(|replica| of(replica).load(Ordering::SeqCst)).sum()
}

/// What is checked once everything rests: as it stands, and as it stood at moments up to the end of the faults where there is a
/// backup; then also what that took.
async fn judge(
    options: &Options,
    house: &House,
    seen: &Seen,
    past: Option<(Backup, String)>,
    seed: u64,
) -> anyhow::Result<(Vec<Verdict>, Option<String>)> {
    let mut conn = house.postgres.connect().await?;
    let mut verdicts = check::all(&mut conn, seen).await?;
    let Some((backup, over)) = past else { return Ok((verdicts, None)) };
    let restored = backup.restore(house, seed, options.restores, &over).await?;
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

/// Waits until nothing is under way any more, or it is `late`. What was waited for last.
async fn come_to_rest(house: &House, late: Instant) -> anyhow::Result<Option<String>> {
    let mut last = None;
    while Instant::now() < late {
        let mut conn = house.postgres.connect().await?;
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

/// Lets everybody in; each comes back with what is still under way at `end`.
fn let_in(
    options: &Options,
    house: &House,
    history: &Arc<History>,
    seed: u64,
    end: Instant,
) -> JoinSet<(Person, Vec<Open>)> {
    let mut people = JoinSet::new();
    for number in 0..options.people {
        let mut person = let_in_one(number, house, history, seed, end + Duration::from_secs(options.rest));
        // Where one thing alone is aimed at, nobody should be without it.
        person.paid_slowly |= house.points.are_aimed();
        people.spawn(async move {
            let open = deeds::live(&mut person, end).await;
            (person, open)
        });
    }
    people
}

fn let_in_one(number: usize, house: &House, history: &Arc<History>, seed: u64, until: Instant) -> Person {
    Person::new(number, seed, &house.ports(), history.clone(), until)
}

/// Lets in who has no money, and those who look after them.
fn let_in_others(
    options: &Options,
    house: &Arc<House>,
    history: &Arc<History>,
    seed: u64,
    end: Instant,
) -> JoinSet<String> {
    let mut others = JoinSet::new();
    let until = end + Duration::from_secs(options.rest);
    let person = |number: usize| {
        let mut person = let_in_one(NEWCOMERS_FROM + number, house, history, seed, until);
        // What takes more codes than an app shows would take minutes after the end, one for each half of a minute.
        person.codes_until = end;
        person
    };
    let newcomers = (options.people / NEWCOMERS_FOR_EACH).max(2);
    for number in 0..newcomers {
        others.spawn(newcomer::live(person(number), house.clone(), end));
    }
    others.spawn(console::work(person(newcomers), house.clone(), end));
    others
}

/// Where the program's sources are. Cargo says so to whatever it runs; what was built knows only the folder it was built in, which need not be
/// there any more where several share a cache.
pub fn sources() -> std::path::PathBuf {
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    std::path::PathBuf::from(package).join("../..")
}

/// Looks again and again whether what must hold at every instant does.
async fn watch(
    house: Arc<House>,
    history: Arc<History>,
    snapshots: Arc<AtomicU64>,
    end: Instant,
) -> anyhow::Result<Vec<Verdict>> {
    let mut broken = Vec::new();
    while Instant::now() < end {
        sleep(Duration::from_millis(700)).await;
        // While the database is away there is nothing to see.
        let Ok(mut conn) = house.postgres.connect().await else { continue };
        let Ok(verdicts) = check::now(&mut conn).await else { continue };
        snapshots.fetch_add(1, Ordering::SeqCst);
        broken.extend(verdicts.into_iter().filter(|verdict| !verdict.holds()));
        broken.truncate(20);
        let (asked, acknowledged) = history.note(|seen| (seen.asked, seen.told.len()));
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        eprint!("\r{left:>5} s left, {asked} requests, {acknowledged} deeds answered ");
    }
    eprintln!();
    sleep_until(end).await;
    Ok(broken)
}
