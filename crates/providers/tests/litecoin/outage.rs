//! A node that was down, and two scanners at once: each payment is still credited once.

use std::sync::Arc;

use custody::{CustodyError, CustodyLimits};
use store::testing::TestDb;

use crate::node::Node;
use crate::setup::{LTC, Setup, adapter};

#[tokio::test(flavor = "multi_thread")]
async fn payments_during_an_outage_are_found_in_bounded_passes() {
    let (db, mut node) = (TestDb::new().await, Node::start().await);
    let limits = CustodyLimits { blocks_per_pass: 25, ..CustodyLimits::default() };
    let setup = Setup::with(db.store.clone(), Arc::new(adapter(&node.address()).await), limits).await;
    let addresses = [setup.sale(1, "1").await, setup.sale(2, "2").await, setup.sale(3, "3").await];
    setup.settle().await;

    node.stop().await;
    let refused = setup.custody.pass(LTC).await;
    assert!(matches!(refused, Err(CustodyError::Chain { .. })), "{refused:?}");
    node.resume().await;
    // 70 blocks and three payments without any scan.
    for (number, to) in addresses.iter().enumerate() {
        node.pay(&to.address, &format!("{}", number + 1)).await;
        node.mine(if number == 0 { 1 } else { 33 }).await;
    }
    node.mine(3).await;
    let mut passes = 0;
    loop {
        let pass = setup.custody.pass(LTC).await.unwrap();
        // A batch may exceed the limit, but a pass starts no further batch beyond it.
        assert!(pass.blocks < 25 + 20, "{pass:?}");
        passes += 1;
        if pass.caught_up {
            break;
        }
    }
    assert!(passes >= 2);
    setup.work().await;
    for number in 1..=3 {
        let credits = setup.heard(number).into_iter().filter(|event| event.starts_with("credited")).count();
        assert_eq!(credits, 1, "order {number}: {:?}", setup.heard(number));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_scanners_on_one_database_credit_once() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (one, two) = (Setup::on(&db, &node).await, Setup::on(&db, &node).await);
    let to = one.sale(1, "1").await;
    node.pay(&to.address, "1").await;
    node.mine(5).await;
    let (first, second) = tokio::join!(one.custody.pass(LTC), two.custody.pass(LTC));
    first.and(second).unwrap();
    one.settle().await;
    two.settle().await;
    let mut heard = one.heard(1);
    heard.extend(two.heard(1));
    assert_eq!(heard.iter().filter(|event| event.starts_with("credited")).count(), 1, "{heard:?}");
}
