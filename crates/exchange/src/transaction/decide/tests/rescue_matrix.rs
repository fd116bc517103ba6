//! Every payment that does not fit, by kind, moment and direction: what its owner is offered, and what each offer costs.
//! Each offer is carried out, so that the sums are those of the books.

use kernel::{Amount, Currency, Endpoint, Payway};

use super::super::super::{
    AccountRole, ActionReason, Admission, Allowed, Asker, Choice, Command, ReviewReason, Status, choices,
};
use super::super::{Facts, unmatched_payment};
use super::world::*;
use crate::rails::RailEvent;

/// What is wrong with the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Excess,
    /// The exact amount: late after the end, double after the payment.
    Exact,
    WrongNetwork,
    WrongToken,
}

/// When the payment comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Waiting,
    Expired,
    Paid,
}

/// What the order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Coins are bought by bank transfer.
    Buy,
    /// Coins are sold to a bank account.
    Sell,
    /// Coins are swapped for other coins.
    Swap,
    /// Coins are put on the balance.
    Deposit,
}

const KINDS: [Kind; 5] = [Kind::Short, Kind::Excess, Kind::Exact, Kind::WrongNetwork, Kind::WrongToken];
const MOMENTS: [Moment; 3] = [Moment::Waiting, Moment::Expired, Moment::Paid];
const WAYS: [Way; 4] = [Way::Buy, Way::Sell, Way::Swap, Way::Deposit];

const EXCHANGED: &[Allowed] = &[Allowed::Refund, Allowed::Deposit, Allowed::UpdateAmount];
const KEPT: &[Allowed] = &[Allowed::Refund, Allowed::Deposit];

/// Why the payment waits, and what its owner is offered. `None`: the order takes it, or it cannot come by bank.
fn expected(kind: Kind, moment: Moment, way: Way) -> Option<(ActionReason, &'static [Allowed])> {
    match (kind, moment) {
        (Kind::WrongNetwork | Kind::WrongToken, _) if way == Way::Buy => None,
        (Kind::WrongNetwork, _) => Some((ActionReason::WrongNetwork, KEPT)),
        (Kind::WrongToken, _) => Some((ActionReason::WrongToken, KEPT)),
        (Kind::Exact, Moment::Waiting) => None,
        (Kind::Short, Moment::Waiting) => Some((ActionReason::Underpaid, EXCHANGED)),
        (Kind::Excess, Moment::Waiting) => Some((ActionReason::Overpaid, EXCHANGED)),
        (_, Moment::Expired) => Some((ActionReason::Late, EXCHANGED)),
        (_, Moment::Paid) => Some((ActionReason::Double, KEPT)),
    }
}

fn order_of(way: Way) -> Story {
    let (usdt, euro) = ((Currency::USDT, Payway::Erc20.into()), (Currency::EUR, Payway::Iban.into()));
    match way {
        Way::Buy => opened(euro, (Currency::LTC, Payway::Ltc.into()), "250"),
        Way::Sell => opened(usdt, euro, "250"),
        Way::Swap => opened(usdt, (Currency::LTC, Payway::Ltc.into()), "250"),
        Way::Deposit => opened(usdt, (Currency::USDT, Endpoint::Balance), "250"),
    }
}

/// The payment of a kind, as its rail reports it.
fn payment(kind: Kind, way: Way) -> (Amount, Command) {
    let text = match kind {
        Kind::Short => "125.10",
        Kind::Excess => "375.30",
        Kind::Exact | Kind::WrongNetwork => "250",
        Kind::WrongToken => "0.5",
    };
    let currency = match (kind, way) {
        (Kind::WrongToken, _) => Currency::ETH,
        (_, Way::Buy) => Currency::EUR,
        _ => Currency::USDT,
    };
    let rail = match (kind, way) {
        (_, Way::Buy) => "iban",
        (Kind::WrongNetwork, _) => "bsc",
        _ => "ethereum",
    };
    let amount = amount(text, currency);
    let Command::Rail(event) = credited("found", amount) else { panic!("an event of a rail") };
    (amount, Command::Rail(RailEvent { rail: rail.to_owned(), event_id: "found".to_owned(), ..event }))
}

/// The order at the moment of the payment.
fn at(moment: Moment, way: Way) -> Story {
    let mut order = order_of(way);
    match moment {
        Moment::Waiting => {}
        Moment::Expired => {
            let after = (order.tx.expires_at - start()).num_seconds() + 1;
            order.then(&Command::Due, after);
            assert_eq!(order.tx.status(), Status::Expired);
        }
        Moment::Paid => {
            let (_, paid) = payment(Kind::Exact, way);
            let Command::Rail(event) = paid else { panic!("an event of a rail") };
            let first = credited("first", amount("250", order.tx.price.from_currency));
            let Command::Rail(own) = first else { panic!("an event of a rail") };
            order.then(&Command::Rail(RailEvent { rail: event.rail, ..own }), 30);
            assert!(order.tx.is_collected(), "{way:?}");
        }
    }
    order
}

