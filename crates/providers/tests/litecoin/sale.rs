//! The whole way: an order of the exchanger, a real node, and the books in between.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use custody::{ChainSetup, Custody, CustodyLimits};
use exchange::policy::{Policy, seed_prices};
use exchange::quote::QuoteSigner;
use exchange::rails::{RailEvent, RailEventKind};
use exchange::requisite::ChainKind;
use exchange::{
    CreateOrder, Exchange, ExchangeParts, FixedSide, PriceBook, QuoteRequest, Rails, Rates, RequisiteInput, Status,
    Transaction,
};
use kernel::{Amount, Clock, Currency, ManualClock, Network, Payway, ProfileId, SystemClock, TransactionId, World};
use ledger::{Journal, JournalConfig};
use providers::bitcoin::SeedSigner;
use providers::sandbox::SandboxRails;
use store::Worker;
use store::testing::{TestDb, tenant};
use uuid::Uuid;

use crate::crash;
use crate::house::{LTC, WORDS, adapter};
use crate::node::Node;

struct Shop {
    clock: Arc<ManualClock>,
    world: World,
    rates: Rates,
    custody: Custody,
    exchange: Exchange,
    worker: Worker,
}

impl Shop {
    async fn open(db: &TestDb, node: &Node) -> Self {
        let (store, clock) = (db.store.clone(), ManualClock::at(SystemClock.now()));
        let world = World::with_clock(clock.clone());
        let rates = Rates::new(world.clone());
        let adapter = Arc::new(adapter(&node.address()).await);
        let poll = Duration::from_secs(1);
        let chain = ChainSetup { adapter, start_height: Some(1), confirmations: None, poll };
        let signer = Arc::new(SeedSigner::from_phrase(WORDS).unwrap());
        let (prices, limits) = (Arc::new(rates.clone()), CustodyLimits::default());
        let custody = Custody::new(store.clone(), world.clone(), vec![chain], signer, prices, limits);
        let rails = SandboxRails::new(store.clone(), world.clone());
        let exchange = Exchange::new(ExchangeParts {
            store: store.clone(),
            world: world.clone(),
            journal: Journal::start(store.clone(), world.clone(), JournalConfig::default()),
            rates: rates.clone(),
            policy: Policy::seed(),
            signer: QuoteSigner::from_seed([7; 32]),
            chains: ChainKind::Regtest,
            rails: Rails {
                acquirer: Arc::new(rails.clone()),
                bank: Arc::new(rails.clone()),
                blik: Arc::new(rails.clone()),
                addresses: Arc::new(custody.clone()),
            },
        });
        let listener = Arc::new(exchange.clone());
        let mut handlers = exchange.handlers();
        handlers.extend(custody.handlers(listener.clone()));
        handlers.extend(rails.handlers(listener));
        let worker = Worker::new(store, world.clone(), handlers);
        Self { clock, world, rates, custody, exchange, worker }
    }

    /// An order for `given` of one currency, in another one.
    async fn order(
        &self,
        given: Amount,
        from: Payway,
        to: (Currency, Payway),
        requisite: RequisiteInput,
    ) -> Transaction {
        let at = self.world.now();
        self.rates.publish(PriceBook { prices: seed_prices(), source: "seed".into(), at });
        let request = QuoteRequest {
            side: None,
            from_payway: from,
            to_payway: to.1,
            from_currency: given.currency(),
            to_currency: to.0,
            fixed_side: FixedSide::From,
            amount: given,
            firm: true,
        };
        let quote = self.exchange.quote(tenant(1), &request).await.unwrap();
        let profile = ProfileId::from_uuid(Uuid::from_u128(1));
        let order = CreateOrder { quote_id: quote.id, requisite, idempotency: None };
        self.exchange.create(tenant(1), profile, order).await.unwrap()
    }

    async fn settle(&self) {
        while !self.custody.pass(LTC).await.unwrap().caught_up {}
        // Twice: what custody tells makes jobs for the rails, which answer a moment later.
        for _ in 0..3 {
            self.clock.advance(TimeDelta::seconds(2));
            self.worker.run_until_idle().await.unwrap();
        }
    }

    async fn status(&self, id: TransactionId) -> Status {
        self.exchange.find(tenant(1), id).await.unwrap().status()
    }
}

async fn deposit_address(db: &TestDb, id: TransactionId) -> String {
    let query = sqlx::query_scalar("SELECT address FROM custody_addresses WHERE transaction_id = $1").bind(id.uuid());
    query.fetch_one(&mut db.connect().await).await.unwrap()
}

fn iban() -> RequisiteInput {
    RequisiteInput::Iban { value: "DE89370400440532013000".into(), full_name: "Ada Lovelace".into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_paid_on_chain_completes_after_its_confirmations() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    let given = Amount::parse("3", Currency::LTC).unwrap();
    let sale = shop.order(given, Payway::Ltc, (Currency::EUR, Payway::Iban), iban()).await;
    let address = deposit_address(&db, sale.id).await;
    shop.settle().await;
    assert_eq!(shop.status(sale.id).await, Status::New);

    node.pay(&address, "3").await;
    shop.settle().await;
    assert_eq!(shop.status(sale.id).await, Status::Wait, "the transfer is seen");
    node.mine(2).await;
    shop.settle().await;
    assert_ne!(shop.status(sale.id).await, Status::Done, "two of three confirmations are not enough");

    // A reorganisation takes them back, and the payment comes again.
    let fork = node.ask("getblockcount", serde_json::json!([])).await.as_u64().unwrap() - 1;
    let hash = node.ask("getblockhash", serde_json::json!([fork])).await;
    node.ask("invalidateblock", serde_json::json!([hash])).await;
    node.mine_empty(3).await;
    shop.settle().await;
    assert!(matches!(shop.status(sale.id).await, Status::New | Status::Wait));

    node.mine(3).await;
    shop.settle().await;
    assert_eq!(shop.status(sale.id).await, Status::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_pays_out_once_though_the_server_is_killed_after_signing() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    let funding = shop.custody.funding_address(tenant(1), Network::Litecoin).await.unwrap().address;
    node.pay(&funding, "20").await;
    node.mine(1).await;
    shop.settle().await;

    let payee = node.payer_address().await;
    let to = RequisiteInput::Address { value: payee.clone(), memo: None };
    let given = Amount::parse("250", Currency::EUR).unwrap();
    let purchase = shop.order(given, Payway::Iban, (Currency::LTC, Payway::Ltc), to).await;
    let arrived = RailEventKind::Credited { amount: given, reference: "transfer-1".into(), payer: None };
    let event = RailEvent {
        transaction: purchase.id,
        rail: "iban".into(),
        event_id: "credited:transfer-1".into(),
        leg: None,
        kind: arrived,
    };
    shop.exchange.on_rail_event(tenant(1), event).await.unwrap();

    crash::die_at("signed", &db, &node).await;
    assert!(node.ask("getrawmempool", serde_json::json!([])).await.as_array().unwrap().is_empty());
    shop.clock.advance(TimeDelta::seconds(120));
    shop.settle().await;
    node.mine(3).await;
    shop.settle().await;
    assert_eq!(shop.status(purchase.id).await, Status::Done);
    assert_eq!(node.received(&payee).await.0, 1);
    let mut words = Vec::new();
    ledger::verify::verify(&db.store, &mut words).await.unwrap();
}
