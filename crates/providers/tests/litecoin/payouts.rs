//! Payouts on a real Litecoin node in regtest: change, repeated broadcasts, stopped orders and crashes between steps.

use std::sync::Arc;

use custody::chain::{BroadcastOutcome, ChainAdapter, SignedTx, TxStatus};
use custody::{CustodyLimits, PayoutState};
use providers::signer::Vault;
use serde_json::json;
use store::testing::TestDb;

use crate::crash::die_at;
use crate::node::Node;
use crate::setup::{LTC, Setup, adapter, ltc, transaction};

#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_is_paid_out_and_the_change_comes_back() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1.25")).await;
    setup.work().await;
    assert_eq!(setup.heard(1), ["sent"]);
    // A repeated identical request has no effect.
    setup.ask_payout(1, &payee, ltc("1.25")).await;
    setup.work().await;

    for _ in 0..4 {
        node.mine(1).await;
        setup.settle().await;
    }
    assert_eq!(setup.heard(1), ["sent", "out 1/3", "out 2/3", "out 3/3", "settled"]);
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(payout.state, PayoutState::Final);
    let left = setup.custody.wallet_balance(setup.tenant, LTC).await.unwrap();
    let cost = payout.network_fee.unwrap();
    assert!(cost.is_positive());
    let expected = ltc("3.75").checked_sub(cost).unwrap();
    assert_eq!((left.spendable, left.total), (expected, expected));

    // The next payout spends the change.
    setup.ask_payout(2, &node.payer_address().await, ltc("3")).await;
    setup.work().await;
    assert_eq!(setup.heard(2), ["sent"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_waits_for_money_and_then_goes() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.settle().await;
    setup.ask_payout(1, &node.payer_address().await, ltc("1")).await;
    setup.work().await;
    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert!(payout.reason.unwrap().contains("are needed"));
    setup.fund(&node, 1).await;
    setup.wait(60);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_payee_fails_for_good_before_anything_is_sent() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    setup.ask_payout(1, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", ltc("1")).await;
    setup.work().await;
    assert_eq!(setup.heard(1), ["failed: the address belongs to another network than Litecoin"]);
    assert!(node.ask("getrawmempool", json!([])).await.as_array().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_bytes_may_be_sent_again_at_any_time() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1")).await;
    setup.work().await;
    let (txid, raw): (String, Vec<u8>) =
        sqlx::query_as("SELECT txid, raw FROM payout_attempts").fetch_one(&mut db.connect().await).await.unwrap();
    let (adapter, tx) = (adapter(&node.address()).await, SignedTx { txid, raw });
    for _ in 0..2 {
        assert_eq!(adapter.broadcast(&tx).await.unwrap(), BroadcastOutcome::Accepted);
        assert_eq!(adapter.status(&tx).await.unwrap(), TxStatus::Pending);
    }
    // The engine broadcasts again if it has seen no progress for a while.
    setup.wait(120);
    setup.settle().await;
    let sent: i32 =
        sqlx::query_scalar("SELECT broadcasts FROM payout_attempts").fetch_one(&mut db.connect().await).await.unwrap();
    assert_eq!(sent, 2);
    node.mine(1).await;
    for _ in 0..2 {
        let _ = adapter.broadcast(&tx).await.unwrap();
        assert_eq!(adapter.status(&tx).await.unwrap(), TxStatus::Included);
    }
    node.mine(2).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await.0, 1);
    assert_eq!(setup.heard(1).iter().filter(|event| *event == "settled").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn payouts_side_by_side_never_share_a_coin() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (one, two) = (Setup::on(&db, &node).await, Setup::on(&db, &node).await);
    one.fund(&node, 4).await;
    let payee = node.payer_address().await;
    for number in 1..=4 {
        one.ask_payout(number, &payee, ltc("2")).await;
    }
    tokio::join!(one.work(), two.work());
    one.wait(30);
    one.work().await;
    node.mine(3).await;
    one.settle().await;
    two.work().await;
    assert_eq!(node.received(&payee).await, (4, ["2.00000000"; 4].join(" ")));
    let coins: Vec<String> = sqlx::query_scalar("SELECT unnest(inputs) FROM payout_attempts ORDER BY 1")
        .fetch_all(&mut db.connect().await)
        .await
        .unwrap();
    let mut unique = coins.clone();
    unique.dedup();
    assert_eq!(coins, unique);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_was_stopped_is_not_paid_until_it_may_be() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    setup.stop_orders(true);
    setup.ask_payout(1, &node.payer_address().await, ltc("1")).await;
    setup.work().await;
    let waiting = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(waiting.state, PayoutState::Requested);
    setup.stop_orders(false);
    setup.wait(30);
    setup.work().await;
    assert_eq!(setup.heard(1), ["sent"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_payout_is_not_broadcast_while_its_order_is_stopped() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    setup.ask_payout(1, &node.payer_address().await, ltc("1")).await;
    die_at("signed", &db, &node).await;
    // Simulates a crash before the broadcast was recorded.
    sqlx::query("UPDATE payout_attempts SET broadcasts = 0").execute(&mut db.connect().await).await.unwrap();
    setup.stop_orders(true);
    for _ in 0..3 {
        setup.wait(400);
        setup.settle().await;
    }
    assert!(node.ask("getrawmempool", json!([])).await.as_array().unwrap().is_empty());
    assert!(!setup.custody.fail_unsigned(setup.tenant, transaction(1), 2, "no").await.unwrap(), "it is signed");
    setup.stop_orders(false);
    setup.wait(400);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_gives_up_a_payout_that_is_not_signed_and_its_coins_are_free() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    setup.ask_payout(1, &node.payer_address().await, ltc("1")).await;
    die_at("built", &db, &node).await;
    let spendable = || async { setup.custody.wallet_balance(setup.tenant, LTC).await.unwrap().spendable };
    assert!(spendable().await.is_zero());

    assert!(setup.custody.fail_unsigned(setup.tenant, transaction(1), 2, "the payee is gone").await.unwrap());
    assert_eq!(spendable().await, ltc("5"));
    setup.wait(400);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["failed: the payee is gone"]);
    assert!(node.ask("getrawmempool", json!([])).await.as_array().unwrap().is_empty());
    assert!(!setup.custody.fail_unsigned(setup.tenant, transaction(1), 2, "again").await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_outlives_its_job() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.settle().await;
    setup.ask_payout(1, &node.payer_address().await, ltc("1")).await;
    setup.work().await;
    let lost = "UPDATE jobs SET state = 'dead' WHERE kind = 'payout.chain'";
    assert_eq!(sqlx::query(lost).execute(&mut db.connect().await).await.unwrap().rows_affected(), 1);
    setup.fund(&node, 1).await;
    setup.wait(400);
    setup.settle().await;
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
    let jobs: i64 = sqlx::query_scalar("SELECT count(*) FROM jobs WHERE kind = 'payout.chain'")
        .fetch_one(&mut db.connect().await)
        .await
        .unwrap();
    assert_eq!(jobs, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signer_with_another_seed_pays_nothing_and_alerts_an_operator() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    let other = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
    let (signer, node_of) = (Arc::new(Vault::from_phrase(other).unwrap()), Arc::new(adapter(&node.address()).await));
    let stranger = Setup::signed(db.store.clone(), node_of, CustodyLimits::default(), signer).await;
    let payee = node.payer_address().await;
    stranger.ask_payout(1, &payee, ltc("1")).await;
    stranger.settle().await;
    assert_eq!(stranger.held(), ["the signer has another seed than the wallet on litecoin"]);
    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(payout.state, PayoutState::Built);

    // The right signer continues the payout.
    setup.wait(300);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
    node.mine(1).await;
    assert_eq!(node.received(&payee).await.0, 1);
}
