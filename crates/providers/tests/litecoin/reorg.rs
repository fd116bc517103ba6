//! Reorganisations and replaced payments on a real Litecoin node in regtest.

use custody::{CustodyError, CustodyLimits, DepositState, PayoutState};
use serde_json::json;
use std::sync::Arc;
use store::testing::TestDb;

use crate::crash::die_at;
use crate::node::Node;
use crate::setup::{LTC, Setup, adapter, ltc, transaction};

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_block_takes_a_seen_deposit_back_until_it_is_mined_again() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let to = setup.sale(1, "1").await;
    node.pay(&to.address, "1").await;
    node.mine(2).await;
    setup.settle().await;
    assert_eq!(setup.heard(1), ["seen 1/3", "seen 2/3"]);
    setup.forget();

    let height = node.ask("getblockcount", json!([])).await.as_u64().unwrap();
    let hash = node.ask("getblockhash", json!([height - 1])).await;
    node.ask("invalidateblock", json!([hash])).await;
    node.mine_empty(3).await;
    setup.settle().await;
    let deposit = setup.custody.deposits_of(setup.tenant, transaction(1)).await.unwrap().remove(0);
    assert!(deposit.block.is_none() && deposit.confirmations == 0);
    assert_eq!(setup.heard(1)[0], "reversed");
    setup.settle().await;
    assert_eq!(setup.heard(1), ["reversed", "seen 0/3"], "it waits to be mined again");

    node.mine(3).await;
    setup.settle().await;
    assert_eq!(setup.heard(1)[2..], ["seen 1/3", "seen 2/3", "seen 3/3", "credited 1.00000000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_payment_is_reversed() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let to = setup.sale(1, "1").await;
    setup.settle().await;
    let coin = node.ask("listunspent", json!([])).await[0].clone();
    let input = json!([{ "txid": coin["txid"], "vout": coin["vout"], "sequence": 1 }]);
    let home = node.payer_address().await;
    for (payee, rest, fee_left) in [(&to.address, "48.99", true), (&home, "48.0", false)] {
        let outputs = json!([{ payee.as_str(): "1.0" }, { node.payer_address().await: rest }]);
        let raw = node.ask("createrawtransaction", json!([input, outputs])).await;
        let signed = node.ask("signrawtransactionwithwallet", json!([raw])).await["hex"].clone();
        node.ask("sendrawtransaction", json!([signed, 0])).await;
        if fee_left {
            setup.settle().await;
            assert_eq!(setup.heard(1), ["seen 0/3"]);
        }
    }
    setup.settle().await;
    assert_eq!(setup.heard(1), ["seen 0/3", "reversed"]);
    let deposit = setup.custody.deposits_of(setup.tenant, transaction(1)).await.unwrap().remove(0);
    assert_eq!(deposit.state, DepositState::Orphaned);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_in_a_replaced_block_is_sent_again_as_it_was() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("0.3")).await;
    setup.work().await;
    node.mine(1).await;
    setup.settle().await;
    let before = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(before.state, PayoutState::Included);

    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.mine_empty(2).await;
    setup.settle().await;
    let back = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((back.state, &back.txid), (PayoutState::Sent, &before.txid));
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "0.30000000".to_owned()));
    assert_eq!(setup.heard(1).last().unwrap(), "settled");
}

