//! The crash harness: see docs/torture.md.

mod check;
mod clock;
mod console;
mod disk;
mod exports;
mod faults;
mod goals;
mod history;
mod http;
mod idle_weeks;
mod money;
mod newcomer;
mod options;
mod passkey;
mod person;
mod plan;
mod planted;
mod points;
mod postgres;
mod process;
mod proxy;
mod replica;
mod report;
mod restore;
mod run;
mod seeded;
mod storm;
mod system;
mod waits;
mod wallet;
mod wire;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};

use check::Verdict;
use goals::Figures;
use options::Options;
use plan::{Kind, plan};
use planted::{BUGS, BUILD_MARKS, PLANTED_SECONDS};
use points::Aim;
use report::Report;
use system::{REPLICAS, TestSystem};

/// The total time of faults and rest in a run with a planted bug, in seconds.
const PLANTED_MAX: u64 = 60;

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let tortured = runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(torture(&options)));
    match tortured {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("torture: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn torture(options: &Options) -> anyhow::Result<bool> {
    let seed = match options.seed {
        Some(seed) => seed,
        None => chosen()?,
    };
    if options.planted {
        return plant_all(options, seed).await;
    }
    let bug = options.bug.iter().map(|bug| ("AGIO_PLANTED".to_owned(), bug.clone())).collect::<Vec<_>>();
    let mut kinds = kinds(options)?;
    let build = Build::of(options)?;
    ensure!(
        !options.product || !(build.for_torture || build.for_bugs),
        "this program must not ship: see docs/torture.md"
    );
    ensure!(
        !points::known_writes(&run::sources()).is_empty(),
        "no write of the program is known, so none could be missed: start this with cargo, where the sources are"
    );
    if !build.for_torture {
        kinds.retain(|kind| *kind != Kind::ClockJump);
    }
    // The clock can be advanced only in a build for torture; runs with a bug end before that.
    let later = build.for_torture && bug.is_empty();
    let report = once(options, seed, &Weather { kinds: &kinds, haste: 1, aim: None }, later, &bug).await?;
    if options.json {
        println!("{:#}", report.json());
    } else {
        println!("{}", report.text());
    }
    Ok(report.holds())
}

/// The faults of a run: their kinds, their rate as a multiple of the usual one, and the only place to crash, if any.
struct Weather<'a> {
    kinds: &'a [Kind],
    haste: u64,
    aim: Option<Aim>,
}

/// A run on a new system, which is deleted afterwards, also after an interruption.
async fn once(
    options: &Options,
    seed: u64,
    weather: &Weather<'_>,
    later: bool,
    environment: &[(String, String)],
) -> anyhow::Result<Report> {
    let faults = plan(seed, options.seconds, REPLICAS, weather.kinds, weather.haste);
    eprintln!("seed {seed}: {} s", options.seconds);
    let system = Arc::new(TestSystem::open(&options.bin, environment, weather.aim, options.restores > 0).await?);
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let ran = tokio::select! {
        ran = run::run(options, system.clone(), seed, faults, later) => ran,
        _ = interrupt.recv() => Err(anyhow::anyhow!("interrupted")),
        _ = terminate.recv() => Err(anyhow::anyhow!("terminated")),
    };
    let keep = match &ran {
        Ok(report) if report.holds() => None,
        _ => Some(options.logs().join(format!("seed-{seed}"))),
    };
    let mut owned = system;
    let system = loop {
        // The remaining observers release their references within a moment.
        match Arc::try_unwrap(owned) {
            Ok(system) => break system,
            Err(shared) => owned = shared,
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    system.close(keep.as_deref()).await?;
    if let (Some(kept), Ok(report)) = (&keep, &ran) {
        std::fs::write(kept.join("report.json"), format!("{:#}", report.json()))?;
        eprintln!("the logs of the run are in {}", kept.display());
    }
    ran
}

/// What the patches of `planted/` have added to the program under test.
struct Build {
    for_torture: bool,
    for_bugs: bool,
}

impl Build {
    /// Detected from texts that only the patches of `planted/` add to the program.
    fn of(options: &Options) -> anyhow::Result<Self> {
        let program = std::fs::read(&options.bin).with_context(|| format!("{}", options.bin.display()))?;
        let text = String::from_utf8_lossy(&program);
        let [for_torture, for_bugs] = BUILD_MARKS.map(|mark| text.contains(mark));
        Ok(Self { for_torture, for_bugs })
    }
}

/// Every planted bug must be found, and a run without one must find no violation.
async fn plant_all(options: &Options, seed: u64) -> anyhow::Result<bool> {
    ensure!(Build::of(options)?.for_bugs, "this program has no bugs to plant: build it with make torture-build");
    let at_most = |seconds: u64| Options { seconds, rest: PLANTED_MAX - seconds, ..options.clone() };
    let mut found = Vec::new();
    println!("| Planted | What it is | Found by |\n| --- | --- | --- |");
    for bug in BUGS.iter().filter(|bug| options.bug.as_ref().is_none_or(|chosen| chosen == bug.name)) {
        let planted = [("AGIO_PLANTED".to_owned(), bug.name.to_owned())];
        let weather = Weather { kinds: bug.faults, haste: bug.haste, aim: bug.aim };
        let report = once(&at_most(bug.seconds), seed, &weather, false, &planted).await?;
        eprintln!("{}: {} actions, {:?}", bug.name, report.seen.told.len(), report.faults);
        let broken = |verdict: &&Verdict| !verdict.holds() && bug.breaks.contains(&verdict.id);
        let by = report.verdicts.iter().find(broken).map(|verdict| format!("{}: {}", verdict.id, verdict.claim));
        println!("| `{}` | {} | {} |", bug.name, bug.what, by.as_deref().unwrap_or("**nothing**"));
        found.push(by.is_some());
    }
    let bugs = found.iter().filter(|found| **found).count() as u64;
    if options.bug.as_deref().is_none_or(|chosen| chosen == "none") {
        let weather = Weather { kinds: planted::CRASHES, haste: 2, aim: None };
        let clean = once(&at_most(PLANTED_SECONDS), seed, &weather, false, &[]).await?;
        println!("| none | | {} |", if clean.holds() { "nothing is found" } else { "**something is found**" });
        found.push(clean.holds());
        println!("{}", goals::table(&Figures { bugs: Some(bugs), ..Figures::default() }));
    }
    Ok(found.iter().all(|found| *found))
}

fn kinds(options: &Options) -> anyhow::Result<Vec<Kind>> {
    if options.faults.is_empty() {
        return Ok(Kind::ALL.to_vec());
    }
    let known = || Kind::ALL.map(Kind::name).join(", ");
    let read = |name: &String| match Kind::from_name(name) {
        Some(kind) => Ok(kind),
        None => bail!("{name} is no kind of fault: {}", known()),
    };
    options.faults.iter().map(read).collect()
}

/// A seed from the operating system's random numbers.
fn chosen() -> anyhow::Result<u64> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/uuid").context("no chance to be had")?;
    let digits: String = text.chars().filter(char::is_ascii_hexdigit).take(12).collect();
    Ok(u64::from_str_radix(&digits, 16)?)
}
