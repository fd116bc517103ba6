//! An order from end to end: the exchange, a real node, and the ledger.

use chrono::TimeDelta;
use exchange::rails::{RailEvent, RailEventKind};
use exchange::transaction::ReviewReason;
use exchange::{RequisiteInput, Status, Transaction};
use kernel::{Amount, Currency, Network, Payway, World};
use providers::bitcoin::{Limits, Policy};
use providers::signer::Journal;
use providers::signer::Vault;
use store::testing::{TestDb, tenant};

use crate::crash;
use crate::node::Node;
use crate::setup::WORDS;
use crate::shop::{Shop, deposit_address, iban};

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

    // A reorganisation removes the blocks, and the payment is mined again.
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

/// A purchase of coins for 250 euro, already paid.
async fn paid_purchase(shop: &Shop, payee: &str) -> Transaction {
    let to = RequisiteInput::Address { value: payee.to_owned(), memo: None };
    let given = Amount::parse("250", Currency::EUR).unwrap();
    let purchase = shop.order(given, Payway::Iban, (Currency::LTC, Payway::Ltc), to).await;
    let arrived = RailEventKind::Credited { amount: given, reference: "transfer-1".into(), payer: None };
    let event = RailEvent {
        target: purchase.id.into(),
        rail: "iban".into(),
        event_id: "credited:transfer-1".into(),
        leg: None,
        charge: None,
        reorg_epoch: None,
        kind: arrived,
    };
    shop.exchange.on_rail_event(tenant(1), event).await.unwrap();
    purchase
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_refused_by_the_signer_waits_in_manual_until_the_limit_is_raised() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let a_coin = Limits { per_payment: Some(100_000_000), ..Limits::default() };
    let policy = Policy { sealed: false, limits: [(Network::Litecoin, a_coin)].into() };
    let strict = Vault::new(WORDS, policy, Journal::in_memory(), World::system()).unwrap();
    let shop = Shop::with(&db, &node, strict).await;
    let funding = shop.custody.funding_address(tenant(1), Network::Litecoin).await.unwrap().address;
    node.pay(&funding, "20").await;
    node.mine(1).await;
    shop.settle().await;
    let payee = node.payer_address().await;
    let purchase = paid_purchase(&shop, &payee).await;
    shop.settle().await;
    assert_eq!(shop.status(purchase.id).await, Status::Manual);
    let review = shop.exchange.find(tenant(1), purchase.id).await.unwrap().review.unwrap();
    let detail = review.detail.unwrap();
    assert_eq!(review.reason, ReviewReason::PayoutUnknown);
    assert_eq!(detail, "the signer refused (per_payment): the payment is above the limit of 1.00000000 LTC for one");
    // The order stays in review, and its coins stay reserved.
    shop.clock.advance(TimeDelta::minutes(10));
    shop.settle().await;
    assert_eq!(shop.status(purchase.id).await, Status::Manual);
    assert!(node.ask("getrawmempool", serde_json::json!([])).await.as_array().unwrap().is_empty());

    let shop = Shop::open(&db, &node).await;
    shop.clock.advance(TimeDelta::minutes(20));
    shop.settle().await;
    assert_ne!(shop.status(purchase.id).await, Status::Manual, "on its way again");
    node.mine(3).await;
    shop.settle().await;
    assert_eq!(shop.status(purchase.id).await, Status::Done);
    assert_eq!(node.received(&payee).await.0, 1);
    shop.prove().await;
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
    let purchase = paid_purchase(&shop, &payee).await;
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
