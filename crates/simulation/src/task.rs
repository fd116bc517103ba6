//! What is under way in a replica, one step at a time. Between any two steps others may act, and the replica may die. The
//! decisions in between are the exchange's own; what is played here is loading, committing and calling.

use std::collections::VecDeque;
use std::sync::Arc;

use exchange::ExchangeError;
use exchange::jobs::End;
use exchange::rails::{ChainPayout, PayoutOutcome, RailError};
use exchange::transaction::{Answer, Asker, Command, Committed, Decision, Prepared, Transaction, of_stray, prepare};
use ledger::{Change, CommitError};
use uuid::Uuid;

use crate::bug::Bug;
use crate::dice::Dice;
use crate::jobs::State;
use crate::rails::departures::Turn;
use crate::sim::Sim;

/// How often a decision is made anew because the transaction moved meanwhile.
const TRIES: u8 = 5;

/// Something that a replica is doing.
#[derive(Debug, Clone)]
pub struct Task {
    /// Where.
    pub replica: u64,
    /// For whose order.
    pub slot: u8,
    /// On whose behalf.
    pub source: Source,
    /// What is still to be asked of transactions.
    pub asks: VecDeque<Ask>,
    /// How far it is.
    pub stage: Stage,
    /// How the job ends when all is asked.
    pub end: Option<End>,
    /// Decisions made anew so far.
    pub tries: u8,
}

/// On whose behalf a task runs: who tries again when it fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A person, who sees an error and may come back.
    Person,
    /// A rail, which tells again.
    News(usize),
    /// A job, which is tried again.
    Job(usize, i32),
    /// The sweeper, which comes again.
    Clock,
}

/// A command to a transaction.
#[derive(Debug, Clone)]
pub struct Ask {
    /// Which.
    pub transaction: Uuid,
    /// What.
    pub command: Command,
    /// Who.
    pub actor: String,
    /// A rail told it: the transaction of a stray payment hears of it next.
    pub told: bool,
}

/// How far a task is.
#[derive(Debug, Clone)]
pub enum Stage {
    /// The next ask is loaded.
    Load,
    /// It is loaded: decide and commit.
    Decide(Arc<Transaction>),
    /// The answer to a commit was lost: ask again under the same key.
    Unsure(Box<Change>, Box<Prepared>),
    /// A new order is written, and asked about again once.
    Open(Box<Decision>, Option<Box<Change>>),
    /// A job begins.
    Job,
    /// A payout's job has looked it up; whether it may still be paid is asked.
    LookedUp(Arc<Transaction>, u16, Result<Option<PayoutOutcome>, RailError>),
    /// A payout's job calls its rail.
    Pay(Arc<Transaction>, u16),
    /// A charge's job calls its acquirer.
    Charge(Arc<Transaction>),
    /// A chain payout's job may go on, as far as the order was asked.
    Chain(Box<ChainPayout>, Turn),
    /// A chain payout was handed over: what became of it is noted.
    HandedOver(Box<ChainPayout>),
}

/// Whether a task goes on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    On,
    Done,
    Failed,
}

impl Task {
    /// A task that asks something of a transaction.
    #[must_use]
    pub fn asking(replica: u64, slot: u8, source: Source, ask: Ask) -> Self {
        Self { replica, slot, source, asks: VecDeque::from([ask]), stage: Stage::Load, end: None, tries: 0 }
    }

    /// A task at some stage with nothing to ask yet.
    #[must_use]
    pub const fn at(replica: u64, slot: u8, source: Source, stage: Stage) -> Self {
        Self { replica, slot, source, asks: VecDeque::new(), stage, end: None, tries: 0 }
    }
}

impl Sim {
    /// Brings a task one step further.
    pub fn go(&mut self, at: usize, dice: &mut Dice) {
        let mut task = self.tasks.swap_remove(at);
        match self.advance(&mut task, dice) {
            Next::On => self.tasks.push(task),
            next => self.finish(&task, next == Next::Done),
        }
    }

    fn advance(&mut self, task: &mut Task, dice: &mut Dice) -> Next {
        match std::mem::replace(&mut task.stage, Stage::Load) {
            Stage::Load => {
                let Some(ask) = task.asks.front() else { return Next::Done };
                match self.load(ask.transaction) {
                    Some(tx) => {
                        task.stage = Stage::Decide(tx);
                        Next::On
                    }
                    // A rail tells of something that was never written: that is nobody's to take.
                    None => self.asked(task),
                }
            }
            Stage::Decide(tx) => self.decide(task, &tx, dice),
            Stage::Unsure(change, prepared) => {
                let answer = self.commit(task.slot, &prepared.decision, *change, dice);
                self.answered(task, &prepared, answer)
            }
            Stage::Open(decision, change) => self.open(task, &decision, change, dice),
            Stage::Job => self.job(task, dice),
            Stage::LookedUp(tx, leg, known) => self.looked_up(task, tx, leg, known),
            Stage::Pay(tx, leg) => self.pay(task, &tx, leg, dice),
            Stage::Charge(tx) => self.charge(task, &tx, dice),
            Stage::Chain(request, turn) => over(self.chain_step(task, request, turn, dice)),
            Stage::HandedOver(request) => over(self.chain_noted(task, &request)),
        }
    }

