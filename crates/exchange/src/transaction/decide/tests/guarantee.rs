//! A promised price is kept or made good, as far as the tenant's rule goes.

use std::sync::Arc;

use identity::mail::{OrderEvent, PromiseKept};
use kernel::{Amount, Currency, Price};

use super::super::super::{
    AccountRole, Action, ActionReason, Command, PayOutState, PaymentState, ReviewReason, Status, SubState,
};
use super::world::*;
use crate::guarantee::{LapsedPrice, MakeGoodKind};
use crate::policy::{GuaranteeRule, Policy, seed_prices};
use crate::rails::RailEventKind;
use crate::rates::{PriceBook, RatesUnavailable};

/// A rule of half a day, up to this many euro.
pub fn guaranteed(mut story: Story, euros: i128) -> Story {
    let rule = GuaranteeRule { max_minutes: 720, max_loss: Amount::new(euros * 100, Currency::EUR) };
    with_policy(&mut story, |policy| policy.guarantee = Some(rule));
    story
}

pub fn with_policy(story: &mut Story, change: impl FnOnce(&mut Policy)) {
    let mut policy = (*story.facts.policy).clone();
    change(&mut policy);
    story.facts.policy = Arc::new(policy);
}

/// The seed prices, with that of one currency in percent of it.
pub fn moved(currency: Currency, percent: u128) -> PriceBook {
    let mut prices = seed_prices();
    let parts = prices[&currency].parts() * percent / 100;
    prices.insert(currency, Price::from_parts(parts).unwrap());
    PriceBook { prices, source: "test".to_owned(), at: start(), awaiting_rate: [].into() }
}

fn market(story: &mut Story, percent: u128) {
    story.facts.prices = Ok(Arc::new(moved(Currency::LTC, percent)));
}

fn asked_late(story: &Story) -> bool {
    matches!(story.tx.action, Some(Action { reason: ActionReason::Late, .. }))
}

fn result(story: &Story) -> (PayOutState, Amount) {
    let leg = story.tx.result_leg().unwrap().1;
    (leg.state, leg.amount)
}

fn reversed(reference: &str) -> Command {
    rail(RailEventKind::Reversed { reference: reference.to_owned() })
}

/// A sale of two litecoins at 85 euro, whose coins were seen in time.
fn slow_sale(euros: i128) -> (Story, Amount, Amount) {
    let mut story = guaranteed(Story::of(sale()), euros);
    let (coins, promised) = (story.tx.price.from_amount, story.tx.price.to_amount);
    story.then(&seen("tx:0", coins, 0), 890);
    (story, coins, promised)
}

#[test]
fn slow_blocks_do_not_cost_the_customer_the_price_and_the_guarantee_account_pays_the_desk() {
    let (mut story, coins, promised) = slow_sale(17);
    market(&mut story, 90);
    story.then(&credited("tx:0", coins), 4 * 3_600);
    assert_eq!(result(&story), (PayOutState::Sending, promised));
    let made_good = story.tx.make_good.expect("the market fell");
    let lost = amount("17.00", Currency::EUR);
    assert_eq!((made_good.kind, made_good.cost, made_good.loss), (MakeGoodKind::Kept, lost, lost));
    assert_eq!(made_good.promised, promised);
    assert_eq!(story.tx.lapsed, Some(LapsedPrice { late_seconds: 4 * 3_600 - 900, loss: lost }));
    assert_eq!(story.books.of(AccountRole::Guarantee, Currency::EUR), -1_700);
    // The desk holds coins of 153 euro, and has given 170 and received 17.
    assert_eq!(story.books.of(AccountRole::Desk, Currency::EUR), -15_300);
}

#[test]
fn a_price_that_costs_nothing_to_keep_is_kept_without_a_booking() {
    let (mut story, coins, promised) = slow_sale(1);
    market(&mut story, 110);
    story.then(&credited("tx:0", coins), 4 * 3_600);
    assert_eq!((result(&story), story.tx.make_good), ((PayOutState::Sending, promised), None));
    assert_eq!(story.tx.lapsed, None);
}

#[test]
fn the_mail_of_a_completed_order_says_what_the_promise_cost() {
    let mail = |story: &mut Story| {
        story.then(&rail(RailEventKind::PayoutSent { reference: "hash".to_owned() }), 5 * 3_600);
        match story.try_do(&settled(), later(5 * 3_600 + 1)).unwrap().and_then(|decision| decision.mail) {
            Some(OrderEvent::Done { promise, .. }) => promise,
            other => panic!("{other:?}"),
        }
    };
    let (mut kept, coins, _) = slow_sale(17);
    let mut credited_less = slow_sale(16).0;
    for story in [&mut kept, &mut credited_less] {
        market(story, 90);
        story.then(&credited("tx:0", coins), 4 * 3_600);
    }
    credited_less.then(&Command::UpdateAmount, 4 * 3_600 + 10);
    let euros = |text| amount(text, Currency::EUR);
    assert_eq!(mail(&mut kept), Some(PromiseKept::Kept { cost: euros("17.00") }));
    assert_eq!(mail(&mut credited_less), Some(PromiseKept::Credited { cost: euros("16.00") }));
}

#[test]
fn what_keeping_a_price_would_have_cost_is_recorded_without_a_rule_that_keeps_it() {
    let (mut story, coins, _) = slow_sale(1_000);
    with_policy(&mut story, |policy| policy.guarantee = None);
    market(&mut story, 90);
    story.then(&credited("tx:0", coins), 4 * 3_600).then(&Command::UpdateAmount, 4 * 3_600 + 10);
    let loss = amount("17.00", Currency::EUR);
    assert_eq!(story.tx.lapsed, Some(LapsedPrice { late_seconds: 4 * 3_600 - 900, loss }));
    assert_eq!(story.tx.make_good, None);
}

