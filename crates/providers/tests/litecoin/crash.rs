//! Crashes of the server: a child process aborts at one point of a payout, and another process finishes the payout.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use async_trait::async_trait;
use custody::chain::{
    AddressPath, BlockRef, BroadcastOutcome, ChainAdapter, ChainError, ChainInfo, ChainTransfer, Derived, Destination,
    Mempool, PayoutOrder, PlanError, ScanOutcome, SignedTx, TxPlan, TxStatus, Utxo,
};
use custody::signer::{Signer, SignerError};
use custody::{CustodyLimits, PayoutState};
use exchange::rails::FeeBounds;
use kernel::{Amount, Currency};
use providers::bitcoin::BitcoinAdapter;
use providers::signer::Vault;
use serde_json::json;
use store::testing::TestDb;
use store::{Store, StoreOptions};

use crate::node::Node;
use crate::setup::{LTC, Setup, WORDS, adapter, ltc, remembering, transaction};

const POINT: &str = "AGIO_TEST_CRASH_POINT";
const DATABASE: &str = "AGIO_TEST_CRASH_DATABASE";
const NODE: &str = "AGIO_TEST_CRASH_NODE";
const JOURNAL: &str = "AGIO_TEST_CRASH_JOURNAL";

/// The real adapter in a process that aborts at a chosen point.
struct Mortal {
    real: BitcoinAdapter,
    point: String,
}

impl Mortal {
    fn die_at(&self, point: &str) {
        if self.point == point {
            std::process::abort();
        }
    }
}

#[async_trait]
impl ChainAdapter for Mortal {
    fn info(&self) -> &ChainInfo {
        self.real.info()
    }
    async fn account_key(&self, signer: &dyn Signer, account: u32) -> Result<String, SignerError> {
        self.real.account_key(signer, account).await
    }
    fn derive(&self, account_key: &str, place: AddressPath) -> Result<Derived, ChainError> {
        self.real.derive(account_key, place)
    }
    fn destination(&self, address: &str, memo: Option<&str>) -> Result<Destination, PlanError> {
        self.real.destination(address, memo)
    }
    async fn start(&self, at: Option<u64>) -> Result<BlockRef, ChainError> {
        self.real.start(at).await
    }
    async fn scan(&self, known: &[BlockRef], max_blocks: u32) -> Result<ScanOutcome, ChainError> {
        self.real.scan(known, max_blocks).await
    }
    async fn mempool(&self) -> Result<Mempool, ChainError> {
        self.real.mempool().await
    }
    async fn mempool_transfers(&self, txids: &[String]) -> Result<Vec<ChainTransfer>, ChainError> {
        self.real.mempool_transfers(txids).await
    }
    async fn typical_fee(&self, currency: Currency) -> Result<Amount, ChainError> {
        self.real.typical_fee(currency).await
    }
    async fn plan(&self, order: &PayoutOrder, coins: &[Utxo], change: &Derived) -> Result<TxPlan, PlanError> {
        let plan = self.real.plan(order, coins, change).await;
        self.die_at("planned");
        plan
    }
    async fn sign(&self, plan: &TxPlan, account: u32, signer: &dyn Signer) -> Result<SignedTx, ChainError> {
        self.die_at("built");
        let signed = self.real.sign(plan, account, signer).await;
        self.die_at("signing");
        signed
    }
    async fn replacement_bounds(
        &self,
        plan: &TxPlan,
        txid: &str,
        highest: Amount,
    ) -> Result<Option<FeeBounds>, ChainError> {
        self.real.replacement_bounds(plan, txid, highest).await
    }
    fn replace(&self, plan: &TxPlan, txid: &str, fee: Amount) -> Result<TxPlan, PlanError> {
        self.real.replace(plan, txid, fee)
    }
    async fn broadcast(&self, tx: &SignedTx) -> Result<BroadcastOutcome, ChainError> {
        self.die_at("signed");
        let outcome = self.real.broadcast(tx).await;
        self.die_at("broadcast");
        outcome
    }
    async fn status(&self, tx: &SignedTx) -> Result<TxStatus, ChainError> {
        self.real.status(tx).await
    }
}

/// The child process that aborts. Does nothing unless the test below started it.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(point) = std::env::var(POINT) else { return };
    let store = Store::connect(&std::env::var(DATABASE).unwrap(), StoreOptions::default()).await.unwrap();
    let real = adapter(&std::env::var(NODE).unwrap()).await;
    let signer: Arc<dyn Signer> = match std::env::var_os(JOURNAL) {
        Some(path) => Arc::new(remembering(Path::new(&path))),
        None => Arc::new(Vault::from_phrase(WORDS).unwrap()),
    };
    let setup = Setup::signed(store, Arc::new(Mortal { real, point }), CustodyLimits::default(), signer).await;
    // The parent's clock is ahead.
    setup.wait(30);
    setup.work().await;
}

pub async fn die_at(point: &str, db: &TestDb, node: &Node) {
    die_with(point, db, node, None).await;
}

/// As [`die_at`], in a process whose signer has this journal.
pub async fn die_with(point: &str, db: &TestDb, node: &Node, journal: Option<&Path>) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "crash::child", "--nocapture"]).stdout(Stdio::null()).stderr(Stdio::null());
    child.env(POINT, point).env(DATABASE, db.url()).env(NODE, node.address());
    if let Some(path) = journal {
        child.env(JOURNAL, path);
    }
    let status = tokio::task::spawn_blocking(move || child.status()).await.unwrap().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(6), "the child died at {point}: {status}");
}

async fn paid_once_after_death_at(point: &str, left: PayoutState, in_mempool: usize) {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 2).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1.25")).await;

    die_at(point, &db, &node).await;
    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(payout.state, left);
    assert_eq!(node.ask("getrawmempool", json!([])).await.as_array().unwrap().len(), in_mempool);

    // The dead worker's lease ends, and another worker takes the job over.
    setup.wait(120);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
    let sent = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert!(payout.txid.is_none() || payout.txid == sent.txid, "only the same bytes go out");
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
    assert_eq!(setup.heard(1), ["sent", "out 1/3", "out 2/3", "out 3/3", "settled"]);
    assert_eq!(
        setup.custody.wallet_balance(setup.tenant, LTC).await.unwrap().spendable.checked_cmp(ltc("8.7")),
        Ok(std::cmp::Ordering::Greater)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_after_planning_leaves_nothing_behind() {
    paid_once_after_death_at("planned", PayoutState::Requested, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_before_signing_continues_from_the_plan() {
    paid_once_after_death_at("built", PayoutState::Built, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_signing_and_storing_signs_the_same_again() {
    paid_once_after_death_at("signing", PayoutState::Built, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_signing_and_sending_pays_once() {
    paid_once_after_death_at("signed", PayoutState::Signed, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_sending_and_recording_pays_once() {
    paid_once_after_death_at("broadcast", PayoutState::Signed, 1).await;
}
