//! The exchange with custody on a real node: an order from end to end.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use custody::{ChainSetup, Custody, CustodyLimits};
use exchange::payee::PayeeConsent;
use exchange::policy::seed_prices;
use exchange::promotion::NoPromotions;
use exchange::quote::QuoteSigner;
use exchange::rails::EverythingConnected;
use exchange::requisite::ChainKind;
use exchange::{
    CreateOrder, Exchange, ExchangeParts, FixedSide, PayeeQuestion, PriceBook, QuoteRequest, Rails, Rates,
    RequisiteInput, Status, Transaction,
};
use identity::{CustomerStatus, Envelope, KeyEncryptionKey};
use kernel::{Amount, Clock, Currency, ManualClock, Payway, ProfileId, SystemClock, TransactionId, UserId, World};
use ledger::{Journal, JournalConfig};
use providers::sandbox::SandboxRails;
use providers::signer::Vault;
use store::testing::{TestDb, tenant};
use store::{JobSpec, Store, Worker};
use uuid::Uuid;

use crate::node::Node;
use crate::setup::{LTC, WORDS, adapter};

pub struct Shop {
    pub clock: Arc<ManualClock>,
    pub custody: Custody,
    pub exchange: Exchange,
    world: World,
    rates: Rates,
    worker: Worker,
    store: Store,
}

impl Shop {
    pub async fn open(db: &TestDb, node: &Node) -> Self {
        Self::with(db, node, Vault::from_phrase(WORDS).unwrap()).await
    }

    /// A shop whose signer has the given policy.
    pub async fn with(db: &TestDb, node: &Node, vault: Vault) -> Self {
        let (store, clock) = (db.store.clone(), ManualClock::at(SystemClock.now()));
        let world = World::with_clock(clock.clone());
        let rates = Rates::new(world.clone());
        let adapter = Arc::new(adapter(&node.address()).await);
        let poll = Duration::from_secs(1);
        let chain = ChainSetup { adapter, start_height: Some(1), confirmations: None, poll };
        let signer = Arc::new(vault);
        let (prices, limits) = (Arc::new(rates.clone()), CustodyLimits::default());
        let custody = Custody::new(store.clone(), world.clone(), vec![chain], signer, prices, limits);
        let rails = SandboxRails::new(store.clone(), world.clone());
        let exchange = Exchange::new(ExchangeParts {
            store: store.clone(),
            world: world.clone(),
            journal: Journal::start(store.clone(), world.clone(), JournalConfig::default()),
            markets: rates.clone().into(),
            signer: QuoteSigner::from_seed([7; 32]),
            chains: ChainKind::Regtest.into(),
            rails: Rails {
                acquirer: Arc::new(rails.clone()),
                bank: Arc::new(rails.clone()),
                codes: Arc::new(rails.clone()),
                addresses: Arc::new(custody.clone()),
                connections: Arc::new(EverythingConnected),
            },
            promotions: NoPromotions::port(),
            envelope: Envelope::new(KeyEncryptionKey::new([7; 32]), world.clone()),
        });
        let listener = Arc::new(exchange.clone());
        let mut handlers = exchange.handlers();
        handlers.extend(custody.handlers(listener.clone()));
        handlers.extend(rails.handlers(listener));
        let worker = Worker::new(store.clone(), world.clone(), handlers);
        Self { clock, custody, exchange, world, rates, worker, store }
    }

    /// An order that gives `given` over `from` and receives `to`.
    pub async fn order(
        &self,
        given: Amount,
        from: Payway,
        to: (Currency, Payway),
        mut requisite: RequisiteInput,
    ) -> Transaction {
        let profile = ProfileId::from_uuid(Uuid::from_u128(1));
        if let RequisiteInput::Iban { value, full_name, payee } = &mut requisite {
            let (iban, full_name) = (value.clone(), full_name.clone());
            let asker = UserId::from_uuid(profile.uuid());
            let question = PayeeQuestion { asker, currency: to.0, payway: to.1, iban, full_name };
            let check = self.exchange.verify_payee(tenant(1), profile, question).await.unwrap();
            *payee = check.map(|check| PayeeConsent { check: check.id, acknowledged: false });
        }
        let at = self.world.now();
        self.rates.publish(PriceBook { prices: seed_prices(), source: "seed".into(), at, awaiting_rate: [].into() });
        let request = QuoteRequest {
            side: None,
            source: from.into(),
            sink: to.1.into(),
            from_currency: given.currency(),
            to_currency: to.0,
            fixed_side: FixedSide::From,
            amount: given,
            is_unified: false,
            firm: true,
            residence: None,
            payer: exchange::policy::FeePayer::default(),
        };
        let quote = self.exchange.quote(tenant(1), None, &request).await.unwrap();
        let (requisite, customer_status) = (Some(requisite), CustomerStatus::nobody());
        let order = CreateOrder {
            quote_id: quote.id,
            requisite,
            refund_to: None,
            customer_status,
            idempotency: None,
            preset: None,
            plan: None,
            refund_of: None,
        };
        self.exchange.create(tenant(1), profile, order).await.unwrap()
    }

    /// Enqueues a job of the tenant.
    pub async fn enqueue(&self, job: JobSpec) {
        let mut tx = self.store.tenant(tenant(1)).await.unwrap();
        tx.enqueue(self.clock.now(), &[job]).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn settle(&self) {
        while !self.custody.pass(LTC).await.unwrap().caught_up {}
        // Repeated: custody's reports enqueue jobs for the rails, which answer a moment later.
        for _ in 0..3 {
            self.clock.advance(TimeDelta::seconds(2));
            self.worker.run_until_idle().await.unwrap();
        }
    }

    /// Processes the chain's reports and the resulting orders, without enough time for a simulated rail to answer.
    pub async fn glance(&self) {
        while !self.custody.pass(LTC).await.unwrap().caught_up {}
        for _ in 0..3 {
            self.clock.advance(TimeDelta::milliseconds(1));
            self.worker.run_until_idle().await.unwrap();
        }
    }

    /// Verifies the whole ledger.
    pub async fn prove(&self) {
        let mut told = Vec::new();
        let proved = ledger::verify::verify(&self.store, &mut told).await;
        assert!(proved.is_ok(), "{}", String::from_utf8_lossy(&told));
    }

    pub async fn status(&self, id: TransactionId) -> Status {
        self.exchange.find(tenant(1), id).await.unwrap().status()
    }
}

pub async fn deposit_address(db: &TestDb, id: TransactionId) -> String {
    let query = sqlx::query_scalar("SELECT address FROM custody_addresses WHERE owner_id = $1").bind(id.uuid());
    query.fetch_one(&mut db.connect().await).await.unwrap()
}

pub fn iban() -> RequisiteInput {
    RequisiteInput::Iban { value: "ES9121000418450200051332".into(), full_name: "Ada Lovelace".into(), payee: None }
}
