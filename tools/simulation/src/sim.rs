//! The simulated platform and its environment.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use exchange::rails::RailEvent;
use exchange::transaction::{ChangeContext, Decision, Prepared, Transaction, change, rail_name};
use kernel::{Amount, Currency, ManualClock, Network, Payway, Product, TenantId, World};
use ledger::memory::Broken;
use ledger::{Account, Change, CommitError, Receipt, Transfer, TransferKind};
use uuid::Uuid;

use crate::bug::Bug;
use crate::check;
use crate::conversion;
use crate::dice::Dice;
use crate::jobs::Queue;
use crate::limits::Limits;
use crate::market::{Market, PROFILES, profile};
use crate::plan::Plan;
use crate::promise;
use crate::rails::bank::Payouts;
use crate::rails::chain::{Chain, ChainReports};
use crate::rails::charges::Charges;
use crate::rails::issuer::Issuer;
use crate::rails::{Holdings, Line, RailReport};
use crate::recording_ledger::Ledger;
use crate::task::Task;

/// The money on each account at the start, in cents and in the atoms of a litecoin.
const GRANT_CENTS: i128 = 50_000;
const GRANT_LITOSHI: i128 = 500_000_000;

/// One customer's order and its results.
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The customer's order, before it is known whether it was written.
    pub asked: Option<Decision>,
    /// Its written transactions: the order, then those of its unmatched payments.
    pub transactions: Vec<Uuid>,
    /// The reports of rails.
    pub news: Vec<RailReport>,
    /// The number of sent payments.
    pub payments: u32,
}

/// The state of the simulation.
pub struct Sim {
    /// The faults of the run.
    pub plan: Plan,
    /// The planted bug, if any.
    pub bug: Option<Bug>,
    /// The time.
    pub clock: Arc<ManualClock>,
    /// Time and ids.
    pub world: World,
    /// The tenant.
    pub tenant: TenantId,
    /// The ledger.
    pub journal: Ledger,
    /// The job queue, as durable as the ledger.
    pub queue: Queue,
    /// Prices.
    pub market: Market,
    /// Orders.
    pub slots: Vec<Slot>,
    /// The tasks in progress in all replicas.
    pub tasks: Vec<Task>,
    /// Cards and BLIK.
    pub charges: Charges,
    /// Payouts by card, bank and BLIK.
    pub payouts: Payouts,
    /// The chains of Litecoin and Bitcoin.
    pub chains: [Chain; 2],
    /// Incoming bank transfers.
    pub banked: Holdings,
    /// The issuer of payment cards.
    pub issuer: Issuer,
    /// The use of the customers' limits.
    pub limits: Limits,
    /// The last written version of every transaction.
    pub stored: HashMap<Uuid, Arc<Transaction>>,
    /// The slot of each transaction.
    pub slot_of: HashMap<Uuid, u8>,
    /// The first violated invariant.
    pub broken: Option<Broken>,
    /// The number of written changes.
    pub commits: u64,
    /// The trace, if it is recorded.
    pub trace: Option<Vec<String>>,
    /// The number of changes at rails at the end of the run.
    pub moved: u64,
    /// The number of steps at the end of the run.
    pub rested: u64,
}

impl Sim {
    /// A new simulation.
    #[must_use]
    pub fn new(plan: Plan, bug: Option<Bug>) -> Self {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let clock = ManualClock::at(start);
        Self {
            plan,
            bug,
            world: World::seeded(clock.clone(), plan.seed),
            clock,
            tenant: TenantId::from_uuid(Uuid::from_u128(1 << 90)),
            journal: Ledger::default(),
            queue: Queue::default(),
            market: Market::open(start),
            slots: vec![Slot::default(); usize::from(plan.slots)],
            tasks: Vec::new(),
            charges: Charges::default(),
            payouts: Payouts::default(),
            chains: [Chain::new(Network::Litecoin), Chain::new(Network::Bitcoin)],
            banked: Holdings::default(),
            issuer: Issuer::default(),
            limits: Limits::default(),
            stored: HashMap::new(),
            slot_of: HashMap::new(),
            broken: None,
            commits: 0,
            trace: None,
            moved: 0,
            rested: 0,
        }
    }

