//! The end of a run: faults stop, time passes, and every transaction must become final or wait for an operator.

use chrono::TimeDelta;
use exchange::transaction::{Command, Status};
use identity::operator::ClosedAs;

use crate::dice::Dice;
use crate::market::Weather;
use crate::sim::Sim;
use crate::task::Source;

/// The pauses in seconds: first short ones, then past every deadline.
const PAUSES_SECONDS: [i64; 22] = [
    1, 20, 20, 20, 60, 60, 60, 300, 900, 1_800, 3_600, 3_600, 86_400, 3_600, 259_200, 3_600, 432_000, 3_600, 432_000,
    60, 60, 60,
];
/// The maximum number of rounds within one pause: more than the longest chain of events.
const ROUNDS_MAX: u32 = 60;

/// The maximum number of delivered reports of one slot in one round.
const TOLD_MAX: u32 = 300;

impl Sim {
    /// Runs without faults until nothing changes, and checks the end state.
    pub fn rest(&mut self) {
        self.note(|| "-- faults stop --".to_owned());
        self.plan = self.plan.healed();
        self.market.weather = Weather::Fair;
        let mut dice = Dice::new(self.plan.seed);
        for (at, pause) in PAUSES_SECONDS.into_iter().enumerate() {
            self.clock.advance(TimeDelta::seconds(pause));
            if at == PAUSES_SECONDS.len() / 2 {
                // The acquirers' statements arrive, so that payments are known even if the requesting replica died.
                for (news, slot) in self.charges.reminders() {
                    self.news(slot, news);
                }
                self.give_up();
            }
            for _ in 0..ROUNDS_MAX {
                if self.broken.is_some() || !self.round(&mut dice) {
                    break;
                }
            }
        }
        if self.broken.is_none() {
            self.at_rest();
        }
        if self.broken.is_none() {
            self.close_all(&mut dice);
        }
    }

    /// Executes each possible action once; returns whether anything changed or a report is open.
    fn round(&mut self, dice: &mut Dice) -> bool {
        let before = (self.commits, self.moved);
        self.finish_tasks(dice);
        for slot in 0..self.plan.slots {
            for _ in 0..TOLD_MAX {
                let Some(at) = self.tellable(slot, 0) else { break };
                self.slots[usize::from(slot)].news[at].telling = true;
                self.tell_now(slot, at, dice);
                self.finish_tasks(dice);
                if self.broken.is_some() {
                    return false;
                }
            }
            while let Some((news, slot)) = self.rail_report(slot, dice) {
                self.moved += 1;
                self.news(slot, news);
            }
        }
        for at in 0..self.chains.len() {
            let told = self.chains[at].mine(dice, true);
            self.moved += u64::from(!told.is_empty());
            self.tell(told);
            let unsent: Vec<_> = self.chains[at].unsent().collect();
            for (slot, request) in unsent {
                self.want(slot, &request);
            }
        }
        self.look_after_chains();
        for _ in 0..64 {
            if !self.work(dice) {
                break;
            }
            self.finish_tasks(dice);
        }
        self.sweep(dice);
        self.finish_tasks(dice);
        let unheard = self.slots.iter().any(|slot| slot.news.iter().any(|news| !news.heard));
        unheard || before != (self.commits, self.moved)
    }

    fn finish_tasks(&mut self, dice: &mut Dice) {
        while !self.tasks.is_empty() && self.broken.is_none() {
            self.rested += 1;
            self.go(0, dice);
        }
    }

    /// An operator must be able to close every transaction in review without a payout in progress.
    fn close_all(&mut self, dice: &mut Dice) {
        let all: Vec<_> = self.slots.iter().flat_map(|slot| slot.transactions.clone()).collect();
        for id in all {
            let Some(tx) = self.load(id) else { continue };
            if tx.status() != Status::Manual || tx.is_paying() {
                continue;
            }
            let slot = self.slot_of.get(&id).copied().unwrap_or(0);
            let close = Command::Close { closed_as: ClosedAs::Resolved };
            self.begin(slot, &tx, Source::Person, close, "operator", dice);
            self.finish_tasks(dice);
            let status = self.load(id).map(|tx| tx.status());
            if status != Some(Status::Resolved) {
                self.fail("I11", format!("{} cannot be closed: {status:?}", tx.id));
            }
        }
    }
}
