//! The simulated chains, with the custody engine that also serves real chains.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::TimeDelta;
use custody::{ChainSetup, Custody, CustodyLimits, DepositState, ListenerError, RailListener, Valuation};
use exchange::rails::{AddressBook, ChainPayout, RailEvent, RailEventKind};
use kernel::{
    Amount, Clock, Currency, ManualClock, Network, Payway, Price, SystemClock, TenantId, TransactionId, World,
};
use providers::sandbox::chain::{ControlError, SandboxChain};
use providers::signer::Vault;
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{JobSpec, Worker};
use uuid::Uuid;

const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

struct OneEuro;

impl Valuation for OneEuro {
    fn price(&self, _currency: Currency) -> Option<Price> {
        Some(Price::ONE)
    }
}

#[derive(Default)]
struct Ear(Mutex<Vec<RailEventKind>>);

#[async_trait]
impl RailListener for Ear {
    async fn on_rail_event(&self, _tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError> {
        self.0.lock().unwrap().push(event.kind.clone());
        Ok(())
    }
}

struct Stage {
    db: TestDb,
    clock: Arc<ManualClock>,
    world: World,
}

impl Stage {
    async fn new() -> Self {
        let clock = ManualClock::at(SystemClock.now());
        Self { db: TestDb::new().await, world: World::with_clock(clock.clone()), clock }
    }

    fn chain(&self, network: Network) -> SandboxChain {
        SandboxChain::new(self.db.store.clone(), self.world.clone(), network, "seed")
    }

    fn custody(&self, network: Network, ear: Arc<Ear>) -> (Custody, Worker) {
        self.custody_of(&[network], ear)
    }

    fn custody_of(&self, networks: &[Network], ear: Arc<Ear>) -> (Custody, Worker) {
        let poll = Duration::from_secs(1);
        let setup = |network: &Network| {
            let adapter = Arc::new(self.chain(*network));
            ChainSetup { adapter, start_height: None, confirmations: None, poll }
        };
        let setups = networks.iter().map(setup).collect();
        let signer = Arc::new(Vault::from_phrase(WORDS).unwrap());
        let (store, limits) = (self.db.store.clone(), CustodyLimits::default());
        let custody = Custody::new(store.clone(), self.world.clone(), setups, signer, Arc::new(OneEuro), limits);
        let worker = Worker::new(store, self.world.clone(), custody.handlers(ear));
        (custody, worker)
    }

