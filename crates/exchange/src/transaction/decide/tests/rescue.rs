//! Payments on the wrong network or of the wrong token, what each choice costs, and the appeal against a hold.

use std::sync::Arc;

use kernel::{Amount, Currency, Endpoint, Payway};
use proptest::prelude::*;

use super::super::super::{
    AccountRole, ActionReason, Admission, Allowed, Choice, Command, HoldNeeds, RefundTo, ReviewReason, Status, choices,
};
use super::super::{Facts, unmatched_payment};
use super::world::*;
use crate::policy::Policy;
use crate::rails::RailEvent;

/// An order that is paid with 100 USDT on Ethereum.
fn sale() -> Story {
    opened((Currency::USDT, Payway::Erc20.into()), (Currency::EUR, Endpoint::Balance), "100")
}

/// The event as the network `code` reports it.
fn on(code: &str, command: Command) -> Command {
    let Command::Rail(event) = command else { panic!("an event of a rail") };
    Command::Rail(RailEvent { rail: code.to_owned(), ..event })
}

fn usdt(text: &str) -> Amount {
    amount(text, Currency::USDT)
}

/// The transaction that holds a payment which the order did not take.
fn unmatched(order: &mut Story, command: &Command, facts: &Facts) -> Story {
    order.then(command, 30);
    let found = order.unmatched_payments.pop().expect("the order does not take it");
    let own = unmatched_payment(&order.tx, order.tx.id, &found, facts, later(31)).unwrap();
    let mut story = Story { facts: facts.clone(), ..Story::of(own.transaction) };
    story.books.book(&own.postings);
    story
}

fn with_fee(fee: Amount) -> Facts {
    Facts { refund_fee: Some(fee), asker: super::super::Asker::Owner, ..facts() }
}

#[test]
fn a_payment_on_another_network_belongs_to_the_order_that_owns_the_address_and_its_owner_chooses() {
    let mut order = sale();
    order.then(&on("bsc", seen("a", usdt("20"), 1)), 10);
    assert_eq!(order.tx.status(), Status::New, "it never pays the order");
    let mut other = unmatched(&mut order, &on("bsc", credited("a", usdt("20"))), &with_fee(usdt("0.15")));
    assert_eq!(order.tx.status(), Status::New, "the order waits on");
    let action = other.tx.action.as_ref().expect("a question");
    assert_eq!((action.reason, action.needs), (ActionReason::WrongNetwork, HoldNeeds::Choice));
    assert_eq!(other.tx.collect().unwrap().payway, Payway::Bep20, "it is held on the network on which it came");
    assert_eq!(other.books.of(AccountRole::Rail(Payway::Bep20), Currency::USDT), -usdt("20").atoms());
    let found = choices(&other.tx, &other.facts, later(40)).unwrap();
    let refund = Choice { action: Allowed::Refund, gets: usdt("19.85"), cost: usdt("0.15") };
    let deposit = Choice { action: Allowed::Deposit, gets: usdt("20"), cost: usdt("0") };
    assert_eq!(found, [refund, deposit]);
    other.then(&Command::Deposit, 50);
    assert_eq!(other.books.of(AccountRole::Customer, Currency::USDT), usdt("20").atoms());
    assert!(other.books.is_flat());
}

#[test]
fn another_token_at_the_address_of_an_order_is_shown_to_its_owner_unless_the_tenant_does_not_take_it() {
    let eth = amount("0.5", Currency::ETH);
    let told = || on("ethereum", credited("a", eth));
    let other = unmatched(&mut sale(), &told(), &facts());
    assert_eq!(other.tx.action.as_ref().unwrap().reason, ActionReason::WrongToken);
    assert_eq!(other.tx.collect().unwrap().payway, Payway::Eth);
    let off = Policy { off: [Currency::ETH].into(), ..Policy::clone(&facts().policy) };
    let other = unmatched(&mut sale(), &told(), &Facts { policy: Arc::new(off), ..facts() });
    let review = other.tx.review.as_ref().expect("an operator looks");
    assert_eq!((other.tx.status(), review.reason), (Status::Manual, ReviewReason::WrongPayment));
    assert_eq!(review.detail.as_deref(), Some("ETH is switched off"));
}

#[test]
fn a_coin_that_the_tenant_does_not_take_waits_for_an_operator_at_a_permanent_address_too() {
    let off = Policy { off: [Currency::LTC].into(), ..Policy::clone(&facts().policy) };
    let coins = amount("2", Currency::LTC);
    let mut story = arrival(coins, true, &seen("a", coins, 0), Admission::default());
    story.facts.policy = Arc::new(off);
    story.then(&credited("a", coins), 60);
    assert_eq!(story.tx.review.as_ref().unwrap().reason, ReviewReason::WrongPayment);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), 0);
}

#[test]
fn a_refund_costs_what_was_shown_or_needs_a_new_confirmation() {
    let facts = with_fee(usdt("0.15"));
    let mut other = unmatched(&mut sale(), &on("bsc", credited("a", usdt("20"))), &facts);
    let to = RefundTo { requisite: address(), at_most: usdt("20"), cost: Some(usdt("0.15")), travel: None };
    other.facts.refund_fee = Some(usdt("0.17"));
    let asked = Command::Refund { to: Some(Box::new(to)) };
    assert!(other.try_do(&asked, later(50)).is_err(), "the fee has risen");
    other.facts.refund_fee = Some(usdt("0.16"));
    other.then(&asked, 60);
    assert_eq!(other.tx.summary().refund.unwrap().amount, usdt("19.85"));
}

#[test]
fn a_customer_of_a_held_order_may_appeal_and_nothing_else_changes() {
    let mut other = unmatched(&mut sale(), &on("bsc", credited("a", usdt("20"))), &facts());
    let objection = Command::Appeal { text: "I sent it to myself".to_owned() };
    let action = other.tx.action.clone();
    other.then(&objection, 50);
    assert_eq!(other.tx.appeal.as_ref().unwrap().text, "I sent it to myself");
    assert_eq!((other.tx.status(), &other.tx.action), (Status::ActionRequired, &action));
    other.then(&Command::Due, 90 * 86_400);
    assert_eq!(other.tx.status(), Status::Manual);
    assert!(other.tx.allowed(later(0)).contains(&Allowed::Appeal), "an operator's hold, too");
    let review = other.tx.review.clone().unwrap();
    assert!(review.deadline > review.since);
    assert!(sale().try_do(&objection, later(1)).is_err(), "nothing is held");
}

proptest! {
    /// The customer's amount and the cost add up to the received amount, to the last unit.
    #[test]
    fn every_choice_adds_up(sent in 1_i128..1_000_000_000_000, fee in 0_i128..1_000_000_000) {
        let facts = with_fee(Amount::new(fee, Currency::USDT));
        let came = Amount::new(sent, Currency::USDT);
        let other = unmatched(&mut sale(), &on("bsc", credited("a", came)), &facts);
        let found = choices(&other.tx, &facts, later(40)).unwrap();
        prop_assert_eq!(found.iter().any(|one| one.action == Allowed::Refund), sent > fee);
        for choice in found {
            prop_assert_eq!(choice.gets.atoms() + choice.cost.atoms(), sent);
            prop_assert!(choice.gets.is_positive());
        }
    }
}
