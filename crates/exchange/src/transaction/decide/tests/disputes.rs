//! Disputes of card payments, and charges that become unclear after the payer's approval: an operator sees each, and
//! nothing is guessed or paid twice.

use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Payway};

use super::super::super::{AccountRole, Command, DisputedMoney, ReviewReason, Status};
use super::world::*;
use crate::rails::{DisputeReport, DisputeState, RailEvent, RailEventKind};

const CARD: AccountRole = AccountRole::Rail(Payway::Visamc);

fn report(state: DisputeState, amount: Amount) -> Command {
    let dispute = DisputeReport {
        id: "dp_1".to_owned(),
        payment: "charge-1".to_owned(),
        amount,
        state,
        reason: Some("fraudulent".to_owned()),
        respond_by: Some(later(900)),
    };
    rail(RailEventKind::Disputed { dispute })
}

fn unclear(charge: u16, amount: Option<Amount>) -> Command {
    let kind =
        RailEventKind::Unclear { reference: "charge-1".to_owned(), amount, detail: "it says processing".to_owned() };
    let Command::Rail(event) = rail(kind) else { unreachable!("it is a rail's") };
    Command::Rail(RailEvent { charge: Some(charge), ..event })
}

fn reviewed(story: &Story) -> Option<ReviewReason> {
    story.tx.review.as_ref().map(|review| review.reason)
}

/// An order that waits for the approval of its first charge.
fn approving() -> (Story, Amount) {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1);
    story.then(&Command::ApprovalNeeded { launch: Some(page("https://acs")), charge: 1 }, 2);
    (story, euros)
}

/// A finished order, and what was paid.
fn done() -> (Story, Amount) {
    let (mut story, euros) = approving();
    story.then(&captured(1, "charge-1", euros), 3);
    story.then(&rail(RailEventKind::PayoutSent { reference: "hash".to_owned() }), 4).then(&settled(), 5);
    assert_eq!(story.tx.status(), Status::Done);
    (story, euros)
}

/// The held amount, the loss, and the amount at the acquirer.
fn places(story: &Story) -> [i128; 3] {
    [AccountRole::Chargeback, AccountRole::Adjustment, CARD].map(|place| -story.books.of(place, Currency::EUR))
}

#[test]
fn a_dispute_is_booked_once_and_comes_back_when_it_is_won() {
    let (mut story, euros) = done();
    let (open, all) = (report(DisputeState::Open, euros), euros.atoms());
    assert_eq!(places(&story), [0, 0, all]);
    let told = story.try_do(&open, later(6)).unwrap().unwrap();
    assert_eq!((told.reviewed, places(&story)), (Some(ReviewReason::Disputed), [all, 0, 0]));
    assert_eq!(story.try_do(&open, later(7)).unwrap(), None, "told twice, booked once");
    story.then(&report(DisputeState::Challenged, euros), 8);
    assert_eq!((places(&story), story.tx.review.as_ref().unwrap().since), ([all, 0, 0], later(6)));
    story.then(&report(DisputeState::Won, euros), 9);
    assert_eq!((places(&story), reviewed(&story), story.tx.status()), ([0, 0, all], None, Status::Done));
    assert!(story.books.is_flat());
}

#[test]
fn a_lost_dispute_is_a_loss_and_one_that_is_reversed_later_is_none() {
    let (mut story, euros) = done();
    let all = euros.atoms();
    story.then(&report(DisputeState::Open, euros), 6).then(&report(DisputeState::Lost, euros), 7);
    assert_eq!((places(&story), reviewed(&story)), ([0, all, 0], None));
    story.then(&report(DisputeState::Won, euros), 8);
    assert_eq!(places(&story), [0, 0, all]);
}

#[test]
fn an_inquiry_takes_nothing_and_a_smaller_dispute_takes_its_own_amount() {
    let (mut story, euros) = done();
    let (all, part) = (euros.atoms(), Amount::new(1_000, Currency::EUR));
    story.then(&report(DisputeState::Inquiry, euros), 6);
    assert_eq!((places(&story), reviewed(&story)), ([0, 0, all], Some(ReviewReason::Disputed)));
    story.then(&report(DisputeState::Open, euros), 7).then(&report(DisputeState::Open, part), 8);
    assert_eq!(places(&story), [1_000, 0, all - 1_000]);
}

#[test]
fn a_dispute_written_off_by_an_operator_stays_so_until_the_acquirer_decides() {
    let (mut story, euros) = done();
    let all = euros.atoms();
    assert!(story.try_do(&Command::WriteOff, later(6)).is_err(), "nothing is disputed");
    story.then(&report(DisputeState::Open, euros), 6).then(&Command::WriteOff, 7);
    assert_eq!((places(&story), reviewed(&story)), ([0, all, 0], None));
    story.then(&report(DisputeState::Expired, euros), 8);
    assert_eq!((places(&story), story.tx.disputes[0].money), ([0, all, 0], DisputedMoney::Lost));
    assert!(story.try_do(&Command::WriteOff, later(9)).is_err(), "it is written off");
    story.then(&report(DisputeState::Won, euros), 10);
    assert_eq!(places(&story), [0, 0, all]);
}

