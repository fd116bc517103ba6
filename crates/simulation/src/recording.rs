//! A program together with what it asked of the ledger in memory: what the real one is asked afterwards.

use ledger::memory::{Broken, MemoryJournal};

use crate::asked::{Asked, Ledger};
use crate::bug::Bug;
use crate::plan::Plan;
use crate::run::{caught, made, played};
use crate::sim::Sim;
use crate::step::Step;

/// A program and what it asked.
#[derive(Debug, Clone)]
pub struct Recording {
    /// What made it.
    pub plan: Plan,
    /// What it does.
    pub steps: Vec<Step>,
    /// What it asked, in this order.
    pub asked: Vec<Asked>,
    /// The books afterwards.
    pub books: MemoryJournal,
    /// The rule that it breaks, if it does; nothing is asked after that.
    pub broken: Option<Broken>,
}

impl Recording {
    /// Makes and runs the program of `seed`.
    ///
    /// # Errors
    /// A panic of the house.
    pub fn of(seed: u64, length: u64, bug: Option<Bug>) -> Result<Self, Broken> {
        let (plan, mut steps) = (Plan::of(seed), Vec::new());
        let sim = caught(|| made(remembering(plan, bug), length, &mut steps))?;
        Ok(Self::from(plan, steps, sim))
    }

    /// Runs the steps of a program again.
    ///
    /// # Errors
    /// A panic of the house.
    pub fn again(plan: Plan, steps: &[Step], bug: Option<Bug>) -> Result<Self, Broken> {
        let sim = caught(|| played(remembering(plan, bug), steps))?;
        Ok(Self::from(plan, steps.to_vec(), sim))
    }

    fn from(plan: Plan, steps: Vec<Step>, sim: Sim) -> Self {
        let (books, asked) = sim.journal.into_parts();
        Self { plan, steps, asked, books, broken: sim.broken }
    }
}

fn remembering(plan: Plan, bug: Option<Bug>) -> Sim {
    Sim { journal: Ledger::that_remembers(), ..Sim::new(plan, bug) }
}
