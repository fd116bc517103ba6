//! Payments without an order.

use identity::mail::{NeedsOwner, OrderEvent};
use identity::operator::ClosedAs;
use kernel::{Amount, Currency};

use super::super::super::{
    AccountRole, ActionReason, Admission, Command, Destination, ReviewReason, Status, StepKind, SubState,
    TransactionType,
};
use super::world::*;
use crate::rails::{RailEvent, RailEventKind};

fn euro() -> Amount {
    amount("250", Currency::EUR)
}

fn coins() -> Amount {
    amount("2", Currency::LTC)
}

fn assign() -> Command {
    Command::Assign { profile: receiver(), name: "A••• B•••".to_owned(), claimed_for: None }
}

#[test]
fn a_bank_transfer_to_a_customers_reference_is_on_the_balance_at_once() {
    let story = arrival(euro(), true, &credited("a", euro()), Admission::default());
    assert_eq!(story.tx.status(), Status::Done);
    assert_eq!(story.tx.kind, TransactionType::arrival());
    assert_eq!(story.books.of(AccountRole::Customer, Currency::EUR), euro().atoms());
    assert!(story.books.is_flat());
    assert_eq!(story.tx.steps()[0].kind, StepKind::Payment, "nobody ordered it");
}

#[test]
fn coins_to_a_permanent_address_are_shown_while_they_confirm_and_credited_then() {
    let mut story = arrival(coins(), true, &seen("a", coins(), 0), Admission::default());
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Wait, SubState::TransferSeen));
    story.then(&seen("a", coins(), 2), 60);
    assert_eq!(story.tx.sub_state(), SubState::NetworkConfirmation);
    // A late credit changes nothing, because no rate was locked.
    story.then(&credited("a", coins()), 30 * 86_400);
    assert_eq!(story.tx.status(), Status::Done);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), coins().atoms());
}

#[test]
fn coins_of_an_unknown_originator_wait_for_the_owners_statement() {
    let held = Admission { held: Some(ActionReason::SenderUnknown), ..Admission::default() };
    let mut story = arrival(coins(), true, &credited("a", coins()), held);
    assert_eq!(story.tx.status(), Status::ActionRequired);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), 0);
    let asked = super::super::notice(None, &story.tx);
    assert!(matches!(asked, Some(OrderEvent::NeedsOwner { why: NeedsOwner::SenderUnknown, .. })));
    story.then(&Command::Deposit, 60);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), coins().atoms());
}

#[test]
fn an_unidentified_payment_waits_in_quarantine_until_it_is_assigned() {
    let mut story = arrival(euro(), false, &credited("a", euro()), Admission::default());
    let review = story.tx.review.clone().expect("an operator looks");
    assert_eq!((review.reason, review.detail.as_deref()), (ReviewReason::Unidentified, Some("7K2M-94QD")));
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::EUR), euro().atoms());
    assert_eq!(story.tx.as_received(), None);
    story.try_do(&Command::Deposit, later(1)).expect_err("nobody has a balance for it");
    let done = story.try_do(&assign(), later(60)).unwrap().expect("it is assigned");
    assert_eq!(done.mail, None, "the platform gets no mail");
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::EUR), 0);
    assert_eq!(story.books.of(AccountRole::OtherCustomer(receiver()), Currency::EUR), euro().atoms());
    let own = story.tx.clone().seen_by(receiver()).expect("its new owner sees it");
    assert_eq!((own.status(), own.profile, own.created_at), (Status::Done, receiver(), later(60)));
    assert_eq!(own.receiver(), None);
    story.try_do(&assign(), later(61)).expect_err("it belongs to somebody");
}

#[test]
fn an_unidentified_payment_can_be_returned_and_assigned_if_the_return_fails() {
    let mut story = arrival(euro(), false, &credited("a", euro()), Admission::default());
    story.then(&Command::Refund { to: None }, 1);
    let (_, leg) = story.tx.payouts().next().expect("it goes back");
    assert_eq!(leg.to, Destination::Payer { payment: "a".to_owned() });
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::EUR), 0);
    story.then(&rail(RailEventKind::PayoutFailed { reason: "account closed".to_owned() }), 2);
    story.then(&assign(), 3);
    assert_eq!(story.books.of(AccountRole::OtherCustomer(receiver()), Currency::EUR), euro().atoms());
    assert!(story.books.is_flat());
}

#[test]
fn a_payment_that_is_closed_without_an_owner_stays_in_quarantine() {
    let mut story = arrival(euro(), false, &credited("a", euro()), Admission::default());
    story.then(&Command::Close { closed_as: ClosedAs::Resolved }, 1);
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::EUR), euro().atoms());
    assert!(story.books.is_flat());
}

#[test]
fn a_reversed_unidentified_payment_leaves_quarantine() {
    let mut story = arrival(euro(), false, &credited("a", euro()), Admission::default());
    story.then(&rail(RailEventKind::Reversed { reference: "a".to_owned() }), 1);
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::EUR), 0);
    story.try_do(&assign(), later(2)).expect_err("there is nothing to assign");
}

/// The reorg epoch 2 of a payment: its chain shows it again.
fn back() -> Command {
    match credited("a", coins()) {
        Command::Rail(event) => Command::Rail(RailEvent { reorg_epoch: Some(2), ..event }),
        other => other,
    }
}

fn gone() -> Command {
    rail(RailEventKind::Reversed { reference: "a".to_owned() })
}

#[test]
fn coins_that_reappear_after_a_long_reorganisation_are_credited() {
    let mut story = arrival(coins(), true, &seen("a", coins(), 0), Admission::default());
    assert_eq!(story.tx.allowed(later(1)), [], "nobody can call it off");
    story.then(&gone(), 60).then(&Command::Due, 30 * 86_400);
    assert_eq!(story.tx.status(), Status::Expired);
    story.then(&back(), 31 * 86_400);
    assert_eq!(story.tx.status(), Status::Done);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), coins().atoms());
}

#[test]
fn unidentified_coins_that_reappear_after_a_reorganisation_can_be_assigned() {
    let mut story = arrival(coins(), false, &seen("a", coins(), 0), Admission::default());
    story.then(&gone(), 60).then(&Command::Due, 30 * 86_400).then(&back(), 31 * 86_400);
    assert_eq!(story.tx.status(), Status::Manual);
    assert_eq!(story.books.of(AccountRole::Quarantine, Currency::LTC), coins().atoms());
    story.then(&assign(), 32 * 86_400);
    assert_eq!(story.books.of(AccountRole::OtherCustomer(receiver()), Currency::LTC), coins().atoms());
    let own = story.tx.as_received().expect("its new owner sees it");
    assert!(!format!("{own:?}").contains("ltc1"), "not the address of another");
}

#[test]
fn reviewed_coins_of_an_unknown_originator_are_left_to_their_owner() {
    let mut story = arrival(coins(), true, &seen("a", coins(), 0), Admission::default());
    story.then(&Command::Due, 3 * 86_400);
    assert_eq!(story.tx.status(), Status::Manual);
    story.facts.admission = Admission { held: Some(ActionReason::SenderUnknown), ..Admission::default() };
    story.then(&credited("a", coins()), 4 * 86_400);
    assert_eq!(story.tx.status(), Status::ActionRequired);
}
