//! A declined card or code does not end an order: the payer may try another one until the order ends.

use kernel::{Currency, Payway};

use super::super::super::{Allowed, Asker, Command, Facts, Instructions, ReviewReason, Status, SubState, Task};
use super::super::{AccountRole, CHARGES_MAX};
use super::world::*;
use crate::ExchangeError;
use crate::rails::{Decline, PayerCode, RailEvent, RailEventKind, charge_key, charge_of_key};

fn pay() -> Command {
    Command::PayByCard { card: card(), return_url: None, device: None }
}

fn failure(story: &Story) -> Option<&'static str> {
    story.tx.failure.as_ref().map(|failure| failure.code.code())
}

#[test]
fn a_declined_card_leaves_the_order_open_for_another_and_says_why() {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&pay(), 1);
    story.then(&rail(RailEventKind::Declined { reason: Decline::of_code("51") }), 2);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::New, SubState::WaitingForPayment));
    assert_eq!(failure(&story), Some("NOT_ENOUGH_FUNDS"));
    assert_eq!(story.tx.allowed(later(2)), [Allowed::Cancel, Allowed::PayCard]);
    let again = story.try_do(&pay(), later(3)).unwrap().unwrap();
    assert_eq!(again.tasks, [Task::ChargeCard { charge: 2, device: None }]);
    assert_eq!((failure(&story), story.tx.status()), (None, Status::Wait));
    story.then(&captured(2, "charge-2", euros), 4);
    assert_eq!(story.tx.sub_state(), SubState::Sending);
}

#[test]
fn another_blik_code_is_charged_in_the_same_order() {
    let mut story = Story::of(by_blik());
    let zloty = story.tx.price.from_amount;
    story.then(&Command::PayByCode { code: Some(PayerCode("777999".to_owned())), return_url: None }, 1);
    story.then(&Command::ApprovalNeeded { launch: None, charge: 1 }, 2).then(&declined(1), 3);
    assert_eq!((story.tx.status(), failure(&story)), (Status::New, Some("PROVIDER_DECLINED")));
    let again = story
        .try_do(&Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None }, later(4))
        .unwrap()
        .unwrap();
    assert_eq!(again.tasks, [Task::ChargeCode { charge: 2, code: Some(PayerCode("777123".to_owned())) }]);
    story.then(&captured(2, "blik-2", zloty), 5);
    assert_eq!(story.tx.sub_state(), SubState::Sending);
}

fn by_code(code: Option<&str>) -> Command {
    Command::PayByCode { code: code.map(|code| PayerCode(code.to_owned())), return_url: Some("/order".to_owned()) }
}

