//! The invariants after every change, after every outgoing payment, and at the end. [`ledger::memory`] checks the
//! ledger itself; this module checks the transactions, and the ledger against the rails.

use std::collections::BTreeMap;

use exchange::rails::{charge_key, leg_of_key};
use exchange::transaction::{PayOutState, Status, Transaction};
use kernel::Currency;
use ledger::Account;
use ledger::memory::Broken;

use crate::rails::Holdings;
use crate::sim::Sim;

const fn broken(rule: &'static str, what: String) -> Broken {
    Broken { rule, what }
}

/// Checks a transaction after it was written.
///
/// # Errors
/// The violated invariant.
pub fn written(sim: &Sim, before: Option<&Transaction>, after: &Transaction) -> Result<(), Broken> {
    let (was, is) = (before.map_or(Status::New, Transaction::status), after.status());
    let told = |what: &str| format!("{what}: {} from {was} to {is}", after.id);
    if was.path(is).is_none() || (was.is_final() && was != is) {
        return Err(broken("I10", told("an illegal move")));
    }
    if after.version != before.map_or(1, |before| before.version + 1) {
        return Err(broken("I10", told("a lost version")));
    }
    let recent = &after.moves[after.moves.len().saturating_sub(4)..];
    if recent.last().map(|last| last.status) != Some(is)
        || recent.windows(2).any(|pair| !pair[0].status.may_become(pair[1].status))
    {
        return Err(broken("I10", told("a history that ends elsewhere")));
    }
    transit(sim, after)?;
    let left = after.payouts().filter(|(_, leg)| matches!(leg.state, PayOutState::Sent | PayOutState::Settled));
    if left.filter(|(_, leg)| !leg.to.is_refund()).count() > 1 {
        return Err(broken("I5", told("paid twice")));
    }
    let waits = matches!(is, Status::New | Status::Wait | Status::Processing);
    if waits && after.due_at(&sim.market.policy().lifetimes).is_none() {
        return Err(broken("I11", told("under way, and nothing is ever due")));
    }
    read_back(sim, after)
}

/// The transaction and the ledger agree on the amount in transit.
fn transit(sim: &Sim, after: &Transaction) -> Result<(), Broken> {
    let id = after.id.uuid();
    // Unidentified money is in quarantine.
    let own = after.available().filter(|_| !after.is_quarantined());
    let held = after.collect().map(|collect| collect.expected.currency());
    let currencies =
        [Some(after.price.from_currency), Some(after.price.to_currency), held, own.map(|own| own.currency())];
    let drawn = after.draws().map(|draw| draw.amount.currency());
    for currency in currencies.into_iter().flatten().chain(drawn) {
        let (posted, pending) = sim.journal.in_transit(id, currency);
        let expected = own.filter(|own| own.currency() == currency).map_or(0, |own| own.atoms());
        if posted - pending != expected {
            let what =
                format!("{} has {posted} less {pending} {currency} in transit, and counts on {expected}", after.id);
            return Err(broken("I3", what));
        }
    }
    Ok(())
}

/// The stored transaction equals the decision, so that another replica reads the same.
fn read_back(sim: &Sim, after: &Transaction) -> Result<(), Broken> {
    let stored = sim.journal.record(after.id.uuid()).map(|record| record.body.clone());
    let read = stored.and_then(|body| serde_json::from_value::<Transaction>(body).ok());
    if read.as_ref() == Some(after) {
        return Ok(());
    }
    Err(broken("I7", format!("{} is not read as it was written", after.id)))
}

