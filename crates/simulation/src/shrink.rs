//! Making a failing program small: fewer faults, then fewer steps (delta debugging), as long as it breaks the same rule.

use crate::bug::Bug;
use crate::plan::Plan;
use crate::run::{Failure, replay};
use crate::step::Step;

/// Programs tried at most; each takes some milliseconds.
const TRIES_MAX: u32 = 4_000;

/// The smallest program found that breaks the same rule.
#[must_use]
pub fn shrink(failure: &Failure, bug: Option<Bug>) -> Failure {
    let mut search = Search { rule: failure.broken.rule, bug, tries: 0 };
    let mut plan = failure.plan;
    let mut steps = failure.steps.clone();
    for calmer in calmer(plan) {
        let both = merge(plan, calmer);
        if search.fails(both, &steps) {
            plan = both;
        }
    }
    let mut size = steps.len().div_ceil(2).max(1);
    while search.tries < TRIES_MAX {
        let before = steps.len();
        steps = search.without_chunks(plan, steps, size);
        if size == 1 && steps.len() == before {
            break;
        }
        size = size.div_ceil(2).max(1);
    }
    let broken = replay(plan, &steps, bug).unwrap_or_else(|| failure.broken.clone());
    Failure { plan, steps, broken }
}

struct Search {
    rule: &'static str,
    bug: Option<Bug>,
    tries: u32,
}

impl Search {
    fn fails(&mut self, plan: Plan, steps: &[Step]) -> bool {
        self.tries += 1;
        replay(plan, steps, self.bug).is_some_and(|broken| broken.rule == self.rule)
    }

    fn without_chunks(&mut self, plan: Plan, mut steps: Vec<Step>, size: usize) -> Vec<Step> {
        let mut at = 0;
        while at < steps.len() && self.tries < TRIES_MAX {
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

/// The plan with one fault less each.
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
