//! A locked rate lapses, and money that cannot be priced is held.

use std::sync::Arc;

use kernel::{Amount, Currency, Network};

use super::super::super::{Action, ActionReason, Command, PayOutState, ReviewReason, Status, SubState};
use super::world::*;
use crate::policy::seed_prices;
use crate::rails::{Decline, DeclineCode, RailEventKind};
use crate::rates::{PriceBook, RatesUnavailable};

fn reversed(reference: &str) -> Command {
    rail(RailEventKind::Reversed { reference: reference.to_owned() })
}

/// Halves the price of a litecoin.
fn fall(story: &mut Story) {
    let mut prices = seed_prices();
    let half = prices[&Currency::LTC].parts() / 2;
    prices.insert(Currency::LTC, kernel::Price::from_parts(half).unwrap());
    story.facts.prices =
        Ok(Arc::new(PriceBook { prices, source: "test".to_owned(), at: start(), awaiting_rate: [].into() }));
}

fn asked_late(story: &Story) -> bool {
    matches!(story.tx.action, Some(Action { reason: ActionReason::Late, .. }))
        && story.tx.status() == Status::ActionRequired
}

fn result(story: &Story) -> (PayOutState, Amount) {
    let leg = story.tx.result_leg().unwrap().1;
    (leg.state, leg.amount)
}

#[test]
fn coins_credited_ten_days_later_are_asked_about_and_exchanged_at_the_price_of_that_day() {
    let mut story = Story::of(sale());
    let (coins, promised) = (story.tx.price.from_amount, story.tx.price.to_amount);
    story.then(&seen("tx:0", coins, 0), 890).then(&Command::Due, 890 + 86_400);
    assert_eq!(story.tx.review.as_ref().map(|review| review.reason), Some(ReviewReason::NeverConfirmed));
    fall(&mut story);
    story.then(&credited("tx:0", coins), 864_000);
    assert!(asked_late(&story), "{}", story.tx.status());
    story.then(&Command::UpdateAmount, 864_010);
    let (state, amount) = result(&story);
    assert_eq!(state, PayOutState::Sending);
    assert!(amount.atoms() <= promised.atoms() / 2 + 1, "{amount} of {promised}");
}

#[test]
fn the_quoted_price_holds_for_slow_blocks_and_no_longer() {
    for (seconds, late) in [(900 + 1_800, false), (900 + 1_801, true)] {
        let mut story = Story::of(sale());
        let coins = story.tx.price.from_amount;
        story.then(&seen("tx:0", coins, 0), 890).then(&credited("tx:0", coins), seconds);
        assert_eq!(asked_late(&story), late, "after {seconds} seconds");
    }
    // Six confirmations of Bitcoin may take three hours.
    let mut deep = Story::of(order((Currency::BTC, kernel::Payway::Btc), (Currency::EUR, kernel::Payway::Iban), "0.1"));
    let coins = deep.tx.price.from_amount;
    let seen = rail(RailEventKind::Seen { amount: coins, confirmations: 0, required: 6, txid: "tx:0".to_owned() });
    if let Some(super::super::super::Instructions::Crypto { network, .. }) =
        deep.tx.legs.iter_mut().find_map(|leg| match leg {
            super::super::super::Leg::Collect(collect) => Some(&mut collect.instructions),
            _ => None,
        })
    {
        *network = Network::Bitcoin;
    }
    deep.then(&seen, 890).then(&credited("tx:0", coins), 900 + 3 * 3_600);
    assert_eq!(result(&deep).0, PayOutState::Sending);
}

#[test]
fn a_payment_first_seen_after_the_order_is_late_even_if_nobody_has_closed_the_order_yet() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&seen("tx:0", coins, 0), 900).then(&credited("tx:0", coins), 1_200);
    assert!(asked_late(&story));
}

