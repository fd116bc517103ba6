//! Orders that pay out a code of another service: one code for each payout, whatever the service answers.

use exchange::rails::{IssueOutcome, RailError};
use exchange::transaction::ReviewReason;
use exchange::{CreateOrder, Status, SubState, Transaction};
use kernel::{Currency, Payway};

use crate::support::*;

/// A sale of Litecoin for a WhiteBIT code, whose coins have arrived.
async fn sold(setup: &Setup) -> Transaction {
    let quote = setup.firm((Currency::LTC, Payway::Ltc), (Currency::UAH, Payway::Whitebit), "2").await;
    let asked = CreateOrder { requisite: None, ..order(&quote, None) };
    let order = setup.exchange.create(setup.tenant, setup.profile, asked).await.expect("an order");
    setup.tell(order.id, "credited:a", credited(order.price.from_amount, "a:0")).await;
    setup.work().await;
    order
}

/// The number of times that the service was asked for each code.
fn asked(setup: &Setup) -> Vec<u32> {
    setup.outside.paid.lock().unwrap().values().copied().collect()
}

async fn count(setup: &Setup, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&mut setup.db.connect().await).await.expect("a count")
}

#[tokio::test]
async fn the_code_is_stored_encrypted_and_stands_nowhere_else() {
    let setup = Setup::new().await;
    let order = sold(&setup).await;
    assert_eq!(setup.now(order.id).await.status(), Status::Done);
    assert_eq!(asked(&setup), [1]);
    assert_eq!(count(&setup, "SELECT count(*) FROM payout_codes WHERE octet_length(sealed) > 34").await, 1);
    let places = "SELECT (SELECT count(*) FROM payout_codes WHERE position('SECRET-'::bytea IN sealed) > 0)
        + (SELECT count(*) FROM records WHERE body::text LIKE '%SECRET-%')
        + (SELECT count(*) FROM events WHERE body::text LIKE '%SECRET-%')
        + (SELECT count(*) FROM jobs WHERE payload::text LIKE '%SECRET-%')";
    assert_eq!(count(&setup, places).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_service_that_gives_no_clear_answer_is_looked_up_and_never_asked_for_a_second_code() {
    let setup = Setup::new().await;
    *setup.outside.issued.lock().unwrap() = Some(IssueOutcome::Unknown);
    let order = sold(&setup).await;
    let open = setup.now(order.id).await;
    assert_eq!((open.status(), open.sub_state()), (Status::Processing, SubState::Sending));
    assert_eq!(count(&setup, "SELECT count(*) FROM payout_codes").await, 0);
    setup.pass(16);
    setup.work().await;
    assert_eq!(setup.now(order.id).await.status(), Status::Done);
    assert_eq!(asked(&setup), [1]);
    assert_eq!(count(&setup, "SELECT count(*) FROM payout_codes").await, 1);
    setup.prove().await;
}

#[tokio::test]
async fn a_service_that_refuses_leaves_the_money_to_an_operator() {
    let setup = Setup::new().await;
    let refusal = RailError::Invalid { field: "amount", rule: "is more than the service issues".to_owned() };
    setup.outside.refusals.lock().unwrap().push_back(refusal);
    let order = sold(&setup).await;
    let left = setup.now(order.id).await;
    let reason = left.review.as_ref().map(|review| review.reason);
    assert_eq!((left.status(), reason), (Status::Manual, Some(ReviewReason::PayoutFailed)));
    assert_eq!(asked(&setup), [] as [u32; 0]);
    setup.prove().await;
}
