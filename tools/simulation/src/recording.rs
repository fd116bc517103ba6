//! A program with its recorded requests to the ledger in memory, for the comparison with the real ledger.

use ledger::memory::{Broken, MemoryJournal};

use crate::bug::Bug;
use crate::plan::Plan;
use crate::recording_ledger::{Asked, Ledger};
use crate::run::{caught, made, played};
use crate::sim::Sim;
use crate::step::Step;

/// A program and its requests.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The plan of the program.
    pub plan: Plan,
    /// The steps of the program.
    pub steps: Vec<Step>,
    /// The requests in their order.
    pub asked: Vec<Asked>,
    /// The final state of the ledger.
    pub books: MemoryJournal,
    /// The violated invariant, if any; there are no requests after it.
    pub broken: Option<Broken>,
}

impl Recording {
    /// Generates and runs the program of `seed`.
    ///
    /// # Errors
    /// A panic of the platform's code.
    pub fn of(seed: u64, length: u64, bug: Option<Bug>) -> Result<Self, Broken> {
        let (plan, mut steps) = (Plan::of(seed), Vec::new());
        let sim = caught(|| made(remembering(plan, bug), length, &mut steps))?;
        Ok(Self::from(plan, steps, sim))
    }

    /// Runs the steps of a program again.
    ///
    /// # Errors
    /// A panic of the platform's code.
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
