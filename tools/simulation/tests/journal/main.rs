//! Sends the requests of the simulation's programs to the real Journal on a real PostgreSQL: orders, payments, refunds
//! and payouts with the exchange's decisions, with crashing replicas and repeated keys. Every answer, and in the end
//! every row, must equal that of the ledger in memory.
//!
//! `AGIO_PROGRAMS` and `AGIO_SEED` select the number of programs and the first seed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod books;
mod invalid_changes;
mod negative_control;
mod real_journal;
mod replica;

use std::sync::Arc;

use ledger::memory::Broken;
use simulation::bug::Bug;
use simulation::plan::Plan;
use simulation::recording::Recording;
use simulation::recording_ledger::Asked;
use simulation::run::trace;
use simulation::shrink::smaller;
use simulation::step::Step;
use store::testing::TestDb;
use tokio::runtime::Handle;
use tokio::task::{JoinSet, block_in_place};

use crate::invalid_changes::meddled;
use crate::real_journal::{Answers, RealJournal};

/// The number of programs in a normal run.
const PROGRAMS: u64 = 24;
/// The random steps of a program, before its end.
const STEPS: u64 = 600;
/// The number of concurrent programs, each with its own tenant.
const AT_ONCE: usize = 2;
/// The maximum number of smaller programs that are tried after a failure.
const TRIES_MAX: u32 = 100;

/// A program by its seed, with its planted mistakes.
#[derive(Debug, Clone, Copy)]
struct Program {
    seed: u64,
    /// The planted bug of the requesting platform.
    bug: Option<Bug>,
    /// Whether invalid requests are inserted.
    meddled: bool,
}

impl Program {
    fn good(seed: u64) -> Self {
        Self { seed, bug: None, meddled: false }
    }

    fn recording(self) -> Result<Recording, Broken> {
        Ok(self.meddle(Recording::of(self.seed, STEPS, self.bug)?))
    }

    fn again(self, plan: Plan, steps: &[Step]) -> Result<Recording, Broken> {
        Ok(self.meddle(Recording::again(plan, steps, self.bug)?))
    }

    fn meddle(self, recording: Recording) -> Recording {
        if self.meddled { meddled(&recording) } else { recording }
    }
}

/// Sends the program's requests to the real Journal, and compares the results.
async fn put(db: &TestDb, recording: &Recording, asked: &[Asked]) -> Result<Answers, String> {
    let Some(first) = asked.first() else { return Ok(Answers::new()) };
    let mut journal = RealJournal::open(db, &recording.plan, first).await;
    journal.ask(asked).await?;
    books::compare(&mut journal, recording).await?;
    Ok(journal.answers)
}

/// Runs programs concurrently, and counts the answers.
async fn run(db: &Arc<TestDb>, programs: Vec<Program>) -> Answers {
    let mut running = JoinSet::new();
    for worker in 0..AT_ONCE {
        let (db, own) = (db.clone(), programs.iter().copied().skip(worker).step_by(AT_ONCE).collect::<Vec<_>>());
        running.spawn(async move {
            let mut answers = Answers::new();
            for program in own {
                for (name, count) in one(&db, program).await {
                    *answers.entry(name).or_default() += count;
                }
            }
            answers
        });
    }
    let mut all = Answers::new();
    while let Some(done) = running.join_next().await {
        for (name, count) in done.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic())) {
            *all.entry(name).or_default() += count;
        }
    }
    all
}

async fn one(db: &TestDb, program: Program) -> Answers {
    let recording = program.recording().unwrap_or_else(|broken| panic!("{program:?}: {broken}"));
    let answers = match put(db, &recording, &recording.asked).await {
        Ok(answers) => answers,
        Err(what) => {
            println!("{program:?}: {what}\nmaking it small ...");
            panic!("{program:?}: {what}\n\n{}", small(db, &recording, program));
        }
    };
    assert!(program.bug.is_some() || recording.broken.is_none(), "{program:?}: {:?}", recording.broken);
    answers
}

/// The smallest program found for which the two ledgers differ: its trace and the difference.
fn small(db: &TestDb, recording: &Recording, program: Program) -> String {
    let handle = Handle::current();
    let differ = |plan: Plan, steps: &[Step]| {
        let recording = program.again(plan, steps).ok()?;
        block_in_place(|| handle.block_on(put(db, &recording, &recording.asked))).err()
    };
    let fails = |plan: Plan, steps: &[Step]| differ(plan, steps).is_some();
    let (plan, steps) = smaller(recording.plan, recording.steps.clone(), TRIES_MAX, fails);
    let what = differ(plan, &steps).unwrap_or_else(|| "this time they agree".to_owned());
    let went = trace(plan, &steps, program.bug).join("\n");
    format!("{} of its {} steps are enough:\n{went}\n{what}", steps.len(), recording.steps.len())
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Checks that the programs cover all kinds of answers.
fn all_answered(answers: &Answers, expected: &[&str]) {
    println!("{answers:?}");
    let usual = setting("AGIO_PROGRAMS", PROGRAMS) >= PROGRAMS;
    let missing = expected.iter().find(|name| usual && !answers.contains_key(**name));
    assert_eq!(missing, None, "never answered: {answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_real_journal_answers_random_programs_as_the_one_in_memory_does() {
    let db = Arc::new(TestDb::new().await);
    let first = setting("AGIO_SEED", 1);
    let programs = first..first + setting("AGIO_PROGRAMS", PROGRAMS);
    let answers = run(&db, programs.map(Program::good).collect()).await;
    all_answered(&answers, &["written", "replayed", "moved"]);
    let mut told = Vec::new();
    let proved = ledger::verify::verify(&db.store, &mut told).await;
    proved.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&told)));
}

/// A planted bug and inserted requests cause changes that a correct platform never sends. A hold without its review is
/// left out: the database refuses it (`records_hold_is_explained`), and the ledger in memory does not read bodies.
#[tokio::test(flavor = "multi_thread")]
async fn the_real_journal_refuses_what_the_one_in_memory_refuses() {
    let db = Arc::new(TestDb::new().await);
    let first = setting("AGIO_SEED", 1);
    let judged_alike = |bug: &Bug| *bug != Bug::ForgetsReviews;
    let mistakes = Bug::ALL.into_iter().filter(judged_alike).zip(first..);
    let mistakes = mistakes.map(|(bug, seed)| Program { bug: Some(bug), ..Program::good(seed) });
    let from = first + Bug::ALL.len() as u64;
    let meddled = (from..from + setting("AGIO_PROGRAMS", PROGRAMS) / 2)
        .map(|seed| Program { meddled: true, ..Program::good(seed) });
    let answers = run(&db, mistakes.chain(meddled).collect()).await;
    all_answered(
        &answers,
        &["written", "replayed", "moved", "insufficient", "hold ended", "transfer exists", "identity"],
    );
}
