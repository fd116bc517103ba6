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

async fn tell_leg(house: &House, id: TransactionId, leg: u16, event_id: &str, kind: RailEventKind) {
    let (rail, event_id, leg) = ("test".to_owned(), event_id.to_owned(), Some(leg));
    let event = RailEvent { target: id.into(), rail, event_id, leg, charge: None, reorg_epoch: None, kind };
    house.exchange.on_rail_event(house.tenant, event).await.expect("it is taken");
}

#[tokio::test]
async fn a_bank_transfer_waits_for_the_networks_fee_and_for_prices_and_is_booked_meanwhile() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Iban).await;
    *house.outside.fee_unknown.lock().unwrap() = true;
    house.tell(bought.id, "line-1", credited(bought.price.from_amount, "line-1")).await;
    let kept = house.now(bought.id).await;
    assert_eq!((kept.status(), kept.sub_state()), (Status::Processing, SubState::Paid));
    assert_eq!(house.balance("transit", Currency::EUR).await, 25_000);
    *house.outside.fee_unknown.lock().unwrap() = false;
    house.pass(31);
    house.work().await;
    assert_eq!(house.now(bought.id).await.sub_state(), SubState::Paid, "the prices are too old");
    house.pass(31);
    house.prices();
    house.work().await;
    let paid = house.now(bought.id).await;
    assert_eq!((paid.status(), paid.sub_state()), (Status::Processing, SubState::Sending));
    house.prove().await;
}

#[tokio::test]
async fn a_second_payment_that_a_reorganisation_removes_and_brings_back_is_the_customers_again() {
    let house = House::new().await;
    let sold = house.sale().await;
    let coins = sold.price.from_amount;
    house.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    house.work().await;
    house.tell(sold.id, "credited:b:1", credited(coins, "b:0")).await;
    let kept = house.exchange.list(house.tenant, house.profile, &[Status::ActionRequired], None, 9).await.unwrap();
    let unmatched_payment = kept.transactions.first().expect("kept apart").id;
    house.tell(sold.id, "gone:b:1", gone("b:0")).await;
    assert_eq!(house.now(unmatched_payment).await.status(), Status::Manual);
    house.tell(sold.id, "credited:b:1", credited(coins, "b:0")).await;
    assert_eq!(house.balance("transit", Currency::LTC).await, 0, "an old event told again is no news");
    for _ in 0..2 {
        house.tell(sold.id, "credited:b:2", credited(coins, "b:0")).await;
    }
    assert_eq!(house.now(unmatched_payment).await.status(), Status::ActionRequired);
    assert_eq!(house.balance("transit", Currency::LTC).await, coins.atoms());
    house.exchange.apply(house.tenant, unmatched_payment, Command::Deposit, "customer").await.unwrap();
    assert_eq!(house.balance("customer", Currency::LTC).await, coins.atoms());
    house.prove().await;
}

#[tokio::test]
async fn after_a_reversal_nothing_is_paid_out_and_an_operator_can_close_the_order() {
    let house = House::new().await;
    let sold = house.sale().await;
    house.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    assert!(house.exchange.may_pay_out(house.tenant, sold.id, 2).await.unwrap());
    house.tell(sold.id, "gone:a", gone("a:0")).await;
    assert!(!house.exchange.may_pay_out(house.tenant, sold.id, 2).await.unwrap());
    house.work().await;
    assert!(house.outside.paid.lock().unwrap().is_empty());
    let stopped = house.now(sold.id).await;
    assert_eq!(
        (reviewed(&stopped), stopped.result_leg().unwrap().1.state),
        (Some(ReviewReason::Reversed), PayOutState::Failed)
    );
    let close = Command::Close { closed_as: ClosedAs::Resolved };
    house.exchange.apply(house.tenant, sold.id, close, "operator").await.unwrap();
    assert_eq!(house.balance("transit", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_refusal_after_an_unclear_payout_is_not_final() {
    let house = House::new().await;
    let sold = house.sale().await;
    house.outside.refusals.lock().unwrap().extend([silent(), duplicate()]);
    house.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    house.work().await;
    house.pass(20);
    house.work().await;
    assert_eq!(house.now(sold.id).await.sub_state(), SubState::Sending, "it may have been paid");
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "found".to_owned() });
    house.pass(20);
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    assert!(house.outside.paid.lock().unwrap().is_empty());
    house.prices();
    let refused = house.sale().await;
    *house.outside.payout.lock().unwrap() = None;
    house.outside.refusals.lock().unwrap().push_back(duplicate());
    house.tell(refused.id, "credited:a", credited(refused.price.from_amount, "a:0")).await;
    house.work().await;
    assert_eq!(reviewed(&house.now(refused.id).await), Some(ReviewReason::PayoutFailed));
    house.prove().await;
}

#[tokio::test]
async fn a_delayed_attempt_does_not_fail_a_payout_that_a_later_attempt_made() {
    let house = House::new().await;
    let sold = house.sale().await;
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "theirs".to_owned() });
    house.outside.refusals.lock().unwrap().push_back(duplicate());
    house.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done, "the bank knows of it");
    house.prove().await;
}