/// The block with the deposit is replaced by one that spends the same coin elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_payout_made_of_money_that_can_never_come_back_is_built_again_and_paid_once() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let ours = setup.custody.funding_address(setup.tenant, LTC).await.unwrap().address;
    let coin = node.ask("listunspent", json!([])).await[0].clone();
    let input = json!([{ "txid": coin["txid"], "vout": coin["vout"] }]);
    let mut signed = Vec::new();
    for payee in [ours, node.payer_address().await] {
        let outputs = json!([{ payee: "10.0" }, { node.payer_address().await: "39.99" }]);
        let raw = node.ask("createrawtransaction", json!([input, outputs])).await;
        signed.push(node.ask("signrawtransactionwithwallet", json!([raw])).await["hex"].clone());
    }
    let funding = node.ask("sendrawtransaction", json!([signed[0]])).await;
    node.mine(1).await;
    setup.settle().await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1")).await;
    setup.work().await;
    let first = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((setup.heard(1), first.attempt), (vec!["sent".to_owned()], 1));

    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.ask("generateblock", json!([node.payer_address().await, [signed[1]]])).await;
    node.mine(287).await;
    assert!(node.rpc.call::<serde_json::Value>("getrawtransaction", json!([funding, true])).await.is_err());
    setup.wait(60);
    setup.settle().await;
    let still = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(
        (still.attempt, &still.txid),
        (1, &first.txid),
        "its block could come back as long as we would follow it"
    );
    node.mine(1).await;
    setup.wait(60);
    setup.settle().await;
    let waiting = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((waiting.state, waiting.attempt, waiting.txid), (PayoutState::Requested, 2, None));
    assert!(setup.custody.wallet_balance(setup.tenant, LTC).await.unwrap().total.is_zero(), "it is gone for good");

    setup.fund(&node, 1).await;
    setup.wait(60);
    setup.settle().await;
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.00000000".to_owned()));
    let last = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert!(last.state == PayoutState::Final && last.txid != first.txid);
    assert_eq!(setup.heard(1), ["sent", "sent", "out 1/3", "out 2/3", "out 3/3", "settled"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_whose_coin_was_taken_back_is_not_signed() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1")).await;
    die_at("built", &db, &node).await;
    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.mine_empty(2).await;
    setup.wait(120);
    setup.settle().await;
    let planned = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((planned.state, planned.attempt), (PayoutState::Requested, 2));
    node.mine(1).await;
    setup.settle().await;
    setup.wait(30);
    setup.work().await;
    node.mine(1).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.00000000".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lagging_node_reverses_nothing() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let to = setup.sale(1, "1").await;
    node.pay(&to.address, "1").await;
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(setup.heard(1).last().unwrap(), "credited 1.00000000");
    setup.forget();

    // The node is restored from a backup of two blocks ago: its chain lacks the blocks since then.
    let height = node.ask("getblockcount", json!([])).await.as_u64().unwrap();
    let missing = node.ask("getblockhash", json!([height - 1])).await;
    node.ask("invalidateblock", json!([missing])).await;
    let pass = setup.custody.pass(LTC).await.unwrap();
    assert!(!pass.caught_up && pass.blocks == 0, "{pass:?}");
    setup.work().await;
    assert_eq!(setup.heard(1), Vec::<String>::new());
    // Payouts do not build on such a node's answers either.
    setup.wait(120);
    setup.ask_payout(2, &node.payer_address().await, ltc("0.3")).await;
    setup.work().await;
    let waiting = setup.custody.payout(setup.tenant, transaction(2), 2).await.unwrap().unwrap();
    assert!(waiting.reason.unwrap().contains("behind"));

    // The node catches up with the same blocks.
    node.ask("reconsiderblock", json!([missing])).await;
    node.mine(1).await;
    setup.settle().await;
    let deposit = setup.custody.deposits_of(setup.tenant, transaction(1)).await.unwrap().remove(0);
    assert_eq!((deposit.state, deposit.reorg_epoch), (DepositState::Credited, 1));
    assert_eq!(setup.heard(1), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_knows_none_of_our_blocks_stops_scanner_and_payouts() {
    let (db, node, other) = (TestDb::new().await, Node::start().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    setup.fund(&node, 1).await;
    other.mine(5).await;
    // Simulates that the blocks shared with the other node (the first one) are no longer stored.
    sqlx::query("DELETE FROM chain_blocks WHERE height < 50").execute(&mut db.connect().await).await.unwrap();

    let moved = Arc::new(adapter(&other.address()).await);
    let setup = Setup::with(db.store.clone(), moved, CustodyLimits::default()).await;
    assert!(matches!(setup.custody.pass(LTC).await, Err(CustodyError::Gap { .. })));
    assert!(matches!(setup.custody.pass(LTC).await, Err(CustodyError::Gap { .. })), "it stays stopped");
    setup.ask_payout(1, &node.payer_address().await, ltc("0.3")).await;
    setup.work().await;
    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(payout.state, PayoutState::Requested);
    assert!(payout.reason.unwrap().contains("behind"));

    setup.custody.resume(LTC, 1).await.unwrap();
    setup.settle().await;
}
