//! Reorganisations and replaced payments on a real Litecoin node in regtest.

use custody::{CustodyError, CustodyLimits, DepositState, PayoutState};
use serde_json::json;
use std::sync::Arc;
use store::testing::TestDb;

use crate::crash::die_at;
use crate::house::{House, LTC, adapter, ltc, transaction};
use crate::node::Node;

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_block_takes_a_seen_deposit_back_until_it_is_mined_again() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    let to = house.sale(1, "1").await;
    node.pay(&to.address, "1").await;
    node.mine(2).await;
    house.settle().await;
    assert_eq!(house.heard(1), ["seen 1/3", "seen 2/3"]);
    house.forget();

    let height = node.ask("getblockcount", json!([])).await.as_u64().unwrap();
    let hash = node.ask("getblockhash", json!([height - 1])).await;
    node.ask("invalidateblock", json!([hash])).await;
    node.mine_empty(3).await;
    house.settle().await;
    let deposit = house.custody.deposits_of(house.tenant, transaction(1)).await.unwrap().remove(0);
    assert!(deposit.block.is_none() && deposit.confirmations == 0);
    assert_eq!(house.heard(1)[0], "reversed");
    house.settle().await;
    assert_eq!(house.heard(1), ["reversed", "seen 0/3"], "it waits to be mined again");

    node.mine(3).await;
    house.settle().await;
    assert_eq!(house.heard(1)[2..], ["seen 1/3", "seen 2/3", "seen 3/3", "credited 1.00000000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_payment_is_reversed() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    let to = house.sale(1, "1").await;
    house.settle().await;
    let coin = node.ask("listunspent", json!([])).await[0].clone();
    let input = json!([{ "txid": coin["txid"], "vout": coin["vout"], "sequence": 1 }]);
    let home = node.payer_address().await;
    for (payee, rest, fee_left) in [(&to.address, "48.99", true), (&home, "48.0", false)] {
        let outputs = json!([{ payee.as_str(): "1.0" }, { node.payer_address().await: rest }]);
        let raw = node.ask("createrawtransaction", json!([input, outputs])).await;
        let signed = node.ask("signrawtransactionwithwallet", json!([raw])).await["hex"].clone();
        node.ask("sendrawtransaction", json!([signed, 0])).await;
        if fee_left {
            house.settle().await;
            assert_eq!(house.heard(1), ["seen 0/3"]);
        }
    }
    house.settle().await;
    assert_eq!(house.heard(1), ["seen 0/3", "reversed"]);
    let deposit = house.custody.deposits_of(house.tenant, transaction(1)).await.unwrap().remove(0);
    assert_eq!(deposit.state, DepositState::Orphaned);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_in_a_replaced_block_is_sent_again_as_it_was() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    house.fund(&node, 1).await;
    let payee = node.payer_address().await;
    house.ask_payout(1, &payee, ltc("0.3")).await;
    house.work().await;
    node.mine(1).await;
    house.settle().await;
    let before = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(before.state, PayoutState::Included);

    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.mine_empty(2).await;
    house.settle().await;
    let back = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((back.state, &back.txid), (PayoutState::Sent, &before.txid));
    node.mine(3).await;
    house.settle().await;
    assert_eq!(node.received(&payee).await, (1, "0.30000000".to_owned()));
    assert_eq!(house.heard(1).last().unwrap(), "settled");
}

/// The block with the deposit is replaced by one that spends the same coin elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_payout_made_of_money_that_can_never_come_back_is_built_again_and_paid_once() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    let ours = house.custody.funding_address(house.tenant, LTC).await.unwrap().address;
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
    house.settle().await;
    let payee = node.payer_address().await;
    house.ask_payout(1, &payee, ltc("1")).await;
    house.work().await;
    let first = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((house.heard(1), first.attempt), (vec!["sent".to_owned()], 1));

    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.ask("generateblock", json!([node.payer_address().await, [signed[1]]])).await;
    node.mine(287).await;
    assert!(node.rpc.call::<serde_json::Value>("getrawtransaction", json!([funding, true])).await.is_err());
    house.wait(60);
    house.settle().await;
    let still = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(
        (still.attempt, &still.txid),
        (1, &first.txid),
        "its block could come back as long as we would follow it"
    );
    node.mine(1).await;
    house.wait(60);
    house.settle().await;
    let waiting = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((waiting.state, waiting.attempt, waiting.txid), (PayoutState::Requested, 2, None));
    assert!(house.custody.wallet_balance(house.tenant, LTC).await.unwrap().total.is_zero(), "it is gone for good");

    house.fund(&node, 1).await;
    house.wait(60);
    house.settle().await;
    node.mine(3).await;
    house.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.00000000".to_owned()));
    let last = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert!(last.state == PayoutState::Final && last.txid != first.txid);
    assert_eq!(house.heard(1), ["sent", "sent", "out 1/3", "out 2/3", "out 3/3", "settled"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_whose_coin_was_taken_back_is_not_signed() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    house.fund(&node, 1).await;
    let payee = node.payer_address().await;
    house.ask_payout(1, &payee, ltc("1")).await;
    die_at("built", &db, &node).await;
    let tip = node.ask("getbestblockhash", json!([])).await;
    node.ask("invalidateblock", json!([tip])).await;
    node.mine_empty(2).await;
    house.wait(120);
    house.settle().await;
    let planned = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((planned.state, planned.attempt), (PayoutState::Requested, 2));
    node.mine(1).await;
    house.settle().await;
    house.wait(30);
    house.work().await;
    node.mine(1).await;
    house.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.00000000".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lagging_node_reverses_nothing() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let house = House::on(&db, &node).await;
    let to = house.sale(1, "1").await;
    node.pay(&to.address, "1").await;
    node.mine(3).await;
    house.settle().await;
    assert_eq!(house.heard(1).last().unwrap(), "credited 1.00000000");
    house.forget();

    // The node is restored from a backup of two blocks ago: its chain lacks the blocks since then.
    let height = node.ask("getblockcount", json!([])).await.as_u64().unwrap();
    let missing = node.ask("getblockhash", json!([height - 1])).await;
    node.ask("invalidateblock", json!([missing])).await;
    let pass = house.custody.pass(LTC).await.unwrap();
    assert!(!pass.caught_up && pass.blocks == 0, "{pass:?}");
    house.work().await;
    assert_eq!(house.heard(1), Vec::<String>::new());
    // Payouts do not build on such a node's answers either.
    house.wait(120);
    house.ask_payout(2, &node.payer_address().await, ltc("0.3")).await;
    house.work().await;
    let waiting = house.custody.payout(house.tenant, transaction(2), 2).await.unwrap().unwrap();
    assert!(waiting.reason.unwrap().contains("behind"));

    // The node catches up with the same blocks.
    node.ask("reconsiderblock", json!([missing])).await;
    node.mine(1).await;
    house.settle().await;
    let deposit = house.custody.deposits_of(house.tenant, transaction(1)).await.unwrap().remove(0);
    assert_eq!((deposit.state, deposit.reorg_epoch), (DepositState::Credited, 1));
    assert_eq!(house.heard(1), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_knows_none_of_our_blocks_stops_scanner_and_payouts() {
    let (db, node, other) = (TestDb::new().await, Node::start().await, Node::start().await);
    let house = House::on(&db, &node).await;
    house.fund(&node, 1).await;
    other.mine(5).await;
    // Simulates that the blocks shared with the other node (the first one) are no longer stored.
    sqlx::query("DELETE FROM chain_blocks WHERE height < 50").execute(&mut db.connect().await).await.unwrap();

    let moved = Arc::new(adapter(&other.address()).await);
    let house = House::with(db.store.clone(), moved, CustodyLimits::default()).await;
    assert!(matches!(house.custody.pass(LTC).await, Err(CustodyError::Gap { .. })));
    assert!(matches!(house.custody.pass(LTC).await, Err(CustodyError::Gap { .. })), "it stays stopped");
    house.ask_payout(1, &node.payer_address().await, ltc("0.3")).await;
    house.work().await;
    let payout = house.custody.payout(house.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!(payout.state, PayoutState::Requested);
    assert!(payout.reason.unwrap().contains("behind"));

    house.custody.resume(LTC, 1).await.unwrap();
    house.settle().await;
}