/// The story that holds the payment: the order itself, or a transaction of its own.
fn held(kind: Kind, moment: Moment, way: Way) -> Story {
    let (came, told) = payment(kind, way);
    let mut order = at(moment, way);
    let fee = Amount::new(150_001, came.currency());
    let facts = Facts { refund_fee: Some(fee), asker: Asker::Owner, ..order.facts.clone() };
    order.facts = facts.clone();
    let now = if moment == Moment::Expired { 400_000 } else { 60 };
    order.then(&told, now);
    let Some(found) = order.unmatched_payments.pop() else { return order };
    let own = unmatched_payment(&order.tx, order.tx.id, &found, &facts, later(now)).unwrap();
    let mut story = Story { facts, ..Story::of(own.transaction) };
    story.books.book(&own.postings);
    story
}

/// Carries out a choice, and compares what the books say with what was shown.
fn carry_out(story: &Story, choice: &Choice, received: Amount) {
    let mut story = story.clone();
    let seconds = (story.tx.updated_at - start()).num_seconds() + 5;
    let command = match choice.action {
        Allowed::Refund if story.tx.price.from_currency.is_fiat() => Command::Refund { to: None },
        Allowed::Refund => back_to(&story.tx, address()),
        Allowed::Deposit => Command::Deposit,
        _ => Command::UpdateAmount,
    };
    story.then(&command, seconds);
    let summary = story.tx.summary();
    match choice.action {
        Allowed::Refund => {
            let refund = summary.refund.expect("it is on its way");
            assert_eq!(refund.amount, choice.gets);
            assert_eq!(story.books.held(received.currency()), choice.gets.atoms());
            assert_eq!(choice.gets.atoms() + choice.cost.atoms(), received.atoms(), "to the last unit");
        }
        Allowed::Deposit => {
            assert_eq!(story.books.of(AccountRole::Customer, received.currency()), choice.gets.atoms());
            assert_eq!((choice.gets, choice.cost.atoms()), (received, 0), "to the last unit");
            assert!(story.books.is_flat());
        }
        _ => {
            assert_eq!(story.tx.price.from_amount, received, "all of it is exchanged");
            assert_eq!(story.tx.price.to_amount, choice.gets);
        }
    }
}

#[test]
fn every_payment_that_does_not_fit_is_recognised_priced_and_carried_out() {
    let mut cells = 0;
    for (kind, moment, way) in all() {
        let Some((reason, offered)) = expected(kind, moment, way) else { continue };
        let cell = format!("{kind:?} {moment:?} {way:?}");
        let story = held(kind, moment, way);
        let action = story.tx.action.as_ref().unwrap_or_else(|| panic!("{cell}: nothing is asked"));
        assert_eq!(action.reason, reason, "{cell}");
        let (received, _) = payment(kind, way);
        assert_eq!(story.tx.available(), Some(received), "{cell}");
        let found = choices(&story.tx, &story.facts, story.tx.updated_at).unwrap();
        let options: Vec<Allowed> = found.iter().map(|choice| choice.action).collect();
        assert_eq!(options, offered, "{cell}");
        for choice in &found {
            carry_out(&story, choice, received);
        }
        cells += 1;
    }
    assert_eq!(cells, 60 - 6 - 4, "cells of the matrix");
}

fn all() -> impl Iterator<Item = (Kind, Moment, Way)> {
    KINDS.into_iter().flat_map(|kind| {
        MOMENTS.into_iter().flat_map(move |moment| WAYS.into_iter().map(move |way| (kind, moment, way)))
    })
}

#[test]
fn coins_without_a_memo_wait_for_their_owner_and_are_credited_whole() {
    let coins = amount("2", Currency::LTC);
    for claims in [0_u32, 1] {
        let mut story = arrival(coins, false, &seen("a", coins, 0), Admission::default());
        story.then(&credited("a", coins), 60);
        let review = story.tx.review.as_ref().unwrap();
        assert_eq!((story.tx.status(), review.reason), (Status::Manual, ReviewReason::Unidentified));
        assert!(choices(&story.tx, &story.facts, later(61)).unwrap().is_empty(), "nobody is offered it");
        let claim = Command::ClaimPayment { order: order_of(Way::Swap).tx.id, profile: receiver() };
        for _ in 0..claims * 2 {
            story.then(&claim, 70);
        }
        assert_eq!(story.tx.claims.len(), usize::try_from(claims).unwrap(), "the same claim counts once");
        story.then(&Command::Assign { profile: receiver(), name: "A•••".to_owned(), claimed_for: None }, 80);
        let theirs = AccountRole::OtherCustomer(receiver());
        assert_eq!(story.books.of(theirs, Currency::LTC), coins.atoms(), "without a fee");
        assert!(story.books.is_flat());
        assert!(story.try_do(&claim, later(90)).is_err(), "a payment has one owner");
        assert!(story.tx.seen_by(receiver()).unwrap().claims.is_empty(), "and sees no other claimant");
    }
}
