//! Runs: generates programs from a seed, repeats them from their steps, and shrinks them.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use exchange::transaction::Status;
use ledger::memory::Broken;

use crate::bug::Bug;
use crate::dice::Dice;
use crate::plan::Plan;
use crate::sim::Sim;
use crate::step::{Act, Step};

/// The number of random steps of one run.
pub const RUN_STEPS: u64 = 1_500;
/// The maximum number of impossible steps per executed step.
const IDLE_MAX: u64 = 20;

/// The statistics of runs.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The executed steps, including those at the end of each run.
    pub steps: u64,
    /// The written changes.
    pub commits: u64,
    /// The runs.
    pub runs: u64,
    /// The final states of the transactions.
    pub ended: BTreeMap<Status, u64>,
    /// The movements of each type. A transfer also counts as the receipt of its receiver.
    pub types: BTreeMap<&'static str, u64>,
    /// The number of executions of each act.
    pub acts: BTreeMap<Act, u64>,
}

impl Tally {
    /// Adds the statistics of other runs.
    pub fn add(&mut self, other: &Self) {
        self.steps += other.steps;
        self.commits += other.commits;
        self.runs += other.runs;
        for (status, count) in &other.ended {
            *self.ended.entry(*status).or_default() += count;
        }
        for (kind, count) in &other.types {
            *self.types.entry(kind).or_default() += count;
        }
        for (act, count) in &other.acts {
            *self.acts.entry(*act).or_default() += count;
        }
    }

    /// The number of movements.
    #[must_use]
    pub fn movements(&self) -> u64 {
        self.ended.values().sum()
    }

    fn of(sim: &Sim, steps: &[Step]) -> Self {
        let mut tally =
            Self { steps: steps.len() as u64 + sim.rested, commits: sim.commits, runs: 1, ..Self::default() };
        for id in sim.slots.iter().flat_map(|slot| &slot.transactions) {
            if let Some(tx) = sim.stored.get(id) {
                *tally.ended.entry(tx.status()).or_default() += 1;
                *tally.types.entry(tx.kind.code()).or_default() += 1;
                if let Some(received) = tx.as_received() {
                    *tally.types.entry(received.kind.code()).or_default() += 1;
                }
            }
        }
        for step in steps {
            *tally.acts.entry(step.act).or_default() += 1;
        }
        tally
    }
}

/// A program that violates an invariant.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The plan of the program.
    pub plan: Plan,
    /// The steps of the program.
    pub steps: Vec<Step>,
    /// The violated invariant.
    pub broken: Broken,
}

/// Generates and runs the program of `seed`.
///
/// # Errors
/// The program, if it violates an invariant.
pub fn run(seed: u64, length: u64, bug: Option<Bug>) -> Result<Tally, Box<Failure>> {
    let plan = Plan::of(seed);
    let mut steps = Vec::new();
    match caught(|| made(Sim::new(plan, bug), length, &mut steps)) {
        Ok(sim) => match sim.broken.clone() {
            None => Ok(Tally::of(&sim, &steps)),
            Some(broken) => Err(Box::new(Failure { plan, steps, broken })),
        },
        Err(broken) => Err(Box::new(Failure { plan, steps, broken })),
    }
}

/// Generates the program of the seed while it runs, and then executes the end of the run.
pub(crate) fn made(mut sim: Sim, length: u64, steps: &mut Vec<Step>) -> Sim {
    let plan = sim.plan;
    let mut dice = Dice::new(plan.seed);
    sim.grant();
    let mut tries = 0;
    while (steps.len() as u64) < length && tries < length * IDLE_MAX && sim.broken.is_none() {
        tries += 1;
        let step = Step { slot: dice.roll() as u8, act: act(&mut dice), chance: dice.roll() as u32 };
        // Recorded before the execution, so that the program contains a step that panics.
        if plan.knows(step.act) {
            steps.push(step);
            if !sim.step(step) {
                steps.pop();
            }
        }
    }
    if sim.broken.is_none() {
        sim.rest();
    }
    sim
}

fn act(dice: &mut Dice) -> Act {
    let total: u64 = Act::WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let mut at = dice.below(total);
    for (act, weight) in Act::WEIGHTS {
        if at < weight {
            return act;
        }
        at -= weight;
    }
    Act::Go
}

/// Runs the steps of a program again; returns the violated invariant.
#[must_use]
pub fn replay(plan: Plan, steps: &[Step], bug: Option<Bug>) -> Option<Broken> {
    let result = caught(|| played(Sim::new(plan, bug), steps).broken);
    result.unwrap_or_else(Some)
}

/// The trace of a program, line by line.
#[must_use]
pub fn trace(plan: Plan, steps: &[Step], bug: Option<Bug>) -> Vec<String> {
    let sim = Sim { trace: Some(Vec::new()), ..Sim::new(plan, bug) };
    let lines = caught(|| played(sim, steps).trace.unwrap_or_default());
    lines.unwrap_or_else(|broken| vec![broken.to_string()])
}

pub(crate) fn played(mut sim: Sim, steps: &[Step]) -> Sim {
    sim.grant();
    for step in steps {
        if sim.broken.is_some() {
            return sim;
        }
        sim.step(*step);
    }
    if sim.broken.is_none() {
        sim.rest();
    }
    sim
}

/// A panic of the platform's code counts as a violated invariant.
pub(crate) fn caught<T>(play: impl FnOnce() -> T) -> Result<T, Broken> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Broken { rule: "panic", what: text.unwrap_or_default() }
    })
}
