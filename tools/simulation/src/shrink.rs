//! Shrinks a failing program: removes faults, then steps (delta debugging), while the same invariant is violated.

use crate::bug::Bug;
use crate::plan::Plan;
use crate::run::{Failure, replay};
use crate::step::Step;

/// The maximum number of tried programs; each takes some milliseconds.
const TRIES_MAX: u32 = 4_000;

/// The smallest program found that violates the same invariant.
#[must_use]
pub fn shrink(failure: &Failure, bug: Option<Bug>) -> Failure {
    let rule = failure.broken.rule;
    let same = |plan, steps: &[Step]| replay(plan, steps, bug).is_some_and(|broken| broken.rule == rule);
    let (plan, steps) = smaller(failure.plan, failure.steps.clone(), TRIES_MAX, same);
    let broken = replay(plan, &steps, bug).unwrap_or_else(|| failure.broken.clone());
    Failure { plan, steps, broken }
}

/// The smallest plan and program, found in at most `tries_max` tries, for which `fails` returns true.
pub fn smaller(
    mut plan: Plan,
    mut steps: Vec<Step>,
    tries_max: u32,
    fails: impl FnMut(Plan, &[Step]) -> bool,
) -> (Plan, Vec<Step>) {
    let mut search = Search { fails, tries: 0, tries_max };
    for calmer in calmer(plan) {
        let both = merge(plan, calmer);
        if search.fails(both, &steps) {
            plan = both;
        }
    }
    let mut size = steps.len().div_ceil(2).max(1);
    while search.tries < tries_max {
        let before = steps.len();
        steps = search.without_chunks(plan, steps, size);
        if size == 1 && steps.len() == before {
            break;
        }
        size = size.div_ceil(2).max(1);
    }
    (plan, steps)
}

struct Search<F> {
    fails: F,
    tries: u32,
    tries_max: u32,
}

impl<F: FnMut(Plan, &[Step]) -> bool> Search<F> {
    fn fails(&mut self, plan: Plan, steps: &[Step]) -> bool {
        self.tries += 1;
        (self.fails)(plan, steps)
    }

    fn without_chunks(&mut self, plan: Plan, mut steps: Vec<Step>, size: usize) -> Vec<Step> {
        let mut at = 0;
        while at < steps.len() && self.tries < self.tries_max {
            let mut fewer = steps.clone();
            fewer.drain(at..(at + size).min(steps.len()));
            if self.fails(plan, &fewer) {
                steps = fewer;
            } else {
                at += size;
            }
        }
        steps
    }
}

/// The plans with one fault less.
fn calmer(plan: Plan) -> Vec<Plan> {
    vec![
        Plan { commit_unsent: 0, ..plan },
        Plan { commit_unanswered: 0, ..plan },
        Plan { call_unsent: 0, ..plan },
        Plan { call_unanswered: 0, ..plan },
        Plan { odd_payments: false, ..plan },
        Plan { refusals: false, ..plan },
    ]
}

/// The faults that both plans have.
fn merge(a: Plan, b: Plan) -> Plan {
    Plan {
        commit_unsent: a.commit_unsent.min(b.commit_unsent),
        commit_unanswered: a.commit_unanswered.min(b.commit_unanswered),
        call_unsent: a.call_unsent.min(b.call_unsent),
        call_unanswered: a.call_unanswered.min(b.call_unanswered),
        odd_payments: a.odd_payments && b.odd_payments,
        refusals: a.refusals && b.refusals,
        ..a
    }
}
