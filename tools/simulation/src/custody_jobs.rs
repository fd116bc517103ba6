//! The job `payout.chain`, step by step, like custody's job, but with the simulated chain instead of the database.

use chrono::TimeDelta;
use custody::PayoutState;
use exchange::attempt::End;
use exchange::rails::ChainPayout;
use kernel::Network;
use store::JobSpec;

use crate::dice::Dice;
use crate::rails::Line;
use crate::rails::chain::Chain;
use crate::rails::chain_payouts::Turn;
use crate::sim::Sim;
use crate::task::{Stage, Task};

/// The retry interval of a payout that is not broadcast.
const WAIT_SECONDS: i64 = 15;

impl Sim {
    /// The chain of a network.
    pub fn chain(&mut self, network: Network) -> &mut Chain {
        &mut self.chains[usize::from(network != Network::Litecoin)]
    }

    fn waits(&self, task: &mut Task) {
        task.end = Some(End::Again(self.now() + TimeDelta::seconds(WAIT_SECONDS), "it waits"));
    }
}

/// Whether the task has ended.
pub type Over = bool;

impl Sim {
    /// Reads the payout's state. If nothing has been broadcast yet, checks that the order still allows the payout.
    pub fn chain_look(&mut self, task: &mut Task, request: Box<ChainPayout>) -> Over {
        let (slot, tenant, id) = (task.slot, self.tenant, self.world.uuid());
        let turn = self.chain(request.network).turn(slot, tenant, &request, id);
        match turn {
            Turn::Done => return true,
            Turn::Inside(..) => {
                let allowed = self.load(request.transaction.uuid()).is_some_and(|tx| tx.may_pay_out(request.leg));
                if !allowed {
                    self.waits(task);
                    return true;
                }
            }
            Turn::Outside(..) => {}
        }
        task.stage = Stage::Chain(request, turn);
        false
    }

    /// One step: plan, sign, or broadcast.
    pub fn chain_step(&mut self, task: &mut Task, request: Box<ChainPayout>, turn: Turn, dice: &mut Dice) -> Over {
        let (Turn::Inside(state, attempt) | Turn::Outside(state, attempt)) = turn else { return true };
        let line = self.line(dice);
        let refuse = self.plan.refusals && dice.chance(4);
        let leg = (request.transaction, request.leg);
        let told = self.chain(request.network).bring(leg, (state, attempt), line != Line::Unsent, refuse);
        self.note(|| format!("  custody brings leg {} on from {state:?}: {line:?}", leg.1));
        self.tell(told);
        task.stage = if state == PayoutState::Signed { Stage::HandedOver(request) } else { Stage::Job };
        false
    }

    /// Records the node's answer after a broadcast.
    pub fn chain_noted(&mut self, task: &mut Task, request: &ChainPayout) -> Over {
        let told = self.chain(request.network).note_sent((request.transaction, request.leg));
        if told.is_empty() {
            self.waits(task);
        }
        self.tell(told);
        true
    }

    /// The scanner's regular check of payouts.
    pub fn look_after_chains(&mut self) {
        for at in 0..self.chains.len() {
            let (told, again) = self.chains[at].look_after();
            self.tell(told);
            for (slot, request) in again {
                self.want(slot, &request);
            }
        }
    }

    /// An operator cancels the payouts that their orders no longer allow.
    pub fn give_up(&mut self) {
        for at in 0..self.chains.len() {
            let unsent: Vec<_> = self.chains[at].unsent().collect();
            for (_, request) in unsent {
                let allowed = self.load(request.transaction.uuid()).is_some_and(|tx| tx.may_pay_out(request.leg));
                let leg = (request.transaction, request.leg);
                let told = if allowed { Vec::new() } else { self.chains[at].give_up(leg) };
                self.tell(told);
            }
        }
    }

    /// Adds a job for a payout without one. It may be a second job, because custody cannot always know.
    pub fn want(&mut self, slot: u8, request: &ChainPayout) {
        let Ok(payload) = serde_json::to_value(request) else { return };
        let spec = JobSpec::new("payout.chain", self.tenant, payload).unique(format!("again:{}", request.transaction));
        let now = self.now();
        self.queue.add(slot, spec, now);
    }
}