#[test]
fn above_the_rule_the_customer_chooses_and_is_credited_what_the_rule_pays() {
    let (mut story, coins, promised) = slow_sale(16);
    market(&mut story, 90);
    story.then(&credited("tx:0", coins), 4 * 3_600);
    assert!(asked_late(&story));
    let mut refunded = story.clone();
    story.then(&Command::UpdateAmount, 4 * 3_600 + 10);
    let made_good = story.tx.make_good.expect("the customer lost something");
    assert_eq!((made_good.kind, made_good.promised), (MakeGoodKind::Credited, promised));
    assert_eq!(made_good.cost, amount("16.00", Currency::EUR));
    assert_eq!(story.books.of(AccountRole::Customer, Currency::EUR), 1_600);
    assert!(result(&story).1.atoms() < promised.atoms());
    let back = back_to(&refunded.tx, address());
    refunded.then(&back, 4 * 3_600 + 10);
    assert_eq!(refunded.tx.make_good, None, "the coins went back");
}

#[test]
fn who_pays_late_or_too_little_is_asked_and_credited_nothing() {
    let mut late = guaranteed(Story::of(sale()), 1_000);
    let coins = late.tx.price.from_amount;
    market(&mut late, 90);
    let mut long = late.clone();
    let mut short = late.clone();
    late.then(&seen("tx:0", coins, 0), 900).then(&credited("tx:0", coins), 1_200);
    long.then(&seen("tx:0", coins, 0), 890).then(&credited("tx:0", coins), 900 + 12 * 3_600 + 1);
    let half = Amount::new(coins.atoms() / 2, coins.currency());
    short.then(&seen("tx:0", half, 0), 890).then(&credited("tx:0", half), 4 * 3_600);
    let recorded = [&late, &long, &short].map(|story| story.tx.lapsed.is_some());
    assert_eq!(recorded, [false, true, false], "who paid late or too little was promised nothing");
    for story in [&mut late, &mut long, &mut short] {
        assert!(asked_late(story));
        story.then(&Command::UpdateAmount, 13 * 3_600);
        assert_eq!((result(story).0, story.tx.make_good), (PayOutState::Sending, None));
    }
}

#[test]
fn a_payment_that_had_gone_when_the_order_expired_is_not_in_time() {
    let (mut story, coins, _) = slow_sale(1_000);
    story.then(&reversed("tx:0"), 895).then(&Command::Due, 901);
    assert_eq!(story.tx.status(), Status::Expired);
    market(&mut story, 90);
    story.then(&seen("tx:0", coins, 1), 1_000).then(&credited("tx:0", coins), 4_000);
    assert!(asked_late(&story));
    story.then(&Command::UpdateAmount, 4_010);
    assert_eq!(story.tx.make_good, None);
}

#[test]
fn without_prices_the_order_waits_and_an_operator_decides_after_a_day() {
    let (mut story, coins, promised) = slow_sale(1_000);
    story.facts.prices = Err(RatesUnavailable { reason: "none".to_owned() });
    story.then(&credited("tx:0", coins), 4 * 3_600);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Processing, SubState::Paid));
    let mut never = story.clone();
    market(&mut story, 90);
    story.then(&Command::Due, 4 * 3_600 + 15);
    assert_eq!((result(&story), story.tx.awaiting_rate), ((PayOutState::Sending, promised), None));
    assert!(story.tx.make_good.is_some());
    never.then(&Command::Due, 4 * 3_600 + 86_400);
    assert_eq!(never.tx.review.as_ref().map(|review| review.reason), Some(ReviewReason::AwaitingRate));
    assert_eq!(never.tx.make_good, None);
}

#[test]
fn an_unclear_charge_and_a_payment_under_review_keep_the_price() {
    let mut story = guaranteed(Story::of(by_card()), 1_000);
    let (euros, promised) = (story.tx.price.from_amount, story.tx.price.to_amount);
    story.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1);
    story.then(&Command::ChargeUnclear { detail: "no answer".to_owned(), charge: 1 }, 602);
    market(&mut story, 125);
    story.then(&captured(1, "charge", euros), 3 * 3_600);
    assert_eq!(result(&story), (PayOutState::Sending, promised));
    let made_good = story.tx.make_good.expect("a litecoin costs more");
    assert_eq!(made_good.cost.currency(), Currency::LTC, "booked in what was delivered");
    assert_eq!(story.books.of(AccountRole::Guarantee, Currency::LTC), -made_good.cost.atoms());
}

#[test]
fn a_reorganisation_and_a_failed_payout_keep_the_price_and_pay_for_it_once() {
    let (mut story, coins, promised) = slow_sale(1_000);
    let short = Amount::new(coins.atoms() - coins.atoms() / 500, coins.currency());
    story.then(&credited("tx:0", short), 1_000).then(&reversed("tx:0"), 1_100);
    market(&mut story, 90);
    story.then(&seen("tx:0", coins, 1), 4_000).then(&credited("tx:0", coins), 4 * 3_600);
    assert_eq!(story.tx.collect().unwrap().payments[0].state, PaymentState::Credited);
    assert_eq!(result(&story), (PayOutState::Sending, promised));
    let paid = story.books.of(AccountRole::Guarantee, Currency::EUR);
    assert!(paid < 0);
    let failed = rail(RailEventKind::PayoutFailed { reason: "account closed".to_owned() });
    story.then(&failed, 20_000).then(&Command::RetryPayout, 20_100);
    assert_eq!(result(&story), (PayOutState::Sending, promised));
    assert_eq!(story.books.of(AccountRole::Guarantee, Currency::EUR), paid);
}
