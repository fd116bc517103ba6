//! The jobs of charges and payouts, step by step: their decisions are the production code, the calls are simulated.

use std::sync::Arc;

use exchange::attempt::{
    Charge, ChargeStep, PayStep, ReportItem, charge_answered, charge_refused, charge_report, charge_step,
    payout_answered, payout_refused, payout_report, payout_step, payout_stopped,
};
use exchange::rails::{ChainPayout, PayoutOutcome, RailError, charge_key, payout_key};
use exchange::transaction::{Command, PayOut, Transaction, rail_name};

use crate::bug::Bug;
use crate::dice::Dice;
use crate::rails::{Line, RailPayment};
use crate::sim::Sim;
use crate::task::{Ask, Next, Source, Stage, Task, over};

impl Sim {
    /// Starts a job: loads the transaction, and looks up the result of an earlier attempt.
    pub(crate) fn job(&mut self, task: &mut Task, dice: &mut Dice) -> Next {
        let Source::Job(at, attempt) = task.source else { return Next::Done };
        let (kind, payload) = {
            let spec = &self.queue.get(at).spec;
            (spec.kind.clone(), spec.payload.clone())
        };
        if kind == "payout.chain" {
            let Ok(request) = serde_json::from_value::<ChainPayout>(payload) else {
                self.fail("I11", "a payout's job cannot be read");
                return Next::Failed;
            };
            return over(self.chain_look(task, Box::new(request)));
        }
        let id = payload.get("transaction").and_then(|id| serde_json::from_value(id.clone()).ok());
        let found = id.and_then(|id: kernel::TransactionId| self.load(id.uuid()));
        let Some(tx) = found else {
            self.fail("I11", "a job of nothing");
            return Next::Failed;
        };
        let first = attempt == 1;
        let line = self.line(dice);
        if kind.starts_with("collect.") {
            let charge = self.charge_of(task);
            let known = looked_up(first, line, || self.charges.lookup(&charge_key(tx.id, charge)));
            return match charge_step(&tx, charge, first, known, self.now()) {
                ChargeStep::Done => Next::Done,
                ChargeStep::Report(charge) => self.heard_charge(task, &tx, charge),
                ChargeStep::Ask => {
                    task.stage = Stage::Charge(tx);
                    Next::On
                }
            };
        }
        let leg = payload.get("leg").and_then(serde_json::Value::as_u64).and_then(|leg| u16::try_from(leg).ok());
        let Some((at, payout)) = leg.and_then(|leg| tx.payouts().find(|(at, _)| *at == leg)) else {
            self.fail("I11", "a payout's job of no leg");
            return Next::Failed;
        };
        if !payout.state.in_flight() {
            return Next::Done;
        }
        let first = self.is_first(attempt);
        let known = looked_up(first, line, || self.payouts.lookup(&self.key_of(&tx, at, attempt)));
        task.stage = Stage::LookedUp(tx, at, known);
        Next::On
    }

    fn is_first(&self, attempt: i32) -> bool {
        attempt == 1 || self.bug == Some(Bug::NeverLooksUp)
    }

    fn key_of(&self, tx: &Transaction, leg: u16, attempt: i32) -> String {
        let key = payout_key(tx.id, leg);
        if self.bug == Some(Bug::KeyPerAttempt) { format!("{attempt}:{key}") } else { key }
    }

    /// Handles the looked-up result, and checks immediately before the payment that it is still allowed.
    pub(crate) fn looked_up(
        &mut self,
        task: &mut Task,
        tx: Arc<Transaction>,
        leg: u16,
        known: Result<Option<PayoutOutcome>, RailError>,
    ) -> Next {
        let may_pay = self.load(tx.id.uuid()).is_some_and(|tx| tx.may_pay_out(leg));
        let first = matches!(task.source, Source::Job(_, attempt) if self.is_first(attempt));
        match payout_step(first, known, may_pay, true) {
            PayStep::Stop => {
                let now = self.now();
                let held = matches!(task.source, Source::Job(at, attempt) if self.queue.is_held(at, attempt, now));
                if held { self.tell_task(task, &tx, payout_stopped(leg, now)) } else { Next::Done }
            }
            PayStep::Report(outcome) => self.heard_payout(task, &tx, leg, outcome),
            PayStep::Pay => {
                task.stage = Stage::Pay(tx, leg);
                Next::On
            }
        }
    }

    /// The number of the job's charge within its order.
    fn charge_of(&self, task: &Task) -> u16 {
        let Source::Job(at, _) = task.source else { return 1 };
        let number = self.queue.get(at).spec.payload.get("charge").and_then(serde_json::Value::as_u64);
        number.and_then(|number| u16::try_from(number).ok()).unwrap_or(1)
    }

