//! Rails that go silent, contradict themselves or reverse payments: the customer's view and the resulting accounts.

use exchange::rails::{CardOutcome, PayoutOutcome, RailError, RailEvent, RailEventKind};
use exchange::transaction::{Command, PayOutState, ReviewReason};
use exchange::{Status, SubState, Transaction};
use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Payway, TransactionId};

use crate::support::*;

fn gone(reference: &str) -> RailEventKind {
    RailEventKind::Reversed { reference: reference.to_owned() }
}

fn silent() -> RailError {
    RailError::Unavailable { rail: "iban".to_owned(), reason: "no answer".to_owned() }
}

fn duplicate() -> RailError {
    RailError::Invalid { field: "key", rule: "duplicate".to_owned() }
}

fn reviewed(transaction: &Transaction) -> Option<ReviewReason> {
    transaction.review.as_ref().map(|review| review.reason)
}

async fn tell_leg(setup: &Setup, id: TransactionId, leg: u16, event_id: &str, kind: RailEventKind) {
    let (rail, event_id, leg) = ("test".to_owned(), event_id.to_owned(), Some(leg));
    let event = RailEvent { target: id.into(), rail, event_id, leg, charge: None, reorg_epoch: None, kind };
    setup.exchange.on_rail_event(setup.tenant, event).await.expect("it is taken");
}

#[tokio::test]
async fn a_bank_transfer_waits_for_the_networks_fee_and_for_prices_and_is_booked_meanwhile() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Iban).await;
    *setup.outside.fee_unknown.lock().unwrap() = true;
    setup.tell(bought.id, "line-1", credited(bought.price.from_amount, "line-1")).await;
    let kept = setup.now(bought.id).await;
    assert_eq!((kept.status(), kept.sub_state()), (Status::Processing, SubState::Paid));
    assert_eq!(setup.balance("transit", Currency::EUR).await, 25_000);
    *setup.outside.fee_unknown.lock().unwrap() = false;
    setup.pass(31);
    setup.work().await;
    assert_eq!(setup.now(bought.id).await.sub_state(), SubState::Paid, "the prices are too old");
    setup.pass(31);
    setup.prices();
    setup.work().await;
    let paid = setup.now(bought.id).await;
    assert_eq!((paid.status(), paid.sub_state()), (Status::Processing, SubState::Sending));
    setup.prove().await;
}

#[tokio::test]
async fn a_second_payment_that_a_reorganisation_removes_and_brings_back_is_the_customers_again() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    setup.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    setup.work().await;
    setup.tell(sold.id, "credited:b:1", credited(coins, "b:0")).await;
    let kept = setup.exchange.list(setup.tenant, setup.profile, &[Status::ActionRequired], None, 9).await.unwrap();
    let unmatched_payment = kept.transactions.first().expect("kept apart").id;
    setup.tell(sold.id, "gone:b:1", gone("b:0")).await;
    assert_eq!(setup.now(unmatched_payment).await.status(), Status::Manual);
    setup.tell(sold.id, "credited:b:1", credited(coins, "b:0")).await;
    assert_eq!(setup.balance("transit", Currency::LTC).await, 0, "an old event told again is no news");
    for _ in 0..2 {
        setup.tell(sold.id, "credited:b:2", credited(coins, "b:0")).await;
    }
    assert_eq!(setup.now(unmatched_payment).await.status(), Status::ActionRequired);
    assert_eq!(setup.balance("transit", Currency::LTC).await, coins.atoms());
    setup.exchange.apply(setup.tenant, unmatched_payment, Command::Deposit, "customer").await.unwrap();
    assert_eq!(setup.balance("customer", Currency::LTC).await, coins.atoms());
    setup.prove().await;
}

#[tokio::test]
async fn after_a_reversal_nothing_is_paid_out_and_an_operator_can_close_the_order() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    setup.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    assert!(setup.exchange.may_pay_out(setup.tenant, sold.id, 2).await.unwrap());
    setup.tell(sold.id, "gone:a", gone("a:0")).await;
    assert!(!setup.exchange.may_pay_out(setup.tenant, sold.id, 2).await.unwrap());
    setup.work().await;
    assert!(setup.outside.paid.lock().unwrap().is_empty());
    let stopped = setup.now(sold.id).await;
    assert_eq!(
        (reviewed(&stopped), stopped.result_leg().unwrap().1.state),
        (Some(ReviewReason::Reversed), PayOutState::Failed)
    );
    let close = Command::Close { closed_as: ClosedAs::Resolved };
    setup.exchange.apply(setup.tenant, sold.id, close, "operator").await.unwrap();
    assert_eq!(setup.balance("transit", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_refusal_after_an_unclear_payout_is_not_final() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    setup.outside.refusals.lock().unwrap().extend([silent(), duplicate()]);
    setup.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    setup.work().await;
    setup.pass(20);
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.sub_state(), SubState::Sending, "it may have been paid");
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "found".to_owned() });
    setup.pass(20);
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    assert!(setup.outside.paid.lock().unwrap().is_empty());
    setup.prices();
    let refused = setup.sale().await;
    *setup.outside.payout.lock().unwrap() = None;
    setup.outside.refusals.lock().unwrap().push_back(duplicate());
    setup.tell(refused.id, "credited:a", credited(refused.price.from_amount, "a:0")).await;
    setup.work().await;
    assert_eq!(reviewed(&setup.now(refused.id).await), Some(ReviewReason::PayoutFailed));
    setup.prove().await;
}

