//! Deposits on a real Litecoin node in regtest: addresses, confirmations and credits.

use custody::DepositState;
use exchange::rails::AddressBook;
use store::testing::TestDb;

use crate::node::Node;
use crate::setup::{LTC, Setup, ltc, transaction};

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_paid_on_chain_is_seen_confirmed_and_credited_once() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let to = setup.sale(1, "1.5").await;
    assert!(to.address.starts_with("rltc1q"), "{}", to.address);
    assert_eq!(to.confirmations_required, 3);
    setup.settle().await;

    node.pay(&to.address, "1.5").await;
    setup.settle().await;
    assert_eq!(setup.heard(1), ["seen 0/3"]);
    setup.settle().await;
    for _ in 0..4 {
        node.mine(1).await;
        setup.settle().await;
    }
    assert_eq!(setup.heard(1), ["seen 0/3", "seen 1/3", "seen 2/3", "seen 3/3", "credited 1.50000000"]);
    let deposits = setup.custody.deposits_of(setup.tenant, transaction(1)).await.unwrap();
    assert_eq!(deposits.len(), 1);
    assert_eq!((deposits[0].state, deposits[0].amount), (DepositState::Credited, ltc("1.5")));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_order_has_its_own_address_and_keeps_it() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let first = setup.sale(1, "1").await;
    let calls =
        (0..6).map(|number| setup.custody.assign(setup.tenant, transaction(1 + number % 2).into(), ltc("1"), LTC, 1));
    let mut all = Vec::new();
    for call in calls {
        all.push(call.await.unwrap().address);
    }
    assert_eq!(all.iter().filter(|address| **address == first.address).count(), 3);
    // Another tenant's first order must not get an address of this tenant.
    let theirs =
        setup.custody.assign(store::testing::tenant(2), transaction(9).into(), ltc("1"), LTC, 1).await.unwrap();
    assert!(!all.contains(&theirs.address));
    assert_eq!(setup.sale(7, "15").await.confirmations_required, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_payments_to_one_address_are_reported_separately() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    let to = setup.sale(1, "1").await;
    node.pay(&to.address, "0.4").await;
    node.pay(&to.address, "0.6").await;
    node.mine(3).await;
    setup.settle().await;
    let mut credits: Vec<_> = setup.heard(1).into_iter().filter(|event| event.starts_with("credited")).collect();
    credits.sort();
    assert_eq!(credits, ["credited 0.40000000", "credited 0.60000000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmations_follow_the_received_amount() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let setup = Setup::on(&db, &node).await;
    // One coin is worth 85 euro and needs 3 confirmations; fifteen need 6, also in several payments.
    let to = setup.sale(1, "1").await;
    assert_eq!(to.confirmations_required, 3);
    node.pay(&to.address, "1").await;
    node.mine(2).await;
    setup.settle().await;
    assert_eq!(setup.heard(1).last().unwrap(), "seen 2/3");
    node.pay(&to.address, "14").await;
    setup.settle().await;
    node.mine(3).await;
    setup.settle().await;
    let spendable = || async { setup.custody.wallet_balance(setup.tenant, LTC).await.unwrap().spendable };
    assert!(!setup.heard(1).iter().any(|event| event.starts_with("credited")), "{:?}", setup.heard(1));
    assert!(setup.heard(1).contains(&"seen 5/6".to_owned()) && setup.heard(1).contains(&"seen 3/6".to_owned()));
    assert!(spendable().await.is_zero(), "no coin goes out before its deposit is credited");
    node.mine(1).await;
    setup.settle().await;
    assert!(setup.heard(1).contains(&"credited 1.00000000".to_owned()), "{:?}", setup.heard(1));
    assert_eq!(spendable().await, ltc("1"));
    node.mine(2).await;
    setup.settle().await;
    assert!(setup.heard(1).contains(&"credited 14.00000000".to_owned()), "{:?}", setup.heard(1));
    assert_eq!(spendable().await, ltc("15"));
}
