//! Custody on a database and a node, with a listener that records events.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::TimeDelta;
use custody::chain::ChainAdapter;
use custody::signer::Signer;
use custody::{ChainSetup, Custody, CustodyLimits, ListenerError, RailListener, Valuation};
use exchange::rails::{AddressBook, ChainPayout, DepositAddress, RailEvent, RailEventKind};
use identity::operator::{FeeRaise, RAISE_FEE_JOB};
use kernel::{
    Amount, Clock, Currency, ManualClock, Network, OperatorId, Price, SystemClock, TenantId, TransactionId, World,
};
use providers::bitcoin::{BitcoinAdapter, Policy, RpcClient};
use providers::signer::{Journal, Vault};
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{JobSpec, Store, Worker};
use uuid::Uuid;

use crate::node::Node;

pub const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";
pub const LTC: Network = Network::Litecoin;

/// 85 euro a coin: a sale of one coin needs 3 confirmations, one of fifteen needs 6.
struct Prices;

impl Valuation for Prices {
    fn price(&self, currency: Currency) -> Option<Price> {
        match currency.code() {
            "EUR" => Some(Price::ONE),
            "LTC" => "85".parse().ok(),
            _ => None,
        }
    }
}

/// Records all events and, like the exchange, ignores duplicates.
#[derive(Default)]
pub struct Ear(Mutex<Vec<RailEvent>>, AtomicBool, Mutex<Vec<String>>);

#[async_trait]
impl RailListener for Ear {
    async fn on_rail_event(&self, _tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError> {
        let mut heard = self.0.lock().unwrap();
        if !heard.iter().any(|known| known.event_id == event.event_id && known.target == event.target) {
            heard.push(event.clone());
        }
        Ok(())
    }

    async fn may_pay_out(&self, _: TenantId, _: TransactionId, _: u16) -> Result<bool, ListenerError> {
        Ok(!self.1.load(Ordering::SeqCst))
    }

    async fn on_payout_held(&self, _: TenantId, _: TransactionId, _: u16, reason: &str) -> Result<(), ListenerError> {
        self.2.lock().unwrap().push(reason.to_owned());
        Ok(())
    }
}

pub struct Setup {
    pub custody: Custody,
    pub store: Store,
    pub tenant: TenantId,
    pub clock: Arc<ManualClock>,
    worker: Worker,
    ear: Arc<Ear>,
}

pub fn transaction(number: u32) -> TransactionId {
    TransactionId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0000 + u128::from(number)))
}

pub fn ltc(coins: &str) -> Amount {
    Amount::parse(coins, Currency::LTC).unwrap()
}

/// An adapter for the node at `address`.
pub async fn adapter(address: &str) -> BitcoinAdapter {
    BitcoinAdapter::connect(RpcClient::new(address).unwrap(), LTC, World::system().now()).await.unwrap()
}

/// A signer without limits that keeps its journal in this file.
pub fn remembering(journal: &Path) -> Vault {
    Vault::new(WORDS, Policy::default(), Journal::open(journal).unwrap(), World::system()).unwrap()
}

impl Setup {
    pub async fn on(db: &TestDb, node: &Node) -> Self {
        Self::with(db.store.clone(), Arc::new(adapter(&node.address()).await), CustodyLimits::default()).await
    }

    pub async fn with(store: Store, adapter: Arc<dyn ChainAdapter>, limits: CustodyLimits) -> Self {
        Self::signed(store, adapter, limits, Arc::new(Vault::from_phrase(WORDS).unwrap())).await
    }

    /// A test platform with its own signer.
    pub async fn signed(
        store: Store,
        adapter: Arc<dyn ChainAdapter>,
        limits: CustodyLimits,
        signer: Arc<dyn Signer>,
    ) -> Self {
        let clock = ManualClock::at(SystemClock.now());
        let world = World::with_clock(clock.clone());
        let poll = Duration::from_millis(50);
        let chain = ChainSetup { adapter, start_height: Some(1), confirmations: None, poll };
        let custody = Custody::new(store.clone(), world.clone(), vec![chain], signer, Arc::new(Prices), limits);
        let ear = Arc::new(Ear::default());
        let worker = Worker::new(store.clone(), world, custody.handlers(ear.clone()));
        Self { custody, store, tenant: tenant(1), clock, worker, ear }
    }

