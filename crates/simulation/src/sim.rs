//! The house and the world around it.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use exchange::rails::RailEvent;
use exchange::transaction::{Around, Decision, Prepared, Transaction, change};
use kernel::{ManualClock, Network, TenantId, World};
use ledger::memory::Broken;
use ledger::{Change, CommitError, Receipt};
use uuid::Uuid;

use crate::asked::Ledger;
use crate::bug::Bug;
use crate::check;
use crate::conversion;
use crate::dice::Dice;
use crate::jobs::Queue;
use crate::market::Market;
use crate::plan::Plan;
use crate::rails::bank::Payouts;
use crate::rails::chain::{Chain, Told};
use crate::rails::charges::Charges;
use crate::rails::{Holdings, Line, News};
use crate::task::Task;

/// One customer's order and what became of it.
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The order as the customer asked for it, before anybody knows whether it was written.
    pub asked: Option<Decision>,
    /// Its transactions that are written: the order, then those of its stray payments.
    pub transactions: Vec<Uuid>,
    /// What rails have to tell.
    pub news: Vec<News>,
    /// Payments that were sent.
    pub payments: u32,
}

/// Everything.
pub struct Sim {
    /// Which faults there are.
    pub plan: Plan,
    /// A fault of our own that is planted, to see that it is found.
    pub bug: Option<Bug>,
    /// The time.
    pub clock: Arc<ManualClock>,
    /// Time and ids.
    pub world: World,
    /// Whose house it is.
    pub tenant: TenantId,
    /// The ledger.
    pub journal: Ledger,
    /// The jobs, as durable as the ledger.
    pub queue: Queue,
    /// Prices.
    pub market: Market,
    /// Orders.
    pub slots: Vec<Slot>,
    /// What is under way in some replica.
    pub tasks: Vec<Task>,
    /// Cards and BLIK.
    pub charges: Charges,
    /// Money out by card, bank and BLIK.
    pub payouts: Payouts,
    /// Litecoin and Bitcoin.
    pub chains: [Chain; 2],
    /// What came in by bank transfer and stays.
    pub banked: Holdings,
    /// Every transaction as it is written: what loading it gives.
    pub stored: HashMap<Uuid, Arc<Transaction>>,
    /// Whose order a transaction belongs to.
    pub slot_of: HashMap<Uuid, u8>,
    /// The first rule that was broken.
    pub broken: Option<Broken>,
    /// Changes that were written.
    pub commits: u64,
    /// What happened, for people, if it is kept.
    pub trace: Option<Vec<String>>,
    /// Rails that moved while everything came to rest.
    pub moved: u64,
    /// Steps of coming to rest.
    pub rested: u64,
}

impl Sim {
    /// A new world.
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
            stored: HashMap::new(),
            slot_of: HashMap::new(),
            broken: None,
            commits: 0,
            trace: None,
            moved: 0,
            rested: 0,
        }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.world.now()
    }

    /// Writes a line of the trace, where one is kept.
    pub fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(line());
        }
    }

    /// A rule is broken; the first one counts.
    pub fn fail(&mut self, rule: &'static str, what: impl Into<String>) {
        let what = what.into();
        self.note(|| format!("BROKEN {rule}: {what}"));
        self.broken.get_or_insert(Broken { rule, what });
    }

    /// What becomes of a call to a rail.
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
    /// What the exchange says of its own fault.
    pub fn change(&self, prepared: &Prepared, actor: &str) -> Result<Change, exchange::ExchangeError> {
        let lifetimes = &self.market.policy().lifetimes;
        let around = Around { world: &self.world, tenant: self.tenant, actor, lifetimes };
        change(&prepared.decision, prepared.key.clone(), &around)
    }

    /// Commits over a line that may fail on either way.
    ///
    /// # Errors
    /// The ledger's refusals; [`CommitError::Unavailable`] where nobody knows.
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

    /// A decision is durable.
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
            self.slot_of.insert(id, slot);
            self.slots[usize::from(slot)].transactions.push(id);
        }
        let right = check::written(self, before.as_deref(), &after);
        if let Err(broken) = right.and_then(|()| conversion::reckoned(decision)) {
            self.fail(broken.rule, broken.what);
        }
        let written = self.journal.take_written();
        let now = self.now();
        // Mails move no money.
        for spec in written.jobs.into_iter().filter(|spec| spec.kind != "mail.send") {
            self.queue.add(slot, spec, now);
        }
    }

    /// Rails tell of orders.
    pub fn tell(&mut self, told: Told) {
        for (slot, event) in told {
            let subject = format!("custody:{}", event.target);
            self.news(slot, News::of(event, subject));
        }
    }

    /// A rail has news.
    pub fn news(&mut self, slot: u8, news: News) {
        let event = &news.event;
        let line = (self.trace.is_some()).then(|| crate::trace::event(event));
        if let Some(line) = line {
            self.note(|| format!("  news: {line}"));
        }
        self.slots[usize::from(slot)].news.push(news);
    }

    /// The transaction as it stands.
    #[must_use]
    pub fn load(&self, id: Uuid) -> Option<Arc<Transaction>> {
        self.stored.get(&id).cloned()
    }

    /// Whether the house has booked a payment with this reference.
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

    /// The oldest news of the slot that may be told now: nothing of its subject is untold before it.
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

    /// The event behind some news.
    #[must_use]
    pub fn event(&self, slot: u8, at: usize) -> Option<RailEvent> {
        self.slots.get(usize::from(slot)).and_then(|slot| slot.news.get(at)).map(|news| news.event.clone())
    }
}
