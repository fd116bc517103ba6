//! Replacement of a payout's transaction by one with a higher fee, on a real Litecoin node in regtest.

use std::path::PathBuf;
use std::sync::Arc;

use custody::{CustodyLimits, Payout, PayoutState};
use exchange::rails::{FeeRefusal, PayoutFees, RailEvent, RailEventKind, RaiseError};
use exchange::{RequisiteInput, Status};
use identity::operator::FeeRaise;
use kernel::{Amount, Currency, Payway, World};
use serde_json::json;
use store::JobSpec;
use store::testing::{TestDb, tenant};

use crate::books::{booked, on_chain};
use crate::crash::{die_at, die_with};
use crate::node::Node;
use crate::setup::{LTC, Setup, adapter, ltc, remembering, transaction};
use crate::shop::Shop;

/// 50 atoms a byte. Payouts are sent at 10 while the node has no estimate.
const HIGHER: u64 = 50_000;

/// A new folder for a signer's journal.
fn tempfolder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("agio-journal-{}", World::system().uuid()));
    std::fs::create_dir(&folder).unwrap();
    folder
}

async fn payout_of(setup: &Setup) -> Payout {
    setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap()
}

/// The signed bytes of an attempt, in hexadecimal.
async fn raw(db: &TestDb, attempt: i32) -> String {
    let query = sqlx::query_scalar("SELECT encode(raw, 'hex') FROM payout_attempts WHERE attempt = $1").bind(attempt);
    query.fetch_one(&mut db.connect().await).await.unwrap()
}

/// A payout of 1.25 coins that waits in the mempool, its payee, and the raise of its fee.
async fn stuck(db: &TestDb, node: &Node) -> (Setup, String, FeeRaise) {
    stuck_at(Setup::on(db, node).await, node).await
}

async fn stuck_at(setup: Setup, node: &Node) -> (Setup, String, FeeRaise) {
    setup.fund(node, 1).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1.25")).await;
    setup.work().await;
    assert_eq!(setup.heard(1), ["sent"]);
    let raise = setup.custody.plan_raise(setup.tenant, transaction(1), 2, HIGHER).await.unwrap();
    (setup, payee, raise)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_with_a_higher_fee_is_paid_once_and_settles_the_payout() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (setup, payee, raise) = stuck(&db, &node).await;
    let (tenant, order) = (setup.tenant, transaction(1));
    let first = payout_of(&setup).await;
    let shown = setup.custody.payout_fees(tenant, order).await.unwrap().remove(0);
    assert_eq!((shown.is_unconfirmed, shown.rate, shown.refused), (true, Some(10_000), None));
    assert_eq!((raise.rate, raise.new_rate, Some(raise.fee)), (10_000, HIGHER, first.network_fee));
    assert!(raise.worth.is_some_and(|worth| worth.currency() == Currency::EUR));
    let low = setup.custody.plan_raise(tenant, order, 2, 10_500).await;
    assert!(matches!(low, Err(RaiseError::Refused(FeeRefusal::TooLow { .. }))), "{low:?}");

    setup.agree(&raise).await;
    setup.work().await;
    let second = payout_of(&setup).await;
    assert_eq!((second.state, second.attempt, second.network_fee), (PayoutState::Sent, 2, Some(raise.new_fee)));
    assert_eq!(node.ask("getrawmempool", json!([])).await, json!([second.txid]));
    assert_eq!(setup.heard(1), ["sent", "sent"]);
    let stale = setup.custody.check_raise(tenant, &raise).await;
    assert_eq!(stale, Err(RaiseError::Refused(FeeRefusal::Changed)));

    for _ in 0..3 {
        node.mine(1).await;
        setup.settle().await;
    }
    assert_eq!(setup.heard(1), ["sent", "sent", "out 1/3", "out 2/3", "out 3/3", "settled"]);
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
    let left = setup.custody.wallet_balance(tenant, LTC).await.unwrap();
    assert_eq!(left.spendable, ltc("3.75").checked_sub(raise.new_fee).unwrap());
    // The raise was agreed to twice, and the payout is confirmed meanwhile.
    setup.agree(&raise).await;
    setup.work().await;
    assert_eq!(payout_of(&setup).await.txid, second.txid);
    let late = setup.custody.plan_raise(tenant, order, 2, 2 * HIGHER).await;
    assert_eq!(late, Err(RaiseError::Refused(FeeRefusal::NotUnconfirmed)));
}