impl Sim {
    /// Each leg is paid once, and an order has one result, on all rails together.
    pub fn paid_once(&mut self) {
        let mut paid: BTreeMap<(uuid::Uuid, u16), u32> = BTreeMap::new();
        for (key, payout) in self.payouts.gone() {
            *paid.entry((payout.transaction.uuid(), leg_of_key(key).unwrap_or(0))).or_default() += 1;
        }
        let ids: Vec<_> = self.slots.iter().flat_map(|slot| slot.transactions.iter().copied()).collect();
        for id in ids {
            let Some(tx) = self.load(id) else { continue };
            for chain in &self.chains {
                for leg in chain.mined(tx.id) {
                    *paid.entry((id, leg)).or_default() += 1;
                }
            }
            let result = |leg: u16| tx.payouts().any(|(at, payout)| at == leg && !payout.to.is_refund());
            let results: u32 =
                paid.iter().filter(|((of, leg), _)| *of == id && result(*leg)).map(|(_, times)| *times).sum();
            if results > 1 {
                self.fail("I5", format!("{} was paid out {results} times", tx.id));
            }
        }
        if let Some(((id, leg), times)) = paid.into_iter().find(|(_, times)| *times > 1) {
            self.fail("I5", format!("leg {leg} of {id} was paid {times} times"));
        }
        if let Some(what) = self.chains.iter().find_map(crate::rails::chain::Chain::paid_twice) {
            self.fail("I5", what);
        }
    }

    /// Checks the end state, after faults have stopped and time has passed: every transaction is final or waits for an
    /// operator, no payout is in progress, and the ledger's balance of each rail equals the rail's real one.
    pub fn at_rest(&mut self) {
        self.paid_once();
        let all: Vec<_> = self.slots.iter().flat_map(|slot| slot.transactions.clone()).collect();
        let mut reserved = 0;
        for id in all {
            let Some(tx) = self.load(id) else { continue };
            let status = tx.status();
            if !status.is_closed() && status != Status::Manual {
                let number = tx.collect().map_or(1, exchange::transaction::Collect::charge);
                let charge = self.charges.lookup(&charge_key(tx.id, number));
                self.fail("I11", format!("{} is stuck in {status} (its charge: {charge:?})", tx.id));
            }
            let held = |leg: &exchange::transaction::PayOut| {
                matches!(leg.state, PayOutState::Sending | PayOutState::Unknown) && leg.hold.is_some()
            };
            for (leg, _) in tx.payouts().filter(|(_, leg)| held(leg)) {
                reserved += 1;
                if !self.queue.knows(&format!("{}:{leg}", tx.id)) && !self.queue.knows(&format!("again:{}", tx.id)) {
                    self.fail("I11", format!("nobody looks after leg {leg} of {}", tx.id));
                }
            }
        }
        if self.journal.open_holds() != reserved {
            let holds = self.journal.open_holds();
            self.fail("I11", format!("{holds} holds are open, and {reserved} payouts under way"));
        }
        if let Some(news) = self.slots.iter().flat_map(|slot| &slot.news).find(|news| !news.heard) {
            let what = format!("nobody heard of {}", crate::trace::event(&news.event));
            self.fail("I11", what);
        }
        self.jobs_at_rest();
        self.rails_at_rest();
    }

    /// An open job at the end must belong to a transaction that waits for an operator.
    fn jobs_at_rest(&mut self) {
        let open: Vec<(u8, String)> = self.queue.open().map(|job| (job.slot, job.spec.kind.clone())).collect();
        for (slot, kind) in open {
            let ids = &self.slots[usize::from(slot)].transactions;
            let with_operator = |tx: &std::sync::Arc<Transaction>| tx.status() == Status::Manual || tx.review.is_some();
            let waits = ids.iter().filter_map(|id| self.stored.get(id)).any(with_operator);
            if !waits {
                self.fail("I11", format!("[{slot}] the job {kind} goes on for nobody"));
            }
        }
    }

    fn rails_at_rest(&mut self) {
        let mut real = Holdings(self.banked.0.clone());
        for (rail, amount) in self.charges.paid() {
            real.gain(rail, amount);
        }
        for (_, payout) in self.payouts.gone() {
            real.lose(payout.rail, payout.amount);
        }
        for price in self.issuer.paid() {
            real.lose("issuer", price);
        }
        self.chains[0].count("ltc", &mut real);
        self.chains[1].count("btc", &mut real);
        for rail in ["card", "iban", "blik", "ltc", "btc", "issuer"] {
            for currency in Currency::all() {
                let booked = -self.journal.balance(&Account::rail(rail, currency));
                let held = real.0.get(&(rail.to_owned(), currency)).copied().unwrap_or(0);
                if booked != held {
                    self.fail("I1", format!("{rail} holds {held} atoms of {currency}, and the books say {booked}"));
                }
            }
        }
    }
}
