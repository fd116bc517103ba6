//! The steps of rails, chains, replicas and time; the steps of customers and operators are in [`super::people`].

use chrono::TimeDelta;
use exchange::transaction::{Command, PayOut};

use crate::bug::Bug;
use crate::dice::Dice;
use crate::jobs::State;
use crate::market::Weather;
use crate::plan::REPLICAS;
use crate::rails::{RailReport, bank};
use crate::sim::Sim;
use crate::step::{Act, Step};
use crate::task::{Ask, Source, Stage, Task};

/// The maximum number of concurrent tasks, like a full queue.
const TASKS_MAX: usize = 24;

impl Sim {
    /// Executes a step; false if it was not possible, and nothing has changed.
    pub fn step(&mut self, step: Step) -> bool {
        let (slot, mut dice) = (step.slot % self.plan.slots, step.dice());
        let dice = &mut dice;
        let full = self.tasks.len() >= TASKS_MAX;
        match step.act {
            Act::Order if !full => self.order(slot, dice),
            Act::Ask if !full => self.ask(slot, dice),
            Act::Send => self.send(slot, dice),
            Act::Operate if !full => self.operate(slot, dice),
            Act::Rail => self.move_rail(slot, dice),
            Act::Mine => self.mine(dice),
            Act::Reorganise => self.reorganise(dice),
            Act::Tell if !full => self.begin_to_tell(slot, dice),
            Act::TellAgain if !full => self.tell_again(slot, dice),
            Act::Work if !full => self.work(dice),
            Act::Sweep if !full => self.sweep(dice),
            Act::Go => self.go_on(dice),
            Act::Crash => self.crash(dice),
            Act::Wait => self.pass(TimeDelta::seconds(1 + i64::try_from(dice.below(90)).unwrap_or(1))),
            Act::Jump => self.pass(TimeDelta::minutes(20 + i64::try_from(dice.below(5_760)).unwrap_or(20))),
            Act::Price => self.price(dice),
            _ => false,
        }
    }

    fn pass(&mut self, time: TimeDelta) -> bool {
        self.clock.advance(time);
        self.note(|| format!("{} s pass", time.num_seconds()));
        true
    }

    /// Advances a charge or payout of the slot at its rail, and returns the rail's report.
    pub fn rail_report(&mut self, slot: u8, dice: &mut Dice) -> Option<(RailReport, u8)> {
        let (mut charges, mut payouts) = (std::mem::take(&mut self.charges), std::mem::take(&mut self.payouts));
        let refusals = self.plan.refusals;
        // A reversal takes days, so none happens while a job of the slot still runs with earlier information.
        let quiet = !self.tasks.iter().any(|task| task.slot == slot && matches!(task.source, Source::Job(..)));
        let booked = |reference: &str| quiet && self.is_booked(slot, reference);
        let charged = charges.advance(slot, dice, refusals, booked);
        let told = charged.or_else(|| {
            payouts.advance(slot, dice, refusals, |id, leg, state| quiet && self.has_heard(id, leg, state))
        });
        (self.charges, self.payouts) = (charges, payouts);
        told.or_else(|| {
            let mut issuer = std::mem::take(&mut self.issuer);
            let told =
                issuer.advance(slot, dice, refusals, |id, leg| quiet && self.has_heard(id, leg, bank::State::Accepted));
            self.issuer = issuer;
            told
        })
    }

    fn move_rail(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let Some((news, slot)) = self.rail_report(slot, dice) else { return false };
        self.note(|| format!("[{slot}] a rail moves"));
        self.news(slot, news);
        true
    }

    fn has_heard(&self, id: kernel::TransactionId, leg: u16, state: bank::State) -> bool {
        let found = self.load(id.uuid());
        let told = |payout: &PayOut| match state {
            bank::State::Settled => payout.settled_at.is_some(),
            _ => payout.sent_at.is_some(),
        };
        found.is_some_and(|tx| tx.payouts().any(|(at, payout)| at == leg && told(payout)))
    }

    fn mine(&mut self, dice: &mut Dice) -> bool {
        let at = usize::from(dice.chance(25));
        let told = self.chains[at].mine(dice, false);
        self.note(|| format!("a block is found on chain {at}"));
        self.tell(told);
        if dice.chance(40) {
            self.look_after_chains();
        }
        if dice.chance(10) {
            let unsent: Vec<_> = self.chains[at].unsent().collect();
            for (slot, request) in unsent {
                self.want(slot, &request);
            }
        }
        self.paid_once();
        true
    }

    fn reorganise(&mut self, dice: &mut Dice) -> bool {
        let at = usize::from(dice.chance(30));
        self.note(|| format!("blocks are replaced on chain {at}"));
        let told = self.chains[at].reorganise(dice);
        self.tell(told);
        true
    }

