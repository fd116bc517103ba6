//! The ledger against a real chain: deposits, balances and reversals.

use custody::Coins;
use exchange::rails::{RailEvent, RailEventKind};
use exchange::requisite::Requisite;
use exchange::transaction::{Command, RefundTo, ReviewReason};
use exchange::{RequisiteInput, Status, Transaction};
use kernel::{Amount, Currency, Payway};
use serde_json::json;
use store::testing::{TestDb, tenant};

use crate::node::Node;
use crate::setup::{LTC, ltc};
use crate::shop::{Shop, deposit_address, iban};

/// Debits minus credits of a book in litecoin: a rail's holdings, or costs.
pub async fn booked(db: &TestDb, book: &str) -> Amount {
    let query = sqlx::query_scalar(
        "SELECT coalesce(sum(debits_posted - credits_posted), 0)::text FROM accounts WHERE book = $1 AND currency = 'LTC'",
    );
    let atoms: String = query.bind(book).fetch_one(&mut db.connect().await).await.unwrap();
    Amount::new(atoms.parse().unwrap(), Currency::LTC)
}

/// The unspent total of all addresses of the platform, according to the node.
pub async fn on_chain(db: &TestDb, node: &Node) -> Amount {
    let query = sqlx::query_scalar("SELECT address FROM custody_addresses");
    let addresses: Vec<String> = query.fetch_all(&mut db.connect().await).await.unwrap();
    let wanted: Vec<String> = addresses.iter().map(|address| format!("addr({address})")).collect();
    let found = node.ask("scantxoutset", json!(["start", wanted])).await;
    ltc(&found["total_amount"].to_string())
}

/// The only wallet, as operators see it.
async fn holding(db: &TestDb) -> Coins {
    let mut found = custody::holdings(&db.store).await.unwrap();
    assert_eq!(found.len(), 1);
    let wallet = found.remove(0);
    assert!(wallet.tenant == tenant(1) && wallet.funding_address.is_some());
    wallet.coins.expect("coins have arrived")
}

async fn sale(shop: &Shop, coins: &str) -> Transaction {
    shop.order(ltc(coins), Payway::Ltc, (Currency::EUR, Payway::Iban), iban()).await
}

/// Replaces the last `depth` blocks by `depth + 1` empty ones.
async fn reorganise(node: &Node, depth: u32) {
    let height = node.ask("getblockcount", json!([])).await.as_u64().unwrap();
    let hash = node.ask("getblockhash", json!([height + 1 - u64::from(depth)])).await;
    node.ask("invalidateblock", json!([hash])).await;
    node.mine_empty(depth + 1).await;
}

async fn reviewed(shop: &Shop, order: &Transaction) -> (Status, Option<ReviewReason>) {
    let now = shop.exchange.find(tenant(1), order.id).await.unwrap();
    (now.status(), now.review.map(|review| review.reason))
}