    /// Gives every customer what earlier movements would have left: balances, a referral reward, money on a payment card.
    pub fn grant(&mut self) {
        let [euro, coins] = [(GRANT_CENTS, Currency::EUR), (GRANT_LITOSHI, Currency::LTC)]
            .map(|(atoms, currency)| Amount::new(atoms, currency));
        let accounts = |owner| {
            [
                (Account::customer(owner, Currency::EUR), euro),
                (Account::customer(owner, Currency::LTC), coins),
                (Account::product(owner, Product::Reward, Currency::EUR), euro),
                (Account::product(owner, Product::PaymentCard, Currency::EUR), euro),
            ]
        };
        let transfers = (0..PROFILES).flat_map(|number| accounts(profile(number))).map(|(credit, amount)| Transfer {
            id: self.world.uuid(),
            debit: Account::adjustment(amount.currency()),
            credit,
            amount,
            kind: TransferKind::Post,
            code: "grant",
        });
        let change = Change { key: "grant".to_owned().into(), transfers: transfers.collect(), ..Change::default() };
        let (id, now) = (self.world.uuid(), self.now());
        if let Err(refusal) = self.journal.commit(id, change, now) {
            self.fail("I4", format!("a grant is refused: {refusal}"));
        }
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.world.now()
    }

    /// Adds a line to the trace, if it is recorded.
    pub fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(line());
        }
    }

    /// Records a violated invariant; only the first one counts.
    pub fn fail(&mut self, rule: &'static str, what: impl Into<String>) {
        let what = what.into();
        self.note(|| format!("BROKEN {rule}: {what}"));
        self.broken.get_or_insert(Broken { rule, what });
    }

    /// The random result of a call to a rail.
    pub fn line(&self, dice: &mut Dice) -> Line {
        if dice.chance(self.plan.call_unsent) {
            Line::Unsent
        } else if dice.chance(self.plan.call_unanswered) {
            Line::Unanswered
        } else {
            Line::Clear
        }
    }

    /// The change that writes a prepared decision.
    ///
    /// # Errors
    /// An internal error of the exchange.
    pub fn change(&self, prepared: &Prepared, actor: &str) -> Result<Change, exchange::ExchangeError> {
        let lifetimes = &self.market.policy().lifetimes;
        let around = ChangeContext { world: &self.world, tenant: self.tenant, actor, lifetimes };
        let change = change(&prepared.decision, prepared.key.clone(), &around)?;
        // The rows of the limits are in [`crate::limits`]; the ledger moves the customer's counter on.
        Ok(Change { rows: Vec::new(), ..change })
    }

    /// Commits over a connection that may lose the request or the answer.
    ///
    /// # Errors
    /// The ledger's refusals; [`CommitError::Unavailable`] if the outcome is unknown.
    pub fn commit(
        &mut self,
        slot: u8,
        decision: &Decision,
        change: Change,
        dice: &mut Dice,
    ) -> Result<Receipt, CommitError> {
        if dice.chance(self.plan.commit_unsent) {
            self.note(|| "  COMMIT does not reach the ledger".to_owned());
            return Err(CommitError::Unavailable);
        }
        let (id, now) = (self.world.uuid(), self.now());
        let answer = self.journal.commit(id, change, now);
        if let Ok(receipt) = &answer
            && !receipt.replayed
        {
            self.written(slot, decision);
        }
        if let Some(broken) = self.journal.broken().cloned() {
            self.fail(broken.rule, broken.what);
        }
        if dice.chance(self.plan.commit_unanswered) {
            self.note(|| "  the answer to COMMIT is lost".to_owned());
            self.journal.was_not_heard();
            return Err(CommitError::Unavailable);
        }
        answer
    }

    /// Processes a durable decision.
    fn written(&mut self, slot: u8, decision: &Decision) {
        self.commits += 1;
        let after = Arc::new(decision.transaction.clone());
        let id = after.id.uuid();
        self.note(|| {
            format!(
                "  written: {} v{} {} ({})",
                crate::trace::short(id),
                after.version,
                after.status(),
                decision.reason
            )
        });
        let before = self.stored.insert(id, after.clone());
        if before.is_none() {
            if after.is_arrival() && after.parent.is_none() {
                self.banked.gain(rail_name(Payway::Iban), after.price.from_amount);
            }
            self.issuer.authorized(slot, &after);
            self.slot_of.insert(id, slot);
            self.slots[usize::from(slot)].transactions.push(id);
        }
        let right = check::written((&self.journal, &self.market.policy().lifetimes), before.as_deref(), &after);
        let right = right.and_then(|()| self.count(decision, before.as_deref()));
        let right = right.and_then(|()| conversion::reckoned(decision));
        let rule = self.market.policy().guarantee;
        if let Err(broken) = right.and_then(|()| promise::kept(before.as_deref(), decision, rule.as_ref())) {
            self.fail(broken.rule, broken.what);
        }
        let written = self.journal.take_written();
        let now = self.now();
        // Mails do not affect money.
        for spec in written.jobs.into_iter().filter(|spec| spec.kind != "mail.send") {
            self.queue.add(slot, spec, now);
        }
    }

    /// Adds the reports of custody.
    pub fn tell(&mut self, told: ChainReports) {
        for (slot, event) in told {
            let subject = format!("custody:{}", event.target);
            self.news(slot, RailReport::of(event, subject));
        }
    }

    /// Adds a report of a rail.
    pub fn news(&mut self, slot: u8, news: RailReport) {
        let event = &news.event;
        let line = (self.trace.is_some()).then(|| crate::trace::event(event));
        if let Some(line) = line {
            self.note(|| format!("  news: {line}"));
        }
        self.slots[usize::from(slot)].news.push(news);
    }

    /// The current version of the transaction.
    #[must_use]
    pub fn load(&self, id: Uuid) -> Option<Arc<Transaction>> {
        self.stored.get(&id).cloned()
    }

    /// Whether the platform has booked a payment with this reference.
    #[must_use]
    pub fn is_booked(&self, slot: u8, reference: &str) -> bool {
        use exchange::transaction::PaymentState;
        let of = |id: &Uuid| self.stored.get(id).and_then(|tx| tx.collect());
        let credited = |collect: &exchange::transaction::Collect| {
            let booked = |p: &exchange::transaction::Payment| p.state == PaymentState::Credited;
            collect.payments.iter().any(|p| p.reference == reference && booked(p))
        };
        self.slots[usize::from(slot)].transactions.iter().filter_map(of).any(credited)
    }

    /// A report of the slot that can be delivered now: all earlier ones about its subject are processed.
    #[must_use]
    pub fn tellable(&self, slot: u8, nth: u64) -> Option<usize> {
        let news = &self.slots[usize::from(slot)].news;
        let mut subjects: Vec<&str> = Vec::new();
        let mut ready = Vec::new();
        for (at, item) in news.iter().enumerate().filter(|(_, item)| !item.heard) {
            if !subjects.contains(&item.subject.as_str()) {
                subjects.push(&item.subject);
                if !item.telling {
                    ready.push(at);
                }
            }
        }
        let pick = usize::try_from(nth).unwrap_or(0).checked_rem(ready.len())?;
        ready.get(pick).copied()
    }

    /// The event of a report.
    #[must_use]
    pub fn event(&self, slot: u8, at: usize) -> Option<RailEvent> {
        self.slots.get(usize::from(slot)).and_then(|slot| slot.news.get(at)).map(|news| news.event.clone())
    }
}