/// A purchase of coins whose payout waits in the mempool, and its raise. The customer has paid by bank transfer.
async fn bought(shop: &Shop, db: &TestDb, node: &Node) -> (exchange::Transaction, String, FeeRaise) {
    let ours = shop.custody.funding_address(tenant(1), LTC).await.unwrap().address;
    node.pay(&ours, "9").await;
    node.mine(1).await;
    shop.settle().await;
    let payee = node.payer_address().await;
    let to = RequisiteInput::Address { value: payee.clone(), memo: None };
    let given = Amount::parse("250", Currency::EUR).unwrap();
    let order = shop.order(given, Payway::Iban, (Currency::LTC, Payway::Ltc), to).await;
    let kind = RailEventKind::Credited { amount: given, reference: "transfer-1".into(), payer: None };
    let (rail, event_id) = ("iban".to_owned(), "credited:transfer-1".to_owned());
    let event = RailEvent { target: order.id.into(), rail, event_id, leg: None, charge: None, reorg_epoch: None, kind };
    shop.exchange.on_rail_event(tenant(1), event).await.unwrap();
    shop.settle().await;
    let raise = shop.custody.plan_raise(tenant(1), order.id, 2, HIGHER).await.unwrap();
    shop.enqueue(JobSpec::new("payout.raise_fee", tenant(1), json!({ "raise": raise }))).await;
    shop.settle().await;
    assert_eq!(booked(db, "network_cost").await, ltc("0"));
    (order, payee, raise)
}

/// The block with the original comes after the replacement was sent; a reorganisation exchanges both.
#[tokio::test(flavor = "multi_thread")]
async fn the_mined_transaction_settles_the_payout_whichever_it_is_and_its_fee_is_booked() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    let (order, payee, raise) = bought(&shop, &db, &node).await;
    let (original, replacement) = (raw(&db, 1).await, raw(&db, 2).await);
    let home = node.payer_address().await;
    let payout = || async { shop.custody.payout(tenant(1), order.id, 2).await.unwrap().unwrap() };
    let hash = || async {
        let found = shop.exchange.find(tenant(1), order.id).await.unwrap();
        found.payouts().next().and_then(|(_, leg)| leg.reference.clone())
    };
    let second = payout().await;
    assert_eq!((hash().await, second.attempt), (second.txid.clone(), 2), "the customer sees the new hash");

    node.ask("generateblock", json!([home, [original]])).await;
    shop.settle().await;
    let mined = payout().await;
    assert_eq!((mined.state, mined.attempt, mined.network_fee), (PayoutState::Included, 1, Some(raise.fee)));
    assert_eq!((hash().await, mined.txid), (Some(raise.txid.clone()), Some(raise.txid.clone())));

    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.ask("generateblock", json!([home, [replacement]])).await;
    node.mine_empty(1).await;
    shop.settle().await;
    assert_eq!((payout().await.attempt, hash().await), (2, second.txid));
    node.mine(4).await;
    shop.settle().await;
    assert_eq!(shop.status(order.id).await, Status::Done);
    assert_eq!(node.received(&payee).await.0, 1);
    assert_eq!(booked(&db, "network_cost").await, raise.new_fee);
    assert_eq!(shop.custody.wallet_balance(tenant(1), LTC).await.unwrap().total, on_chain(&db, &node).await);
    shop.prove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_before_the_replacement_is_recorded_signs_the_same_again() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (setup, payee, raise) = stuck(&db, &node).await;
    setup.agree(&raise).await;
    die_at("signing", &db, &node).await;
    assert_eq!(payout_of(&setup).await.txid, Some(raise.txid.clone()));
    setup.wait(120);
    setup.settle().await;
    let next = payout_of(&setup).await;
    assert_eq!((next.attempt, next.network_fee), (2, Some(raise.new_fee)));
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_before_the_replacement_is_sent_sends_the_same_bytes() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (folder, chain) = (tempfolder(), Arc::new(adapter(&node.address()).await));
    let journal = folder.join("journal");
    let open = || {
        let signer = Arc::new(remembering(&journal));
        Setup::signed(db.store.clone(), chain.clone(), CustodyLimits::default(), signer)
    };
    let (setup, payee, raise) = stuck_at(open().await, &node).await;
    setup.agree(&raise).await;
    // One process has the journal at a time.
    drop(setup);
    die_with("signed", &db, &node, Some(&journal)).await;
    let setup = open().await;
    let recorded = payout_of(&setup).await;
    assert_eq!(recorded.attempt, 2);
    assert_eq!(node.ask("getrawmempool", json!([])).await, json!([raise.txid]), "only the original was sent");
    setup.wait(120);
    setup.settle().await;
    assert_eq!(node.ask("getrawmempool", json!([])).await, json!([recorded.txid]));
    assert_eq!(setup.heard(1), ["sent"]);
    let attempts: i64 =
        sqlx::query_scalar("SELECT count(*) FROM payout_attempts").fetch_one(&mut db.connect().await).await.unwrap();
    assert_eq!(attempts, 2);
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
    std::fs::remove_dir_all(folder).unwrap();
}