#[tokio::test(flavor = "multi_thread")]
async fn network_fees_are_booked_once_and_the_rail_matches_the_wallet() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    shop.custody.open_wallets(tenant(1)).await.unwrap();
    // Coins arrive through a sale and through an underpaid order.
    let (sold, short) = (sale(&shop, "5").await, sale(&shop, "3").await);
    node.pay(&deposit_address(&db, sold.id).await, "5").await;
    node.pay(&deposit_address(&db, short.id).await, "1").await;
    node.mine(3).await;
    shop.settle().await;
    assert_eq!((shop.status(sold.id).await, shop.status(short.id).await), (Status::Done, Status::ActionRequired));
    assert_eq!((booked(&db, "rail").await, on_chain(&db, &node).await), (ltc("6"), ltc("6")));

    // They leave through a purchase and through the refund.
    let payee = node.payer_address().await;
    let to = RequisiteInput::Address { value: payee.clone(), memo: None };
    let given = Amount::parse("250", Currency::EUR).unwrap();
    let bought = shop.order(given, Payway::Iban, (Currency::LTC, Payway::Ltc), to).await;
    let kind = RailEventKind::Credited { amount: given, reference: "transfer-1".into(), payer: None };
    let (rail, event_id) = ("iban".to_owned(), "credited:transfer-1".to_owned());
    let event =
        RailEvent { target: bought.id.into(), rail, event_id, leg: None, charge: None, reorg_epoch: None, kind };
    shop.exchange.on_rail_event(tenant(1), event).await.unwrap();
    let requisite = Requisite::Address { value: payee, memo: None };
    let back = RefundTo { requisite, at_most: ltc("1"), cost: None, travel: None };
    let refund = Command::Refund { to: Some(Box::new(back)) };
    shop.exchange.apply(tenant(1), short.id, refund, "customer").await.unwrap();
    shop.settle().await;
    assert!(holding(&db).await.reserved.is_positive(), "the payouts are on their way");
    node.mine(3).await;
    shop.settle().await;
    assert_eq!((shop.status(bought.id).await, shop.status(short.id).await), (Status::Done, Status::Resolved));

    let mut paid = 0;
    for (order, leg) in [(&bought, 2), (&short, 4)] {
        let payout = shop.custody.payout(tenant(1), order.id, leg).await.unwrap().expect("a payout");
        paid += payout.network_fee.expect("its cost").atoms();
    }
    assert!(paid > 0);
    assert_eq!(booked(&db, "network_cost").await.atoms(), paid);
    let holds = on_chain(&db, &node).await;
    assert_eq!(booked(&db, "rail").await, holds);
    assert_eq!(shop.custody.wallet_balance(tenant(1), LTC).await.unwrap().total, holds);
    assert_eq!(holding(&db).await, Coins { balance: holds, reserved: ltc("0") });
    shop.prove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credited_payment_that_a_reorganisation_removes_is_booked_back_once_and_an_operator_looks() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    let order = sale(&shop, "3").await;
    node.pay(&deposit_address(&db, order.id).await, "1").await;
    node.mine(3).await;
    shop.settle().await;
    assert_eq!(shop.status(order.id).await, Status::ActionRequired, "it is credited, and too little");
    assert_eq!(booked(&db, "transit").await, ltc("1").negated());

    reorganise(&node, 3).await;
    shop.settle().await;
    let taken = (Status::Manual, Some(ReviewReason::Reversed));
    assert_eq!(reviewed(&shop, &order).await, taken);
    for book in ["rail", "transit", "adjustment"] {
        assert_eq!(booked(&db, book).await, ltc("0"), "{book}");
    }
    shop.prove().await;
    // After another reorganisation no block contains the payment, so there is nothing to reverse.
    reorganise(&node, 2).await;
    shop.settle().await;
    assert_eq!((reviewed(&shop, &order).await, booked(&db, "rail").await), (taken, ltc("0")));

    node.mine(3).await;
    shop.settle().await;
    assert_eq!((reviewed(&shop, &order).await, booked(&db, "rail").await), (taken, ltc("1")), "it came again");
    shop.prove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_reversed_after_its_payout_is_a_loss_until_it_reappears() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let shop = Shop::open(&db, &node).await;
    let order = sale(&shop, "3").await;
    node.pay(&deposit_address(&db, order.id).await, "3").await;
    node.mine(3).await;
    shop.glance().await;
    assert_eq!(shop.status(order.id).await, Status::Processing, "the bank has the payout and has not answered");

    reorganise(&node, 3).await;
    shop.settle().await;
    assert_eq!(reviewed(&shop, &order).await, (Status::Manual, Some(ReviewReason::Reversed)));
    assert_eq!((booked(&db, "rail").await, booked(&db, "adjustment").await), (ltc("0"), ltc("3")));
    shop.settle().await;
    assert_eq!((shop.status(order.id).await, booked(&db, "adjustment").await), (Status::Manual, ltc("3")));
    shop.prove().await;

    node.mine(3).await;
    shop.settle().await;
    assert_eq!(shop.status(order.id).await, Status::Done);
    assert_eq!((booked(&db, "rail").await, booked(&db, "adjustment").await), (ltc("3"), ltc("0")));
    shop.prove().await;
}