    fn job_kind(&self, task: &Task) -> String {
        if let Source::Job(at, _) = task.source { self.queue.get(at).spec.kind.clone() } else { String::new() }
    }

    /// Calls the rail for a payout.
    pub(crate) fn pay(&mut self, task: &mut Task, tx: &Arc<Transaction>, leg: u16, dice: &mut Dice) -> Next {
        let Some(payout) = tx.payouts().find(|(at, _)| *at == leg).map(|(_, leg)| leg.clone()) else {
            return Next::Failed;
        };
        let attempt = if let Source::Job(_, attempt) = task.source { attempt } else { 1 };
        let (key, line) = (self.key_of(tx, leg, attempt), self.line(dice));
        let rail = rail_name(payout.payway);
        let order = RailPayment { slot: task.slot, transaction: tx.id, rail, amount: payout.amount };
        let answer = call(line, || self.payouts.pay(&key, order, dice, self.plan.refusals));
        self.note(|| format!("  the rail is asked to pay leg {leg}: {line:?}, {answer:?}"));
        let known = if payout_refused(&answer) && self.bug != Some(Bug::NeverLooksUp) {
            looked_up(false, self.line(dice), || self.payouts.lookup(&key))
        } else {
            Ok(None)
        };
        let outcome = payout_answered(self.is_first(attempt), answer, known);
        self.heard_payout(task, tx, leg, outcome)
    }

    /// Calls the acquirer for a charge.
    pub(crate) fn charge(&mut self, task: &mut Task, tx: &Arc<Transaction>, dice: &mut Dice) -> Next {
        let Some(collect) = tx.collect() else { return Next::Failed };
        let rail = rail_name(collect.payway);
        let order = RailPayment { slot: task.slot, transaction: tx.id, rail, amount: collect.expected };
        let (key, line) = (charge_key(tx.id, self.charge_of(task)), self.line(dice));
        let answer = call(line, || self.charges.charge(&key, order, dice, self.plan.refusals));
        self.note(|| format!("  the acquirer is asked: {line:?}, {answer:?}"));
        let first = matches!(task.source, Source::Job(_, 1));
        let known = if charge_refused(&answer) {
            looked_up(false, self.line(dice), || self.charges.lookup(&key))
        } else {
            Ok(None)
        };
        self.heard_charge(task, tx, charge_answered(first, answer, known))
    }

    fn heard_charge(&mut self, task: &mut Task, tx: &Arc<Transaction>, charge: Result<Charge, RailError>) -> Next {
        let rail = tx.collect().map_or("card", |collect| rail_name(collect.payway));
        let news = charge_report(tx, self.charge_of(task), rail, charge, self.now());
        self.tell_task(task, tx, news)
    }

    fn heard_payout(
        &mut self,
        task: &mut Task,
        tx: &Arc<Transaction>,
        at: u16,
        outcome: Result<PayoutOutcome, RailError>,
    ) -> Next {
        let leg: Option<&PayOut> = tx.payouts().find(|(place, _)| *place == at).map(|(_, leg)| leg);
        let Some(leg) = leg else { return Next::Failed };
        let rail = self.job_kind(task);
        let news = payout_report(tx, (at, leg), &rail, outcome, self.now());
        self.tell_task(task, tx, news)
    }

    fn tell_task(&mut self, task: &mut Task, tx: &Transaction, news: exchange::attempt::JobReport) -> Next {
        for told in news.items {
            let transaction = tx.id.uuid();
            task.asks.push_back(match told {
                ReportItem::Event(event) => {
                    let actor = format!("rail:{}", event.rail);
                    Ask { transaction, command: Command::Rail(event), actor, told: true }
                }
                ReportItem::Command(command, actor) => Ask { transaction, command, actor, told: false },
            });
        }
        task.end = Some(news.end);
        if task.asks.is_empty() { Next::Done } else { Next::On }
    }
}

fn looked_up<T>(first: bool, line: Line, look: impl FnOnce() -> Option<T>) -> Result<Option<T>, RailError> {
    if first {
        return Ok(None);
    }
    if line == Line::Clear { Ok(look()) } else { Err(silence()) }
}

fn call<T>(line: Line, ask: impl FnOnce() -> T) -> Result<T, RailError> {
    if line == Line::Unsent {
        return Err(silence());
    }
    let answer = ask();
    if line == Line::Clear { Ok(answer) } else { Err(silence()) }
}

fn silence() -> RailError {
    RailError::Unavailable { rail: "any".to_owned(), reason: "no answer".to_owned() }
}
