//! Runs the tasks of a replica, one step at a time. Between two steps other tasks may run, and the replica may crash. The
//! decisions are the production code; loading, committing and calling are simulated.

use exchange::ExchangeError;
use exchange::attempt::End;
use exchange::transaction::{
    Answer, Asker, Command, Committed, Decision, Prepared, Transaction, of_unmatched, prepare,
};
use ledger::{Change, CommitError};

use crate::bug::Bug;
use crate::dice::Dice;
use crate::jobs::State;
use crate::limits::user_of;
use crate::sim::Sim;
use crate::task::{Ask, Next, Source, Stage, Task, over};

/// The maximum number of decisions if the transaction changes concurrently.
const TRIES: u8 = 5;

impl Sim {
    /// Advances a task by one step.
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
                    // The report is about a transaction that was never written, so there is nothing to do.
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
            Ok(Answer::Change(mut prepared)) => {
                let is_owners = Asker::of(&ask.actor) == Asker::Owner;
                if is_owners && let Err(error) = self.check_limits(&ask.command, tx, &mut prepared.decision) {
                    return self.refused(&ask, &error);
                }
                Prepared { decision: Bug::spoil(self.bug, prepared.decision), ..*prepared }
            }
            Ok(Answer::Nothing) => return self.asked(task),
            Ok(Answer::RecordedNoOp(key)) => return self.hear(task, key, dice),
            Err(error) => return self.refused(&ask, &error),
        };
        let actor = if prepared.is_unmatched { "rail" } else { ask.actor.as_str() };
        let change = match self.change(&prepared, actor) {
            Ok(change) => change,
            Err(fault) => {
                self.fail("I10", format!("{fault}"));
                return Next::Failed;
            }
        };
        let change = Bug::half_written(self.bug, Bug::stale(self.bug, &self.journal, change));
        match self.commit(task.slot, &prepared.decision, change.clone(), dice) {
            Err(CommitError::Unavailable) => {
                let again = Bug::forgets_key(self.bug, (&self.journal, &self.world), change);
                task.stage = Stage::Unsure(Box::new(again), Box::new(prepared));
                Next::On
            }
            answer => self.answered(task, &prepared, answer),
        }
    }

    /// Records a no-op's key, so that a later replay is ignored.
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

    /// Completes the first command. After a rail's report, the transaction of an unmatched payment is next.
    fn asked(&self, task: &mut Task) -> Next {
        task.tries = 0;
        if let Some(ask) = task.asks.pop_front()
            && ask.told
            && let Command::Rail(event) = &ask.command
            && let Some(parent) = event.target.order()
            && let Some(own) = of_unmatched(event, parent)
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
        let key = format!("order:{}", decision.transaction.id);
        let prepared = Prepared { decision: decision.clone(), key, is_unmatched: false };
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
            // The balance is too low, or another movement of the customer was counted meanwhile: the customer discards the
            // order.
            Err(CommitError::Moved { record, .. }) if record == user_of(decision.transaction.profile).uuid() => {
                self.slots[usize::from(task.slot)].asked = None;
                Next::Failed
            }
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

    /// Ends a task and informs its initiator.
    fn finish(&mut self, task: &Task, done: bool) {
        let now = self.now();
        match task.source {
            Source::Person | Source::Clock => {}
            Source::RailReport(at) => {
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
