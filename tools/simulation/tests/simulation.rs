//! A short run, and a proof that the simulation can fail: it finds every planted bug by its seed, and shrinks the
//! program.

use exchange::transaction::TransactionType;
use simulation::bug::Bug;
use simulation::executor::Mistake;
use simulation::run::{Tally, replay, run};
use simulation::shrink::shrink;

/// The programs of a short run.
const RUNS: u64 = 60;
/// The number of programs within which a planted bug must be found.
const FOUND_WITHIN: u64 = 400;

#[test]
fn random_programs_keep_every_rule() {
    let mut all = Tally::default();
    for seed in 1..=RUNS {
        match run(seed, 600, None) {
            Ok(tally) => all.add(&tally),
            Err(failure) => panic!("seed {seed} breaks {}; see docs/simulation.md", failure.broken),
        }
    }
    println!("{:?}", all.types);
    let missing: Vec<_> = TransactionType::all().filter(|kind| !all.types.contains_key(kind.code())).collect();
    assert!(missing.is_empty(), "{missing:?} are never opened");
}

#[test]
fn every_planted_mistake_of_the_executor_breaks_its_rule() {
    // The second draw exceeds the balance, or what it takes stays in transit.
    let rules: [(Mistake, &[&str]); 4] = [
        (Mistake::HoldNotVoided, &["I11"]),
        (Mistake::DrawPostedTwice, &["I3", "I5"]),
        (Mistake::FeeOnRefund, &["I5"]),
        (Mistake::CounterKept, &["limits"]),
    ];
    assert_eq!(rules.map(|(mistake, _)| mistake), Mistake::ALL);
    for (mistake, rules) in rules {
        let found = (1..FOUND_WITHIN).find_map(|seed| run(seed, 600, Some(Bug::Executor(mistake))).err());
        let failure = found.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        assert!(rules.contains(&failure.broken.rule), "{mistake:?}: {}", failure.broken);
    }
}

#[test]
fn the_same_seed_makes_the_same_run() {
    let [first, second] = [run(7, 600, None), run(7, 600, None)].map(|tally| tally.expect("it keeps the rules"));
    assert_eq!((first.steps, first.commits, &first.ended), (second.steps, second.commits, &second.ended));
}

#[test]
fn every_planted_mistake_is_found_and_shrunk() {
    for bug in Bug::ALL {
        let found = (1..FOUND_WITHIN).find_map(|seed| run(seed, 600, Some(bug)).err());
        let failure = found.unwrap_or_else(|| panic!("{bug:?} is not found"));
        let again = replay(failure.plan, &failure.steps, Some(bug));
        assert_eq!(again.as_ref(), Some(&failure.broken), "{bug:?}: the same steps break the same rule");
        let small = shrink(&failure, Some(bug));
        assert_eq!(small.broken.rule, failure.broken.rule);
        println!("{bug:?}: {} ({} of {} steps)", small.broken, small.steps.len(), failure.steps.len());
        assert!(small.steps.len() * 3 < failure.steps.len().max(120), "{bug:?}: {} steps are left", small.steps.len());
    }
}
