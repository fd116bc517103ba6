//! The invariants of all transactions together, after every outgoing payment and at the end: the transactions, and the
//! ledger against the rails.

use std::collections::BTreeMap;

use exchange::rails::{charge_key, leg_of_key};
use exchange::transaction::{PayOutState, Status, Transaction};
use kernel::Currency;
use ledger::Account;

use crate::rails::Holdings;
use crate::rails::chain::Chain;
use crate::sim::Sim;

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
        if let Some(what) = self.chains.iter().find_map(Chain::paid_twice) {
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