    async fn settle(&self, network: Network, custody: &Custody, worker: &Worker) {
        custody.pass(network).await.unwrap();
        self.clock.advance(TimeDelta::milliseconds(1));
        worker.run_until_idle().await.unwrap();
    }
}

/// Networks of one family share keys. If two of them gave the same address to two customers, a payment on the wrong
/// network would be the other one's.
#[tokio::test(flavor = "multi_thread")]
async fn a_payment_on_another_network_of_the_family_belongs_to_the_owner_of_the_address() {
    let world = Stage::new().await;
    let family: Vec<Network> = Network::Ethereum.family_members().collect();
    assert!(family.len() >= 4);
    let ear = Arc::new(Ear::default());
    let (custody, worker) = world.custody_of(&family, ear.clone());
    let amount = Amount::parse("20", Currency::USDC).unwrap();
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..24_u128 {
        let (custody, network) = (custody.clone(), family[number as usize % family.len()]);
        let id = TransactionId::from_uuid(Uuid::from_u128(9_000 + number));
        asked.spawn(async move { (network, custody.assign(tenant(1), id.into(), amount, network, 1).await.unwrap()) });
    }
    let given = asked.join_all().await;
    let distinct: BTreeSet<&str> = given.iter().map(|(_, given)| given.address.as_str()).collect();
    assert_eq!(distinct.len(), given.len(), "each order has an address of its own");

    let (_, of_ethereum) = given.iter().find(|(network, _)| *network == Network::Ethereum).unwrap();
    world.chain(Network::Bsc).pay(&of_ethereum.address, None, amount).await.unwrap();
    for _ in 0..40 {
        world.clock.advance(TimeDelta::seconds(1));
        world.settle(Network::Bsc, &custody, &worker).await;
    }
    assert_eq!(credited(&ear), 1, "once, on the network on which it came");
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_without_a_known_memo_are_reported_without_an_owner() {
    let world = Stage::new().await;
    let ear = Arc::new(Ear::default());
    let (custody, worker) = world.custody(Network::Ton, ear.clone());
    let amount = Amount::parse("5", Currency::TON).unwrap();
    let id = TransactionId::from_uuid(Uuid::from_u128(7));
    let given = custody.assign(tenant(1), id.into(), amount, Network::Ton, 1).await.unwrap();
    let chain = world.chain(Network::Ton);
    for memo in [None, Some("999"), given.memo.as_deref()] {
        chain.pay(&given.address, memo, amount).await.unwrap();
    }
    chain.pay("UQsomebody", None, amount).await.unwrap();
    for _ in 0..25 {
        world.clock.advance(TimeDelta::seconds(1));
        world.settle(Network::Ton, &custody, &worker).await;
    }
    assert_eq!(credited(&ear), 3, "what comes to another's address is not ours");
    let deposits = custody.deposits_of(tenant(1), id).await.unwrap();
    assert_eq!(deposits.len(), 1, "only the memo proves the owner");
}

fn credited(ear: &Ear) -> usize {
    ear.0.lock().unwrap().iter().filter(|kind| matches!(kind, RailEventKind::Credited { .. })).count()
}

/// Every currency on every network that carries it.
fn every_way() -> Vec<(Network, Currency)> {
    let mut ways = Vec::new();
    for currency in Currency::all() {
        for network in Payway::of(currency).iter().filter_map(|payway| payway.network()) {
            if !ways.contains(&(network, currency)) {
                ways.push((network, currency));
            }
        }
    }
    ways
}

#[tokio::test(flavor = "multi_thread")]
async fn on_every_network_a_payment_arrives_and_a_payout_settles_while_time_passes() {
    let world = Stage::new().await;
    for network in Network::all() {
        let ear = Arc::new(Ear::default());
        let (custody, worker) = world.custody(network, ear.clone());
        let chain = world.chain(network);
        let currencies: Vec<Currency> =
            every_way().into_iter().filter(|way| way.0 == network).map(|way| way.1).take(2).collect();
        custody.pass(network).await.unwrap();
        for (number, currency) in (1_u128..).zip(&currencies) {
            let id = TransactionId::from_uuid(Uuid::from_u128(number + 1_000 * network as u128));
            let amount = Amount::parse("2", *currency).unwrap();
            let to = custody.assign(tenant(1), id.into(), amount, network, 1).await.unwrap();
            assert_eq!(to.memo.is_some(), network.needs_memo());
            assert!(custody.network_fee(*currency, network).await.unwrap().is_positive());
            chain.pay(&to.address, to.memo.as_deref(), amount).await.unwrap();
            let payout = ChainPayout {
                transaction: id,
                leg: 3,
                currency: *currency,
                network,
                address: "someone".into(),
                memo: None,
                amount_atoms: amount.atoms().to_string(),
            };
            let mut tx = world.db.store.tenant(tenant(1)).await.unwrap();
            tx.enqueue(world.world.now(), &[JobSpec::new("payout.chain", tenant(1), json!(payout))]).await.unwrap();
            tx.commit().await.unwrap();
        }
        for _ in 0..25 {
            world.clock.advance(TimeDelta::seconds(1));
            world.settle(network, &custody, &worker).await;
        }
        assert_eq!(credited(&ear), currencies.len(), "{network}");
        let heard = ear.0.lock().unwrap();
        let cost_known = |cost: &Option<Amount>| cost.is_some_and(|cost| cost.currency() == network.native());
        let settled = heard
            .iter()
            .filter(|kind| matches!(kind, RailEventKind::PayoutSettled { network_cost } if cost_known(network_cost)))
            .count();
        assert_eq!(settled, currencies.len(), "{network}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_controls_mine_and_reorganise_blocks() {
    let (world, ear) = (Stage::new().await, Arc::new(Ear::default()));
    let network = Network::Ethereum;
    let (custody, worker) = world.custody(network, ear.clone());
    let chain = world.chain(network);
    custody.pass(network).await.unwrap();
    let amount = Amount::parse("1", Currency::ETH).unwrap();
    let to = custody
        .assign(tenant(1), TransactionId::from_uuid(Uuid::from_u128(1)).into(), amount, network, 1)
        .await
        .unwrap();
    assert_eq!(to.confirmations_required, 12);
    chain.pay(&to.address, None, amount).await.unwrap();
    chain.mine(3).await.unwrap();
    world.settle(network, &custody, &worker).await;
    chain.reorg(5, false).await.unwrap();
    world.settle(network, &custody, &worker).await;
    let last_two = ear.0.lock().unwrap().iter().rev().take(2).cloned().collect::<Vec<_>>();
    assert!(
        matches!(last_two[..], [RailEventKind::Seen { confirmations: 0, .. }, RailEventKind::Reversed { .. }]),
        "{last_two:?}"
    );
    chain.mine(12).await.unwrap();
    world.settle(network, &custody, &worker).await;
    assert_eq!(credited(&ear), 1);

    chain.reorg(20, true).await.unwrap();
    world.settle(network, &custody, &worker).await;
    world.settle(network, &custody, &worker).await;
    assert!(matches!(ear.0.lock().unwrap().last(), Some(RailEventKind::Reversed { .. })));

    assert!(chain.mine(0).await.is_err() && chain.mine(501).await.is_err() && chain.reorg(51, true).await.is_err());
    assert!(chain.pay("", None, amount).await.is_err());
    assert!(chain.pay(&to.address, None, Amount::zero(Currency::ETH)).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn replacing_an_own_payment_affects_no_other_payment() {
    let (world, ear) = (Stage::new().await, Arc::new(Ear::default()));
    let network = Network::Ethereum;
    let (custody, worker) = world.custody(network, ear);
    let chain = world.chain(network);
    custody.pass(network).await.unwrap();
    let amount = Amount::parse("1", Currency::ETH).unwrap();
    let person = |number| TransactionId::from_uuid(Uuid::from_u128(number));
    let mut to = Vec::new();
    for number in 0..4 {
        to.push(custody.assign(tenant(1), person(number).into(), amount, network, 1).await.unwrap().address);
    }
    let state = async |number| {
        let found = custody.deposits_of(tenant(1), person(number)).await.unwrap();
        found.first().map(|deposit| (deposit.state, deposit.confirmations))
    };

    // Two customers' payments in one block: one is removed, the other keeps its confirmations.
    assert!(!chain.take_back(&to[0], None).await.unwrap(), "nothing was paid yet");
    chain.pay(&to[0], None, amount).await.unwrap();
    chain.pay(&to[1], None, amount).await.unwrap();
    chain.mine(3).await.unwrap();
    world.settle(network, &custody, &worker).await;
    assert!(chain.take_back(&to[0], None).await.unwrap());
    world.settle(network, &custody, &worker).await;
    world.settle(network, &custody, &worker).await;
    assert_eq!(state(0).await.unwrap().0, DepositState::Orphaned);
    let (kept, deep) = state(1).await.unwrap();
    assert!(kept == DepositState::Confirming && deep >= 3, "{kept:?} {deep}");

    // Payments before another customer's credited payment cannot be removed.
    chain.mine(6).await.unwrap();
    chain.pay(&to[2], None, amount).await.unwrap();
    chain.mine(12).await.unwrap();
    world.settle(network, &custody, &worker).await;
    chain.pay(&to[3], None, amount).await.unwrap();
    chain.mine(12).await.unwrap();
    world.settle(network, &custody, &worker).await;
    assert!(matches!(chain.take_back(&to[2], None).await, Err(ControlError::Final)));
    world.settle(network, &custody, &worker).await;
    for number in 1..4 {
        assert_eq!(state(number).await.unwrap().0, DepositState::Credited, "{number}");
    }
    // A customer's own credited payment can be removed.
    assert!(chain.take_back(&to[3], None).await.unwrap());
    world.settle(network, &custody, &worker).await;
    world.settle(network, &custody, &worker).await;
    assert_eq!(state(3).await.unwrap().0, DepositState::Orphaned);
    assert_eq!(state(2).await.unwrap().0, DepositState::Credited);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_simulated_chain_makes_no_blocks() {
    let (world, ear) = (Stage::new().await, Arc::new(Ear::default()));
    let (custody, worker) = world.custody(Network::Solana, ear);
    for _ in 0..5 {
        world.clock.advance(TimeDelta::hours(1));
        world.settle(Network::Solana, &custody, &worker).await;
    }
    let blocks: i64 = sqlx::query_scalar("SELECT count(*) FROM sandbox_blocks")
        .fetch_one(&mut world.db.connect().await)
        .await
        .unwrap();
    assert_eq!(blocks, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_running_loops_find_a_payment_by_themselves_and_stop_when_asked() {
    let (db, world, ear) = (TestDb::new().await, World::system(), Arc::new(Ear::default()));
    let (network, one) = (Network::Bitcoin, Amount::parse("1", Currency::BTC).unwrap());
    let chain = SandboxChain::new(db.store.clone(), world.clone(), network, "seed");
    let poll = Duration::from_millis(20);
    let setup = ChainSetup { adapter: Arc::new(chain.clone()), start_height: None, confirmations: Some(1), poll };
    let signer = Arc::new(Vault::from_phrase(WORDS).unwrap());
    let (store, limits) = (db.store.clone(), CustodyLimits::default());
    let custody = Custody::new(store.clone(), world.clone(), vec![setup], signer, Arc::new(OneEuro), limits);
    let (scanning, working) = (custody.spawn(), Worker::new(store, world, custody.handlers(ear.clone())).spawn());

    let to =
        custody.assign(tenant(1), TransactionId::from_uuid(Uuid::from_u128(1)).into(), one, network, 1).await.unwrap();
    chain.pay(&to.address, None, one).await.unwrap();
    chain.mine(1).await.unwrap();
    let heard = async {
        while credited(&ear) == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), heard).await.expect("the loops credit it");
    let stopped = async { tokio::join!(scanning.stop(), working.stop()) };
    tokio::time::timeout(Duration::from_secs(20), stopped).await.expect("the loops stop");
}