    fn begin_to_tell(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let Some(at) = self.tellable(slot, dice.roll()) else { return false };
        self.slots[usize::from(slot)].news[at].telling = true;
        self.tell_now(slot, at, dice)
    }

    /// Starts to deliver a report.
    pub fn tell_now(&mut self, slot: u8, at: usize, dice: &mut Dice) -> bool {
        self.tell_in_task(slot, at, Source::RailReport(at), dice)
    }

    /// Delivers an accepted report again, late; no task waits for its result.
    fn tell_again(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let all = &self.slots[usize::from(slot)].news;
        let pick = usize::try_from(dice.below(all.len() as u64)).unwrap_or(0);
        if !all.get(pick).is_some_and(|news| news.heard) {
            return false;
        }
        self.tell_in_task(slot, pick, Source::Person, dice)
    }

    fn tell_in_task(&mut self, slot: u8, at: usize, source: Source, dice: &mut Dice) -> bool {
        let Some(event) = self.event(slot, at) else { return false };
        let replica = dice.below(REPLICAS);
        self.note(|| format!("[{slot}] replica {replica} hears: {}", crate::trace::event(&event)));
        let Some(order) = event.target.order() else { return false };
        let (transaction, actor) = (order.uuid(), format!("rail:{}", event.rail));
        let ask = Ask { transaction, command: Command::Rail(event), actor, told: true };
        self.tasks.push(Task::asking(replica, slot, source, ask));
        true
    }

    /// A worker claims a job.
    pub fn work(&mut self, dice: &mut Dice) -> bool {
        let now = self.now();
        let Some(at) = self.queue.ready(now, dice.roll()) else { return false };
        let attempt = self.queue.claim(at, now);
        let (slot, kind, replica) =
            (self.queue.get(at).slot, self.queue.get(at).spec.kind.clone(), dice.below(REPLICAS));
        self.note(|| format!("[{slot}] replica {replica} takes the job {kind}, attempt {attempt}"));
        self.tasks.push(Task::at(replica, slot, Source::Job(at, attempt), Stage::Job));
        true
    }

    /// The sweeper starts tasks for the transactions that are due.
    pub fn sweep(&mut self, dice: &mut Dice) -> bool {
        let due = self.journal.due(self.now(), 4);
        let idle = |id: &uuid::Uuid| {
            let asked =
                |task: &Task| task.source == Source::Clock && task.asks.iter().any(|ask| ask.transaction == *id);
            !self.tasks.iter().any(asked)
        };
        let due: Vec<_> = due.into_iter().filter(idle).filter_map(|id| self.load(id)).collect();
        for tx in &due {
            let slot = self.slot_of.get(&tx.id.uuid()).copied().unwrap_or(0);
            self.begin(slot, tx, Source::Clock, Command::Due, "clock", dice);
        }
        !due.is_empty()
    }

    fn go_on(&mut self, dice: &mut Dice) -> bool {
        let at = dice.below(self.tasks.len() as u64);
        let Some(at) = usize::try_from(at).ok().filter(|at| *at < self.tasks.len()) else { return false };
        let (slot, replica) = (self.tasks[at].slot, self.tasks[at].replica);
        let stage = self.trace.is_some().then(|| crate::trace::stage(&self.tasks[at]));
        if let Some(stage) = stage {
            self.note(|| format!("[{slot}] replica {replica}: {stage}"));
        }
        self.go(at, dice);
        true
    }

    fn crash(&mut self, dice: &mut Dice) -> bool {
        let dead = dice.below(REPLICAS);
        let (lost, kept): (Vec<Task>, Vec<Task>) =
            std::mem::take(&mut self.tasks).into_iter().partition(|task| task.replica == dead);
        self.tasks = kept;
        if lost.is_empty() {
            return false;
        }
        self.note(|| format!("replica {dead} dies with {} tasks", lost.len()));
        for task in lost {
            match task.source {
                Source::RailReport(at) => self.slots[usize::from(task.slot)].news[at].telling = false,
                Source::Job(at, attempt) if self.bug == Some(Bug::LosesJobs) => {
                    self.queue.end(at, attempt, State::Done);
                }
                _ => {}
            }
        }
        true
    }

    fn price(&mut self, dice: &mut Dice) -> bool {
        self.market.weather = match dice.below(5) {
            0..=1 => Weather::Fair,
            2..=3 => Weather::Fallen,
            _ => Weather::Blind,
        };
        let weather = self.market.weather;
        self.note(|| format!("prices: {weather:?}"));
        true
    }
}