    fn decide(&mut self, task: &mut Task, tx: &Transaction, dice: &mut Dice) -> Next {
        let Some(ask) = task.asks.front().cloned() else { return Next::Done };
        let facts = self.market.facts(tx, Asker::of(&ask.actor), self.world.uuid());
        let prepared = match prepare(tx, &ask.command, &facts, &self.world, self.now()) {
            Ok(Answer::Change(prepared)) => *prepared,
            Ok(Answer::Nothing) => return self.asked(task),
            Ok(Answer::Heard(key)) => return self.hear(task, key, dice),
            Err(error) => return self.refused(&ask, &error),
        };
        let prepared = Bug::spoil(self.bug, prepared);
        let actor = if prepared.is_stray { "rail" } else { ask.actor.as_str() };
        let change = match self.change(&prepared, actor) {
            Ok(change) => change,
            Err(fault) => {
                self.fail("I10", format!("{fault}"));
                return Next::Failed;
            }
        };
        let change = Bug::half_written(self.bug, Bug::stale(self.bug, self, change));
        match self.commit(task.slot, &prepared.decision, change.clone(), dice) {
            Err(CommitError::Unavailable) => {
                task.stage = Stage::Unsure(Box::new(Bug::forgets_key(self.bug, self, change)), Box::new(prepared));
                Next::On
            }
            answer => self.answered(task, &prepared, answer),
        }
    }

    /// What is no news is written down as heard.
    fn hear(&mut self, task: &mut Task, key: String, dice: &mut Dice) -> Next {
        if dice.chance(self.plan.commit_unsent) {
            return Next::Failed;
        }
        let (id, now) = (self.world.uuid(), self.now());
        let heard = self.journal.commit(id, Change { key: key.into(), ..Change::default() }, now);
        if let Err(refusal) = heard {
            self.fail("I9", format!("what was heard cannot be noted: {refusal}"));
        }
        if dice.chance(self.plan.commit_unanswered) {
            self.journal.was_not_heard();
            return Next::Failed;
        }
        self.asked(task)
    }

    fn answered(&mut self, task: &mut Task, prepared: &Prepared, answer: Result<ledger::Receipt, CommitError>) -> Next {
        match prepared.committed(answer) {
            Committed::Now | Committed::Before => self.asked(task),
            Committed::Again if task.tries + 1 < TRIES => {
                task.tries += 1;
                Next::On
            }
            Committed::Again | Committed::Failed(CommitError::Unavailable | CommitError::Overloaded) => Next::Failed,
            Committed::Failed(refusal) => {
                self.fail("I5", format!("the ledger refuses what the exchange decided: {refusal}"));
                Next::Failed
            }
        }
    }

    /// The first ask is done. Of what a rail told, the transaction of a stray payment hears next.
    fn asked(&self, task: &mut Task) -> Next {
        task.tries = 0;
        if let Some(ask) = task.asks.pop_front()
            && ask.told
            && let Command::Rail(event) = &ask.command
            && let Some(parent) = event.target.order()
            && let Some(own) = of_stray(event, parent)
            && let Some(order) = own.target.order()
        {
            let (transaction, actor) = (order.uuid(), "rail".to_owned());
            task.asks.push_front(Ask { transaction, command: Command::Rail(own), actor, told: false });
        }
        if task.asks.is_empty() { Next::Done } else { Next::On }
    }

    fn refused(&mut self, ask: &Ask, error: &ExchangeError) -> Next {
        self.note(|| format!("  refused: {error}"));
        if let ExchangeError::Internal(why) = error {
            self.fail("I10", format!("{why}: {:?}", ask.command));
        } else if matches!(ask.command, Command::Rail(_)) {
            self.fail("I9", format!("what a rail tells is refused: {error}: {:?}", ask.command));
        }
        Next::Failed
    }

    fn open(&mut self, task: &mut Task, decision: &Decision, change: Option<Box<Change>>, dice: &mut Dice) -> Next {
        let again = change.is_some();
        let key = format!("order:{}", decision.transaction.quote.id);
        let prepared = Prepared { decision: decision.clone(), key, is_stray: false };
        let change = match change.map_or_else(|| self.change(&prepared, "customer"), |change| Ok(*change)) {
            Ok(change) => change,
            Err(fault) => {
                self.fail("I10", format!("{fault}"));
                return Next::Failed;
            }
        };
        match self.commit(task.slot, decision, change.clone(), dice) {
            Err(CommitError::Unavailable) if !again => {
                task.stage = Stage::Open(Box::new(decision.clone()), Some(Box::new(change)));
                Next::On
            }
            Ok(receipt) if receipt.version == 1 => Next::Done,
            Ok(receipt) => {
                self.fail("I6", format!("an order's key gives another receipt: {receipt:?}"));
                Next::Failed
            }
            Err(CommitError::Unavailable) => Next::Failed,
            // The balance does not hold so much: the person thinks of something else.
            Err(CommitError::Insufficient { .. }) if decision.transaction.draw().is_some() => {
                self.slots[usize::from(task.slot)].asked = None;
                Next::Failed
            }
            Err(refusal) => {
                self.fail("I6", format!("the same order twice is refused: {refusal}"));
                Next::Failed
            }
        }
    }

    /// A task is over, one way or the other: who asked for it hears of it.
    fn finish(&mut self, task: &Task, done: bool) {
        let now = self.now();
        match task.source {
            Source::Person | Source::Clock => {}
            Source::News(at) => {
                let news = &mut self.slots[usize::from(task.slot)].news[at];
                news.telling = false;
                news.heard |= done || self.bug == Some(Bug::TellsOnce);
            }
            Source::Job(at, attempt) if done => {
                let state = match &task.end {
                    Some(End::Again(at, _)) => State::Ready(*at),
                    Some(End::Dead(_)) => State::Dead,
                    Some(End::Done) | None => State::Done,
                };
                self.queue.end(at, attempt, state);
            }
            Source::Job(at, attempt) => self.queue.failed(at, attempt, now),
        }
    }
}

/// A task that is over is done.
pub(crate) const fn over(over: bool) -> Next {
    if over { Next::Done } else { Next::On }
}