#[test]
fn nothing_is_paid_out_for_a_disputed_payment_and_a_lost_one_is_closed_by_an_operator() {
    let (mut story, euros) = approving();
    story.then(&captured(1, "charge-1", euros), 3).then(&report(DisputeState::Open, euros), 4);
    assert_eq!((story.tx.status(), story.tx.may_pay_out(2)), (Status::Manual, false));
    story.then(&Command::PayoutStopped { leg: 2 }, 5);
    let mut won = story.clone();
    for giving in [Command::Deposit, Command::RetryPayout, Command::Refund { to: None }] {
        assert!(story.try_do(&giving, later(6)).is_err(), "{giving:?}");
    }
    let close = Command::Close { closed_as: ClosedAs::Failed };
    assert!(story.try_do(&close, later(6)).is_err(), "the dispute is open");
    story.then(&report(DisputeState::Lost, euros), 7);
    assert_eq!(story.tx.status(), Status::Manual, "the money in transit has no owner");
    assert!(story.try_do(&Command::Deposit, later(8)).is_err());
    story.then(&close, 9);
    assert!(story.books.is_flat());
    won.then(&report(DisputeState::Won, euros), 7);
    assert_eq!(reviewed(&won), Some(ReviewReason::PayoutFailed));
    won.then(&Command::RetryPayout, 8);
    assert!(won.tx.may_pay_out(3));
}

#[test]
fn a_dispute_of_another_payment_or_currency_is_not_this_orders() {
    let (mut story, euros) = done();
    let mut other = report(DisputeState::Open, euros);
    if let Command::Rail(RailEvent { kind: RailEventKind::Disputed { dispute }, .. }) = &mut other {
        dispute.payment = "charge-9".to_owned();
    }
    assert_eq!(story.try_do(&other, later(6)).unwrap(), None);
    let zloty = report(DisputeState::Open, Amount::new(100, Currency::PLN));
    assert_eq!(story.try_do(&zloty, later(6)).unwrap(), None);
}

#[test]
fn an_unclear_charge_waits_for_an_operator_and_is_accepted_once() {
    let (mut story, euros) = approving();
    assert_eq!(story.try_do(&unclear(2, Some(euros)), later(3)).unwrap(), None, "there was no second charge");
    story.then(&unclear(1, Some(euros)), 4);
    assert_eq!((story.tx.status(), reviewed(&story)), (Status::Manual, Some(ReviewReason::ChargeUnknown)));
    assert_eq!(story.try_do(&unclear(1, Some(euros)), later(5)).unwrap(), None, "told twice");
    let mut late = story.clone();
    story.then(&Command::AcceptCharge, 6);
    assert_eq!(story.tx.status(), Status::Processing, "it goes on at its rate");
    assert_eq!(story.try_do(&captured(1, "charge-1", euros), later(7)).unwrap(), None, "the acquirer says so too");
    assert_eq!(-story.books.of(CARD, Currency::EUR), euros.atoms());
    late.then(&Command::AcceptCharge, 100_000);
    assert_eq!(late.tx.status(), Status::ActionRequired, "the rate has lapsed");
}

#[test]
fn an_expired_order_whose_charge_is_unclear_comes_back_and_can_be_refused_or_declined() {
    let (mut story, euros) = approving();
    story.then(&Command::Due, 100_000);
    assert_eq!(story.tx.status(), Status::Expired);
    story.then(&unclear(1, None), 100_001);
    assert_eq!(story.tx.status(), Status::Manual);
    assert!(story.try_do(&Command::AcceptCharge, later(100_002)).is_err(), "the acquirer names no amount");
    let mut refused = story.clone();
    story.then(&declined(1), 100_003);
    assert_eq!(story.tx.status(), Status::Fail);
    refused.then(&Command::Close { closed_as: ClosedAs::Failed }, 100_003);
    assert_eq!(refused.tx.status(), Status::Fail);
    refused.then(&captured(1, "charge-1", euros), 100_004);
    assert_eq!(refused.unmatched_payments.len(), 1, "money that comes after all is not lost");
}

#[test]
fn a_paid_or_cancelled_order_ignores_an_unclear_charge() {
    let (mut story, euros) = done();
    assert_eq!(story.try_do(&unclear(1, Some(euros)), later(6)).unwrap(), None);
    let mut cancelled = Story::of(by_card());
    cancelled.then(&Command::Cancel, 1);
    assert_eq!(cancelled.try_do(&unclear(1, Some(euros)), later(2)).unwrap(), None);
}
