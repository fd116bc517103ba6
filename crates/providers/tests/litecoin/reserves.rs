//! The reserves in a publication of liabilities: they match the node's view of the chain.

use std::collections::BTreeMap;

use kernel::Amount;
use ledger::proof::liabilities::OnChain;
use serde_json::{Map, Number, Value, json};
use store::testing::TestDb;

use crate::node::Node;
use crate::setup::{Setup, ltc};

/// The number of addresses that are listed individually.
const NAMED: usize = 500;
const ADDRESSES: u32 = 520;

/// The unspent total of each of the platform's addresses, according to the node.
async fn at_the_node(db: &TestDb, node: &Node) -> BTreeMap<String, u128> {
    let query = sqlx::query_scalar("SELECT address FROM custody_addresses");
    let ours: Vec<String> = query.fetch_all(&mut db.connect().await).await.unwrap();
    let wanted: Vec<String> = ours.iter().map(|address| format!("addr({address})")).collect();
    let found = node.ask("scantxoutset", json!(["start", wanted])).await;
    let mut all = BTreeMap::new();
    for coin in found["unspents"].as_array().unwrap() {
        let address = coin["desc"].as_str().unwrap().trim_start_matches("addr(").split(')').next().unwrap().to_owned();
        let amount: Amount = ltc(&coin["amount"].to_string());
        *all.entry(address).or_default() += amount.atoms().unsigned_abs();
    }
    all
}

async fn reserves(setup: &Setup) -> OnChain {
    let mut tx = setup.store.tenant_read(setup.tenant).await.unwrap();
    let mut found = custody::reserves(tx.conn()).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(found.len(), 1, "coins lie on one chain");
    found.remove(0)
}

/// The largest addresses are listed with their amounts, and all others are one sum without an address.
async fn agree(setup: &Setup, db: &TestDb, node: &Node) {
    let (told, mut seen) = (reserves(setup).await, at_the_node(db, node).await);
    assert_eq!((told.rail.as_str(), told.currency.as_str()), ("ltc", "LTC"));
    assert!(seen.len() > NAMED, "{} addresses have coins", seen.len());
    assert_eq!(told.addresses.len(), NAMED + 1);
    let (named, rest) = told.addresses.split_at(NAMED);
    for address in named {
        assert_eq!(seen.remove(&address.address), Some(address.amount), "{}", address.address);
    }
    let least = named.iter().map(|address| address.amount).min().unwrap();
    assert!(seen.values().all(|amount| *amount <= least), "nobody who is not named has more");
    assert_eq!((rest[0].address.as_str(), rest[0].amount), ("", seen.values().sum::<u128>()));
}

#[tokio::test(flavor = "multi_thread")]
async fn reserves_name_five_hundred_addresses_as_the_node_sees_them_and_sum_up_the_rest() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    // One transaction pays to more addresses than are listed: 0.0100, 0.0101 and so on.
    let mut outputs = Map::new();
    for number in 0..ADDRESSES {
        let coins: Number = format!("0.{:04}", 100 + number).parse().unwrap();
        outputs.insert(setup.sale(number, "0.01").await.address, Value::Number(coins));
    }
    node.ask("sendmany", json!(["", outputs])).await;
    setup.settle().await;
    let mut tx = setup.store.tenant_read(setup.tenant).await.unwrap();
    assert!(custody::reserves(tx.conn()).await.unwrap().is_empty(), "what is in no block is not ours yet");
    tx.rollback().await.unwrap();
    node.mine(1).await;
    setup.settle().await;
    agree(&setup, &db, &node).await;

    // A second coin at one address, and a spent coin with its change.
    node.pay(&setup.sale(1, "0.01").await.address, "0.5").await;
    setup.fund(&node, 1).await;
    agree(&setup, &db, &node).await;
    setup.ask_payout(ADDRESSES + 1, &node.payer_address().await, ltc("1")).await;
    setup.settle().await;
    node.mine(1).await;
    setup.settle().await;
    agree(&setup, &db, &node).await;
}