#[test]
fn a_service_without_a_code_shows_where_to_approve_until_a_decline() {
    let mut story = Story::of(order((Currency::UAH, Payway::Mono), (Currency::LTC, Payway::Ltc), "9000"));
    assert_eq!(story.tx.allowed(later(1)), [Allowed::Cancel, Allowed::PayCode]);
    assert!(story.try_do(&by_code(Some("777123")), later(1)).is_err(), "it takes no code");
    story.then(&by_code(None), 1);
    let place = page("https://mono/1");
    story.then(&Command::ApprovalNeeded { launch: Some(place.clone()), charge: 1 }, 2);
    let launch = |story: &Story| match &story.tx.collect().unwrap().instructions {
        Instructions::Code { launch, .. } => launch.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(launch(&story), Some(place));
    story.then(&declined(1), 3);
    assert_eq!((launch(&story), story.tx.status()), (None, Status::New));
    let paid = captured(2, "mono-2", story.tx.price.from_amount);
    story.then(&by_code(None), 4).then(&paid, 5);
    assert_eq!(story.tx.sub_state(), SubState::Sending);
}

#[test]
fn a_code_has_the_form_of_its_service() {
    let mut blik = Story::of(by_blik());
    let mut voucher = Story::of(order((Currency::UAH, Payway::Whitebit), (Currency::LTC, Payway::Ltc), "9000"));
    for bad in [None, Some(""), Some("12345"), Some("1234567"), Some("12345x")] {
        assert!(blik.try_do(&by_code(bad), later(1)).is_err(), "{bad:?}");
    }
    let long = "A".repeat(65);
    for bad in [None, Some("short"), Some("with space"), Some(long.as_str())] {
        assert!(voucher.try_do(&by_code(bad), later(1)).is_err(), "{bad:?}");
    }
    assert!(voucher.try_do(&by_code(Some("WB-4f5a6b7c")), later(1)).is_ok());
}

#[test]
fn after_the_last_charge_the_order_fails_with_the_last_reason() {
    let mut story = Story::of(by_card());
    for charge in 1..=CHARGES_MAX {
        assert_eq!(story.tx.status(), Status::New);
        story.then(&pay(), 1).then(&declined(charge), 2);
    }
    assert_eq!((story.tx.status(), failure(&story)), (Status::Fail, Some("ORDER_CARD_DECLINED")));
    assert!(story.try_do(&pay(), later(3)).is_err());
}

#[test]
fn a_decline_after_the_orders_time_ends_it_and_one_in_time_waits_for_its_end() {
    let mut story = Story::of(by_card());
    let mut in_time = story.clone();
    story.then(&pay(), 1).then(&declined(1), 600);
    assert_eq!((story.tx.status(), failure(&story)), (Status::Fail, Some("ORDER_CARD_DECLINED")));
    in_time.then(&pay(), 1).then(&declined(1), 599).then(&Command::Due, 600);
    assert_eq!(in_time.tx.status(), Status::Expired);
}

#[test]
fn an_order_whose_card_was_declined_can_be_closed() {
    let mut story = Story::of(by_card());
    story.then(&pay(), 1).then(&declined(1), 2).then(&Command::Cancel, 3);
    assert_eq!((story.tx.status(), failure(&story)), (Status::Cancelled, None));
}

#[test]
fn a_late_answer_to_an_earlier_charge_is_not_taken_for_the_later_one() {
    let mut story = Story::of(by_card());
    story.then(&pay(), 1).then(&declined(1), 2).then(&pay(), 3);
    let before = story.tx.clone();
    let unnumbered = rail(RailEventKind::Declined { reason: Decline::Words("late".to_owned()) });
    let approval = Command::ApprovalNeeded { launch: Some(page("https://acs/1")), charge: 1 };
    let unclear = Command::ChargeUnclear { detail: "late".to_owned(), charge: 1 };
    for late in [declined(1), unnumbered, approval, unclear] {
        assert_eq!(story.try_do(&late, later(4)).unwrap(), None, "{late:?}");
    }
    assert_eq!(story.tx, before);
    story.then(&declined(2), 5).then(&declined(2), 6);
    assert_eq!((story.tx.status(), story.tx.collect().unwrap().charges), (Status::New, 2));
}

#[test]
fn a_declined_charge_that_was_captured_after_all_pays_the_order_that_waits() {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&pay(), 1).then(&declined(1), 2).then(&captured(1, "charge-1", euros), 3);
    assert_eq!((story.tx.sub_state(), failure(&story)), (SubState::Sending, None));
    assert!(matches!(story.try_do(&pay(), later(4)), Err(ExchangeError::Refused { .. })));
}

#[test]
fn an_earlier_charge_that_was_captured_while_a_later_one_is_under_way_goes_to_an_operator() {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&pay(), 1).then(&declined(1), 2).then(&pay(), 3).then(&captured(1, "charge-1", euros), 4);
    assert_eq!(story.tx.review.as_ref().map(|review| review.reason), Some(ReviewReason::ChargeUnknown));
    assert_eq!(
        (story.tx.status(), story.books.of(AccountRole::Transit, euros.currency())),
        (Status::Manual, euros.atoms())
    );
    // The later charge was captured too: both are held, neither is exchanged, and the operator can refund both.
    story.then(&captured(2, "charge-2", euros), 5);
    let both = 2 * euros.atoms();
    assert_eq!((story.tx.status(), story.books.of(AccountRole::Transit, euros.currency())), (Status::Manual, both));
    story.facts = Facts { asker: Asker::System, ..story.facts.clone() };
    story.then(&Command::Refund { to: None }, 6);
    let back: i128 = story.tx.payouts().filter(|(_, leg)| leg.to.is_refund()).map(|(_, leg)| leg.amount.atoms()).sum();
    assert_eq!(back, both);
}

#[test]
fn each_charge_has_a_key_of_its_own_that_names_it() {
    let id = by_card().id;
    for charge in 1..=CHARGES_MAX {
        assert_eq!(charge_of_key(&charge_key(id, charge)), Some(charge));
    }
    assert_eq!(charge_key(id, 1), format!("{id}:charge"), "as it was when orders were charged once");
    assert_eq!(charge_of_key(&crate::rails::payout_key(id, 2)), None);
    let old = serde_json::json!({ "target": { "order": id }, "rail": "card", "event_id": "e",
        "kind": { "kind": "declined", "reason": { "words": "no" } } });
    assert_eq!(serde_json::from_value::<RailEvent>(old).unwrap().charge, None, "events that wait are still read");
}