#[test]
fn replacing_a_payment_again_and_again_does_not_keep_an_old_price_alive() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&seen("0:0", coins, 0), 890);
    for day in 1..=15_i64 {
        let now = day * 80_000;
        story.then(&seen(&format!("{day}:0"), coins, 0), now).then(&reversed(&format!("{}:0", day - 1)), now);
        story.then(&Command::Due, now + 10);
    }
    assert_eq!(story.tx.status(), Status::Manual, "it was given up after its day");
    story.then(&credited("15:0", coins), 16 * 80_000);
    assert!(asked_late(&story));
}

#[test]
fn a_credit_reported_after_its_reversal_is_recorded_and_not_paid_out() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&seen("tx:0", coins, 2), 1).then(&reversed("tx:0"), 2);
    let mut again = story.clone();
    story.then(&credited("tx:0", coins), 3);
    assert_eq!((story.tx.status(), result(&story).0), (Status::Manual, PayOutState::Planned));
    again.then(&seen("tx:0", coins, 1), 3).then(&credited("tx:0", coins), 4);
    assert_eq!(result(&again).0, PayOutState::Sending, "the chain has shown it again");
}

#[test]
fn reports_of_a_payment_that_vanished_change_nothing() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    let nth = |reorg_epoch: u32, command: Command| match command {
        Command::Rail(event) => Command::Rail(crate::rails::RailEvent { reorg_epoch: Some(reorg_epoch), ..event }),
        other => other,
    };
    story.then(&nth(1, seen("tx:0", coins, 2)), 1).then(&nth(1, reversed("tx:0")), 2);
    story.then(&nth(1, credited("tx:0", coins)), 3).then(&nth(1, seen("tx:0", coins, 3)), 3);
    assert_eq!((story.tx.status(), story.tx.received().map(Amount::atoms)), (Status::New, Some(0)));
    story.then(&nth(2, credited("tx:0", coins)), 4).then(&nth(1, reversed("tx:0")), 5);
    assert_eq!((story.tx.status(), result(&story).0), (Status::Processing, PayOutState::Sending));
}

#[test]
fn a_bank_transfer_is_booked_without_prices_and_exchanged_when_there_are_some() {
    let mut story = Story::of(by_bank());
    let euros = story.tx.price.from_amount;
    let prices = std::mem::replace(&mut story.facts.prices, Err(RatesUnavailable { reason: "none".to_owned() }));
    story.then(&credited("line", euros), 10);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Processing, SubState::Paid));
    assert_eq!(story.tx.received(), Some(euros));
    let due = |story: &Story| story.tx.due_at(&story.facts.policy.lifetimes).expect("it is tried again");
    assert_eq!(due(&story), later(25));
    story.then(&Command::Due, 25);
    assert_eq!((story.tx.status(), due(&story)), (Status::Processing, later(40)));
    let mut never = story.clone();
    story.facts.prices = prices;
    story.then(&Command::Due, 40);
    assert_eq!((result(&story).0, story.tx.awaiting_rate), (PayOutState::Sending, None));
    never.then(&Command::Due, 10 + 86_400);
    assert_eq!(never.tx.review.as_ref().map(|review| review.reason), Some(ReviewReason::AwaitingRate));
    never.then(&Command::Refund { to: None }, 10 + 86_500);
    assert_eq!(never.tx.sub_state(), SubState::Refunding);
}

#[test]
fn a_charge_with_unknown_outcome_waits_for_an_operator_instead_of_expiring() {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1).then(&Command::Due, 601);
    assert_eq!(story.tx.status(), Status::Wait);
    let mut captured = story.clone();
    story.then(&Command::Due, 600 + 86_400);
    assert_eq!(story.tx.review.as_ref().map(|review| review.reason), Some(ReviewReason::ChargeUnknown));
    story.then(&credited("charge", euros), 700 + 86_400);
    assert!(asked_late(&story));
    captured.then(&Command::ChargeUnclear { detail: "no answer".to_owned(), charge: 1 }, 602);
    let declined = rail(RailEventKind::Declined { reason: Decline::Code(DeclineCode::DoNotHonour) });
    captured.then(&declined, 603);
    assert_eq!((captured.tx.status(), captured.tx.review.is_none()), (Status::Fail, true));
}