    /// Scans to the tip, and runs all jobs that are due.
    pub async fn settle(&self) {
        while !self.custody.pass(LTC).await.unwrap().caught_up {}
        self.work().await;
    }

    pub async fn work(&self) {
        // Jobs that were enqueued in the same instant become due a little after each other.
        self.wait(1);
        self.worker.run_until_idle().await.unwrap();
    }

    pub fn wait(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub async fn sale(&self, number: u32, coins: &str) -> DepositAddress {
        self.custody.assign(self.tenant, transaction(number).into(), ltc(coins), LTC, 1).await.unwrap()
    }

    /// Sends `count` payments of five coins to the hot wallet.
    pub async fn fund(&self, node: &Node, count: u32) {
        let address = self.custody.funding_address(self.tenant, LTC).await.unwrap().address;
        for _ in 0..count {
            node.pay(&address, "5").await;
        }
        node.mine(1).await;
        self.settle().await;
    }

    /// Requests a payout, as the exchange does.
    pub async fn ask_payout(&self, number: u32, address: &str, amount: Amount) {
        let payout = ChainPayout {
            transaction: transaction(number),
            leg: 2,
            currency: amount.currency(),
            network: LTC,
            address: address.into(),
            memo: None,
            amount_atoms: amount.atoms().to_string(),
        };
        let job = JobSpec::new("payout.chain", self.tenant, json!(payout));
        let mut tx = self.store.tenant(self.tenant).await.unwrap();
        tx.enqueue(self.clock.now(), &[job]).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Enqueues an agreed raise of a network fee, as the approval by a second operator does.
    pub async fn agree(&self, raise: &FeeRaise) {
        let payload =
            json!({ "transaction": raise.movement, "raise": raise, "operator": OperatorId::from_uuid(Uuid::nil()) });
        let mut tx = self.store.tenant(self.tenant).await.unwrap();
        tx.enqueue(self.clock.now(), &[JobSpec::new(RAISE_FEE_JOB, self.tenant, payload)]).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The short names of a transaction's events, in order.
    pub fn heard(&self, number: u32) -> Vec<String> {
        let heard = self.ear.0.lock().unwrap();
        heard
            .iter()
            .filter(|event| event.target == transaction(number).into())
            .map(|event| short(&event.kind))
            .collect()
    }

    /// The reasons of the reported payout holds.
    pub fn held(&self) -> Vec<String> {
        self.ear.2.lock().unwrap().clone()
    }

    /// Stops payouts of orders, or allows them again.
    pub fn stop_orders(&self, stopped: bool) {
        self.ear.1.store(stopped, Ordering::SeqCst);
    }

    pub fn forget(&self) {
        self.ear.0.lock().unwrap().clear();
    }
}

fn short(kind: &RailEventKind) -> String {
    match kind {
        RailEventKind::Seen { confirmations, required, .. } => format!("seen {confirmations}/{required}"),
        RailEventKind::Credited { amount, .. } => format!("credited {}", amount.to_decimal()),
        RailEventKind::Reversed { .. } => "reversed".into(),
        RailEventKind::Unclear { .. } => "unclear".into(),
        RailEventKind::Disputed { .. } => "disputed".into(),
        RailEventKind::PayoutSent { .. } => "sent".into(),
        RailEventKind::PayoutConfirmations { confirmations, required } => format!("out {confirmations}/{required}"),
        RailEventKind::PayoutSettled { .. } => "settled".into(),
        RailEventKind::PayoutFailed { reason } => format!("failed: {reason}"),
        other => format!("{other:?}"),
    }
}