#[tokio::test]
async fn a_delayed_attempt_does_not_fail_a_payout_that_a_later_attempt_made() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "theirs".to_owned() });
    setup.outside.refusals.lock().unwrap().push_back(duplicate());
    setup.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done, "the bank knows of it");
    setup.prove().await;
}

#[tokio::test]
async fn an_order_with_an_unclear_charge_never_expires_silently() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Visamc).await;
    let never = setup.purchase(Payway::Visamc).await;
    *setup.outside.card.lock().unwrap() = Some(CardOutcome::Unknown);
    for order in [&bought, &never] {
        let pay = Command::PayByCard { card: card(), return_url: None, device: None };
        setup.exchange.apply(setup.tenant, order.id, pay, "customer").await.unwrap();
    }
    setup.outside.refusals.lock().unwrap().extend([silent(), silent()]);
    setup.work().await;
    setup.pass(700);
    setup.work().await;
    assert_eq!(setup.now(bought.id).await.status(), Status::Wait, "not expired");
    setup.pass(86_400);
    setup.work().await;
    let left = setup.now(bought.id).await;
    assert_eq!((left.status(), reviewed(&left)), (Status::Manual, Some(ReviewReason::ChargeUnknown)));
    setup.tell(bought.id, "captured", credited(bought.price.from_amount, "charge")).await;
    assert_eq!(setup.now(bought.id).await.status(), Status::ActionRequired);
    setup.prove().await;
}

#[tokio::test]
async fn a_charge_that_never_reached_the_acquirer_fails_the_order_and_is_not_made_late() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Visamc).await;
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    setup.exchange.apply(setup.tenant, bought.id, pay, "customer").await.unwrap();
    setup.outside.refusals.lock().unwrap().push_back(silent());
    setup.work().await;
    setup.pass(600 + 1_800);
    setup.work().await;
    assert_eq!(setup.now(bought.id).await.status(), Status::Fail);
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn an_operator_finds_an_ended_order_with_a_reversed_payment() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    setup.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "closed".to_owned() });
    setup.work().await;
    *setup.outside.payout.lock().unwrap() = None;
    setup.exchange.apply(setup.tenant, sold.id, Command::RetryPayout, "operator").await.unwrap();
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    let open = async || setup.exchange.open_reviews(setup.tenant, None, 9).await.unwrap().transactions;
    assert!(open().await.is_empty());
    tell_leg(&setup, sold.id, 2, "late", RailEventKind::PayoutSent { reference: "late".to_owned() }).await;
    let found = open().await;
    assert_eq!((found.len(), found[0].status(), reviewed(&found[0])), (1, Status::Done, Some(ReviewReason::PaidTwice)));
    assert_eq!(setup.balance("adjustment", Currency::EUR).await, -sold.price.to_amount.atoms());
    let mut conn = setup.db.connect().await;
    let told: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events WHERE stream = $1 AND kind = 'transaction.review_opened'")
            .bind(setup.tenant.uuid())
            .fetch_one(&mut conn)
            .await
            .unwrap();
    assert_eq!(told, 2, "the failure, and the second payout");
    setup.prove().await;
}

#[tokio::test]
async fn a_charge_reported_under_two_ids_is_not_booked_again_after_its_reversal() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Visamc).await;
    let amount = bought.price.from_amount;
    setup.tell(bought.id, "answer", credited(amount, "charge")).await;
    // The same charge under another event id: a recorded no-op.
    setup.tell(bought.id, "hook", credited(amount, "charge")).await;
    setup.tell(bought.id, "chargeback", gone("charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0);
    setup.tell(bought.id, "hook", credited(amount, "charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0, "the acquirer repeats itself");
    assert_eq!(reviewed(&setup.now(bought.id).await), Some(ReviewReason::Reversed));
    setup.tell(bought.id, "dispute won", credited(amount, "charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, -amount.atoms());
    setup.prove().await;
}

#[tokio::test]
async fn a_late_credit_of_a_reversed_charge_opens_no_unmatched_payment() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Visamc).await;
    let half = Amount::new(bought.price.from_amount.atoms() / 2, Currency::EUR);
    setup.tell(bought.id, "hook", credited(half, "charge")).await;
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "closed".to_owned() });
    let refund = Command::Refund { to: None };
    setup.exchange.apply(setup.tenant, bought.id, refund, "customer").await.unwrap();
    setup.work().await;
    setup.tell(bought.id, "chargeback", gone("charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0);
    setup.tell(bought.id, "hook", credited(half, "charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0, "the acquirer repeats itself");
    let all = setup.exchange.list(setup.tenant, setup.profile, &[], None, 9).await.unwrap();
    assert_eq!(all.transactions.len(), 1, "nothing is kept apart");
    // A won dispute credits the payment again.
    setup.tell(bought.id, "won", credited(half, "charge")).await;
    assert_eq!(setup.balance("rail", Currency::EUR).await, -half.atoms());
    setup.prove().await;
}