#[tokio::test]
async fn an_order_with_an_unclear_charge_never_expires_silently() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Visamc).await;
    let never = house.purchase(Payway::Visamc).await;
    *house.outside.card.lock().unwrap() = Some(CardOutcome::Unknown);
    for order in [&bought, &never] {
        let pay = Command::PayByCard { card: card(), return_url: None, device: None };
        house.exchange.apply(house.tenant, order.id, pay, "customer").await.unwrap();
    }
    house.outside.refusals.lock().unwrap().extend([silent(), silent()]);
    house.work().await;
    house.pass(700);
    house.work().await;
    assert_eq!(house.now(bought.id).await.status(), Status::Wait, "not expired");
    house.pass(86_400);
    house.work().await;
    let left = house.now(bought.id).await;
    assert_eq!((left.status(), reviewed(&left)), (Status::Manual, Some(ReviewReason::ChargeUnknown)));
    house.tell(bought.id, "captured", credited(bought.price.from_amount, "charge")).await;
    assert_eq!(house.now(bought.id).await.status(), Status::ActionRequired);
    house.prove().await;
}

#[tokio::test]
async fn a_charge_that_never_reached_the_acquirer_fails_the_order_and_is_not_made_late() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Visamc).await;
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    house.exchange.apply(house.tenant, bought.id, pay, "customer").await.unwrap();
    house.outside.refusals.lock().unwrap().push_back(silent());
    house.work().await;
    house.pass(600 + 1_800);
    house.work().await;
    assert_eq!(house.now(bought.id).await.status(), Status::Fail);
    assert_eq!(house.balance("rail", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn an_operator_finds_an_ended_order_with_a_reversed_payment() {
    let house = House::new().await;
    let sold = house.sale().await;
    let coins = sold.price.from_amount;
    house.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "closed".to_owned() });
    house.work().await;
    *house.outside.payout.lock().unwrap() = None;
    house.exchange.apply(house.tenant, sold.id, Command::RetryPayout, "operator").await.unwrap();
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    let open = async || house.exchange.open_reviews(house.tenant, None, 9).await.unwrap().transactions;
    assert!(open().await.is_empty());
    tell_leg(&house, sold.id, 2, "late", RailEventKind::PayoutSent { reference: "late".to_owned() }).await;
    let found = open().await;
    assert_eq!((found.len(), found[0].status(), reviewed(&found[0])), (1, Status::Done, Some(ReviewReason::PaidTwice)));
    assert_eq!(house.balance("adjustment", Currency::EUR).await, -sold.price.to_amount.atoms());
    let mut conn = house.db.connect().await;
    let told: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events WHERE stream = $1 AND kind = 'transaction.review_opened'")
            .bind(house.tenant.uuid())
            .fetch_one(&mut conn)
            .await
            .unwrap();
    assert_eq!(told, 2, "the failure, and the second payout");
    house.prove().await;
}

#[tokio::test]
async fn a_charge_reported_under_two_ids_is_not_booked_again_after_its_reversal() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Visamc).await;
    let amount = bought.price.from_amount;
    house.tell(bought.id, "answer", credited(amount, "charge")).await;
    // The same charge under another event id: a recorded no-op.
    house.tell(bought.id, "hook", credited(amount, "charge")).await;
    house.tell(bought.id, "chargeback", gone("charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, 0);
    house.tell(bought.id, "hook", credited(amount, "charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, 0, "the acquirer repeats itself");
    assert_eq!(reviewed(&house.now(bought.id).await), Some(ReviewReason::Reversed));
    house.tell(bought.id, "dispute won", credited(amount, "charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, -amount.atoms());
    house.prove().await;
}

#[tokio::test]
async fn a_late_credit_of_a_reversed_charge_opens_no_unmatched_payment() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Visamc).await;
    let half = Amount::new(bought.price.from_amount.atoms() / 2, Currency::EUR);
    house.tell(bought.id, "hook", credited(half, "charge")).await;
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "closed".to_owned() });
    let refund = Command::Refund { to: None };
    house.exchange.apply(house.tenant, bought.id, refund, "customer").await.unwrap();
    house.work().await;
    house.tell(bought.id, "chargeback", gone("charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, 0);
    house.tell(bought.id, "hook", credited(half, "charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, 0, "the acquirer repeats itself");
    let all = house.exchange.list(house.tenant, house.profile, &[], None, 9).await.unwrap();
    assert_eq!(all.transactions.len(), 1, "nothing is kept apart");
    // A won dispute credits the payment again.
    house.tell(bought.id, "won", credited(half, "charge")).await;
    assert_eq!(house.balance("rail", Currency::EUR).await, -half.atoms());
    house.prove().await;
}
