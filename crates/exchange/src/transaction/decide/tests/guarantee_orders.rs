//! Random orders of all payways: what is executed equals the quote, or a make-good exists.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use kernel::{Amount, Currency, Endpoint, Payway, PaywayKind};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::super::super::{AccountRole, ActionReason, Command, Credit, Leg, PayOutState, Transaction};
use super::guarantee::{moved, with_policy};
use super::world::*;
use crate::guarantee::{MakeGood, MakeGoodKind};
use crate::policy::{Direction, FeeTerms, GuaranteeRule, Policy, converted, directions};
use crate::quote::{LineKind, Price};
use crate::rails::RailEventKind;
use crate::rates::{PriceBook, RatesUnavailable};

/// The orders of one run; `make test-all` sets a million.
fn cases() -> u32 {
    std::env::var("AGIO_GUARANTEE_ORDERS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

/// The directions of the sandbox that begin with a payment from outside.
fn paid_in() -> &'static [Direction] {
    static ALL: OnceLock<Vec<Direction>> = OnceLock::new();
    ALL.get_or_init(|| {
        let policy = facts().policy;
        let is_open = |direction: &Direction| {
            let ends = direction.source.payway().is_some() && direction.sink != Endpoint::Customer;
            ends && policy.allows(direction, None).is_ok()
        };
        directions().filter(is_open).collect()
    })
}

/// What happens to one order.
#[derive(Debug, Clone)]
struct Fate {
    /// Which direction, in millionths of all.
    direction: u32,
    /// The given amount, in multiples of the smallest one.
    size: i128,
    /// What is paid more or less than ordered, in millionths.
    off_ppm: i128,
    /// When the payment is first seen, in thousandths of the lifetime.
    seen: i64,
    /// How long after that it is credited, in seconds.
    wait: i64,
    /// The price of the crypto side then, in percent.
    percent: u128,
    /// Whether there is no price for a minute.
    blind: bool,
    /// Whether the scheduler looks before the credit.
    due: bool,
    /// The platform's fee then, in millionths; `None` if it stays.
    fee_ppm: Option<u32>,
    /// Whether the payout fails once, and is then retried (true) or credited to the balance (false).
    payout_fails: Option<bool>,
    /// The tenant's rule.
    rule: GuaranteeRule,
}

/// A value in one of five cases.
fn sometimes<T: std::fmt::Debug + Clone + 'static>(
    values: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<T>> {
    prop_oneof![4 => Just(None), 1 => values.prop_map(Some)]
}

fn fates() -> impl Strategy<Value = Fate> {
    let rule = (1_u32..2_000, 1_i128..20_000);
    let paid =
        (0_u32..1_000_000, 2_i128..60, prop_oneof![4 => Just(0_i128), 1 => -900_i128..900, 1 => -20_000_i128..20_000]);
    let times =
        (prop_oneof![8 => 0_i64..1_000, 1 => 1_000_i64..1_300], prop_oneof![1 => 0_i64..2_000, 2 => 0_i64..200_000]);
    let world = (40_u128..180, any::<bool>(), any::<bool>(), sometimes(0_u32..60_000));
    (rule, paid, times, world, sometimes(any::<bool>())).prop_map(
        |((minutes, cents), (direction, size, off_ppm), (seen, wait), (percent, blind, due, fee_ppm), payout_fails)| {
            let rule = GuaranteeRule { max_minutes: minutes, max_loss: Amount::new(cents, Currency::EUR) };
            let blind = blind && due;
            Fate { direction, size, off_ppm, seen, wait, percent, blind, due, fee_ppm, payout_fails, rule }
        },
    )
}

/// An order of the fate's direction; `None` if its amount is outside of the limits.
fn ordered(fate: &Fate, policy: &Policy) -> Option<Story> {
    let all = paid_in();
    let at = usize::try_from(fate.direction).ok()? * all.len() / 1_000_000;
    let direction = all.get(at)?;
    let least = policy.currencies[&direction.from_currency].exchange.min;
    let given = Amount::new(least.atoms() * fate.size / 2, direction.from_currency);
    let (from, to) = ((direction.from_currency, direction.source), (direction.to_currency, direction.sink));
    try_opened(from, to, given, to.1.payway().map(|_| address()), false).ok()
}

/// The market at the time of the credit.
fn market(price: &Price, percent: u128) -> PriceBook {
    let sides = [price.from_currency, price.to_currency];
    moved(sides.into_iter().find(|side| *side != Currency::EUR).unwrap_or(Currency::LTC), percent)
}

/// Lives the fate of an order. Returns whether the customer did their part in time, and how late the credit was.
fn live(story: &mut Story, fate: &Fate) -> (bool, i64) {
    let life = (story.tx.expires_at - start()).num_seconds();
    let ordered = story.tx.price.from_amount;
    let paid = Amount::new(ordered.atoms() + ordered.atoms() * fate.off_ppm / 1_000_000, ordered.currency());
    let off = (paid.atoms() - ordered.atoms()).abs();
    let is_exact = off == 0 || (!ordered.currency().is_fiat() && off <= ordered.atoms() / 1_000);
    let seen_at = life * fate.seen / 1_000;
    let credited_at = seen_at + fate.wait;
    let kind = story.tx.collect().unwrap().payway.kind();
    let begin = match kind {
        PaywayKind::Card => Some(Command::PayByCard { card: card(), return_url: None, device: None }),
        PaywayKind::Code => {
            let code = crate::rails::PayerCode("777123".to_owned());
            let payway = story.tx.collect().unwrap().payway;
            Some(Command::PayByCode { code: payway.code_form().map(|_| code), return_url: None })
        }
        PaywayKind::Crypto => Some(seen("a", paid, 0)),
        PaywayKind::Iban => None,
    };
    let began = begin.is_some_and(|command| story.try_do(&command, later(seen_at)).is_ok_and(|done| done.is_some()));
    let in_time = (began && seen_at < life) || credited_at < life;
    if fate.due {
        story.then(&Command::Due, credited_at);
    }
    let known = market(&story.tx.price, fate.percent);
    story.facts.prices =
        if fate.blind { Err(RatesUnavailable { reason: "none".to_owned() }) } else { Ok(Arc::new(known.clone())) };
    if let Some(ppm) = fate.fee_ppm {
        with_policy(story, |policy| policy.our_fee = FeeTerms { mult_ppm: ppm, ..policy.our_fee });
    }
    story.then(&credited("a", paid), credited_at);
    story.facts.prices = Ok(Arc::new(known));
    story.then(&Command::Due, credited_at + 60);
    if story.tx.action.as_ref().is_some_and(|action| action.reason == ActionReason::Late) {
        // Refused if the fees have eaten the amount, or it is outside of the limits.
        let _ = story.try_do(&Command::UpdateAmount, later(credited_at + 70));
    }
    pay_out(story, fate, credited_at + 80);
    (in_time && is_exact, credited_at - life)
}

fn pay_out(story: &mut Story, fate: &Fate, at: i64) {
    if !story.tx.is_paying() {
        return;
    }
    if let Some(is_retried) = fate.payout_fails {
        story.then(&rail(RailEventKind::PayoutFailed { reason: "account closed".to_owned() }), at);
        story.then(if is_retried { &Command::RetryPayout } else { &Command::Deposit }, at + 1);
    }
    if story.tx.is_paying() {
        story.then(&rail(RailEventKind::PayoutSent { reference: "hash".to_owned() }), at + 2);
        story.then(&rail(RailEventKind::PayoutSettled { network_cost: None }), at + 3);
    }
}

/// What the customer has got of the order's result.
fn executed(tx: &Transaction) -> i128 {
    let of = |leg: &Leg| match leg {
        Leg::PayOut(payout) if payout.state == PayOutState::Settled && !payout.to.is_refund() => payout.amount.atoms(),
        Leg::Credit(Credit { amount, done_at: Some(_), .. }) => amount.atoms(),
        _ => 0,
    };
    tx.legs.iter().map(of).sum()
}

/// Executed equals quoted, or a make-good exists that pays the difference or all that the rule allows.
fn check(quoted: &Price, story: &Story, fate: &Fate, (is_good, late_by): (bool, i64)) -> Result<(), TestCaseError> {
    let tx = &story.tx;
    let prices = story.facts.prices.as_ref().unwrap();
    let paid = -story.books.of(AccountRole::Guarantee, quoted.to_currency);
    prop_assert_eq!(paid, tx.make_good.map_or(0, |made| made.cost.atoms()), "booked as recorded");
    let Some(MakeGood { kind, promised, cost, loss, .. }) = tx.make_good else {
        let promise = is_good && quoted.rate_locked && late_by <= i64::from(fate.rule.max_minutes) * 60;
        if promise && tx.is_collected() {
            let short = if quoted.direction().converts() {
                0
            } else {
                (-fate.off_ppm).max(0) * quoted.from_amount.atoms() / 1_000_000 + 1
            };
            prop_assert!(executed(tx) >= quoted.to_amount.atoms() - short, "a promise is broken: {}", executed(tx));
        }
        return Ok(());
    };
    prop_assert!(is_good && quoted.rate_locked && tx.is_collected());
    prop_assert!(late_by <= i64::from(fate.rule.max_minutes) * 60);
    prop_assert!(loss.is_positive());
    match kind {
        MakeGoodKind::Kept => {
            prop_assert_eq!((executed(tx), promised), (quoted.to_amount.atoms(), quoted.to_amount));
            prop_assert!(loss.atoms() <= fate.rule.max_loss.atoms());
            let amount = quoted.line(LineKind::AmountConverted, quoted.from_currency);
            let worth = |rate: &kernel::Rate| rate.apply(amount, kernel::Rounding::Down).unwrap().atoms();
            let now = prices.rate(quoted.from_currency, quoted.to_currency).unwrap();
            prop_assert_eq!(cost.atoms(), worth(&quoted.reference_rate) - worth(&now));
        }
        MakeGoodKind::Credited => {
            let most = converted(fate.rule.max_loss, quoted.to_currency, prices, kernel::Rounding::Down).unwrap();
            let whole = executed(tx) + cost.atoms() == promised.atoms();
            prop_assert!(whole || cost == most, "{} and {cost} of {promised}, at most {most}", executed(tx));
            prop_assert_eq!(story.books.posted_as("make_good", quoted.to_currency), cost.atoms());
        }
    }
    Ok(())
}

#[test]
fn executed_equals_quoted_or_a_make_good_exists() {
    let config =
        Config { cases: cases(), failure_persistence: None, max_global_rejects: u32::MAX, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::default());
    let policy = facts().policy;
    // Kept, credited, and executed without a make-good.
    let tally = RefCell::new([0_u32; 3]);
    let run = TestRunner::new_with_rng(config, rng).run(&fates(), |fate| {
        let Some(mut story) = ordered(&fate, &policy) else { return Err(TestCaseError::reject("no price")) };
        with_policy(&mut story, |policy| policy.guarantee = Some(fate.rule));
        let quoted = story.tx.price.clone();
        let outcome = live(&mut story, &fate);
        let [kept, credited, whole] = &mut *tally.borrow_mut();
        match story.tx.make_good.map(|made| made.kind) {
            Some(MakeGoodKind::Kept) => *kept += 1,
            Some(MakeGoodKind::Credited) => *credited += 1,
            None => *whole += u32::from(story.tx.is_collected()),
        }
        check(&quoted, &story, &fate, outcome)
    });
    run.unwrap();
    let [kept, credited, whole] = tally.into_inner();
    println!("{kept} kept, {credited} credited, {whole} others executed");
    assert!(kept.min(credited) > cases() / 100 && whole > cases() / 10, "{kept} {credited} {whole}");
}

#[test]
fn the_orders_are_of_all_payways_that_the_sandbox_takes() {
    let policy = facts().policy;
    let takes = |payway: Payway| Currency::all().any(|currency| policy.takes(payway, currency).is_ok());
    let sources = |payway: Payway| paid_in().iter().any(|direction| direction.source == payway.into());
    let missing: Vec<_> = Payway::all().filter(|payway| takes(*payway) && !sources(*payway)).collect();
    assert_eq!(missing, []);
    assert!(Payway::all().filter(|payway| takes(*payway)).count() > 10);
}
