//! Properties of the choice among rules.

use std::collections::BTreeMap;

use chrono::DateTime;
use kernel::{Amount, Currency, Payway};
use proptest::prelude::*;

use super::*;
use crate::policy::{Policy, seed_prices};
use crate::rates::PriceBook;

fn book() -> PriceBook {
    PriceBook { prices: seed_prices(), source: "test".to_owned(), at: DateTime::UNIX_EPOCH, awaiting_rate: [].into() }
}

fn card_to_bitcoin() -> Direction {
    Direction {
        from_currency: Currency::EUR,
        source: Payway::Visamc.into(),
        to_currency: Currency::BTC,
        sink: Payway::Btc.into(),
    }
}

const PAYER: FeePayer = FeePayer { tier: Some(Tier::T2), partner: None };

fn terms(mult_ppm: u32) -> FeeTerms {
    FeeTerms { add: Amount::zero(Currency::EUR), mult_ppm, min: None, max: None }
}

/// Conditions of which some hold for a card purchase of bitcoin by a customer of tier 2, and some do not.
fn conditions() -> impl Strategy<Value = FeeConditions> {
    let some = |holds| prop_oneof![2 => Just(None), 1 => Just(Some(holds))];
    let tier = proptest::option::of(prop_oneof![3 => Just(Tier::T2), 1 => Just(Tier::T3)]);
    let given = proptest::option::of(prop_oneof![3 => Just(Currency::EUR), 1 => Just(Currency::PLN)]);
    let band = proptest::option::of((0..900_i128, proptest::option::of(1..500_i128)).prop_map(|(from, width)| {
        let euro = |euros: i128| Amount::new(euros * 100, Currency::EUR);
        AmountBand { from: Some(euro(from + 1)), below: width.map(|width| euro(from + 1 + width)) }
    }));
    let rest =
        (some(Payway::Visamc), proptest::option::of(Just(Currency::BTC)), proptest::option::of(Just(Operation::Buy)));
    (tier, given, band, rest).prop_map(|(tier, given, amount, (paid_by, received, operation))| FeeConditions {
        partner: None,
        tier,
        paid_by,
        paid_out_by: None,
        amount,
        given,
        received,
        operation,
    })
}

fn rule_at(bands: &[FeesFrom<'_>], cents: i128) -> Option<String> {
    let band = bands.iter().rev().find(|band| band.from <= cents).expect("the first band begins at zero");
    band.rule.map(str::to_owned)
}

fn bands(rules: &BTreeMap<String, FeeRule>) -> Vec<FeesFrom<'_>> {
    let base = (FeeLine::OurFee, Policy::seed().our_fee);
    fees_by_amount(rules, base, (&card_to_bitcoin(), &PAYER), &book()).expect("every currency has a price")
}

/// Rules that a policy may have: those of `wanted` that tie with none before.
fn valid(wanted: &[FeeConditions]) -> BTreeMap<String, FeeRule> {
    let mut rules = BTreeMap::new();
    for (at, when) in wanted.iter().enumerate() {
        let fee = terms(u32::try_from(at).unwrap() * 1_000);
        let name = format!("rule {at}");
        rules.insert(name.clone(), FeeRule { line: FeeLine::OurFee, when: *when, fee });
        if check_rules(&rules).is_err() {
            rules.remove(&name);
        }
    }
    rules
}

#[test]
fn the_order_of_conditions_decides_between_as_many() {
    let tier = FeeConditions { tier: Some(Tier::T2), ..FeeConditions::default() };
    let card = FeeConditions { paid_by: Some(Payway::Visamc), ..FeeConditions::default() };
    let both =
        FeeConditions { given: Some(Currency::EUR), operation: Some(Operation::Buy), ..FeeConditions::default() };
    assert!(tier.specificity() > card.specificity() && both.specificity() > tier.specificity());
    let rules = valid(&[card, tier]);
    assert_eq!(rule_at(&bands(&rules), 5_000).as_deref(), Some("rule 1"));
}

#[test]
fn a_rule_without_an_operation_is_about_exchanges() {
    let rule = FeeRule {
        line: FeeLine::OurFee,
        when: FeeConditions { tier: Some(Tier::T2), ..FeeConditions::default() },
        fee: terms(1),
    };
    let direction = |source, sink, to_currency| Direction { from_currency: Currency::EUR, source, to_currency, sink };
    let (card, balance) = (Payway::Visamc.into(), kernel::Endpoint::Balance);
    assert!(rule.fits(&direction(card, balance, Currency::LTC)));
    let others = [
        (direction(card, balance, Currency::EUR), Operation::Deposit),
        (direction(balance, Payway::Iban.into(), Currency::EUR), Operation::Withdraw),
        (direction(balance, balance, Currency::LTC), Operation::Convert),
    ];
    for (direction, operation) in others {
        assert!(!rule.fits(&direction), "{direction:?}");
        let named = FeeRule { when: FeeConditions { operation: Some(operation), ..rule.when }, ..rule };
        assert!(named.fits(&direction), "{direction:?}");
    }
    let transfer = direction(balance, kernel::Endpoint::Customer, Currency::EUR);
    assert_eq!(Operation::of(&transfer), None);
    assert!(!rule.fits(&transfer));
}

proptest! {
    /// At every amount one rule wins: of those that apply, the only one that no other is more specific than.
    #[test]
    fn the_winner_is_the_only_most_specific_rule(
        wanted in proptest::collection::vec(conditions(), 0..12), cents in 0..200_000_i128,
    ) {
        let rules = valid(&wanted);
        let inside = |band: AmountBand| {
            band.from.is_none_or(|from| from.atoms() <= cents) && band.below.is_none_or(|below| cents < below.atoms())
        };
        let applies = |rule: &FeeRule| {
            rule.fits(&card_to_bitcoin()) && rule.when.concern(&PAYER) && rule.when.amount.is_none_or(inside)
        };
        let rivals: Vec<_> = rules.iter().filter(|(_, rule)| applies(rule)).collect();
        let won = rule_at(&bands(&rules), cents);
        match &won {
            None => prop_assert!(rivals.is_empty()),
            Some(name) => {
                let winner = rules[name].when.specificity();
                let beaten = rivals.iter().filter(|(other, _)| *other != name);
                prop_assert!(beaten.clone().all(|(_, rule)| rule.when.specificity() < winner));
                prop_assert_eq!(beaten.count() + 1, rivals.len(), "the winner applies itself");
            }
        }
        // Other names, in the opposite order, change nothing.
        let renamed = |name: &str| format!("{:03}", 999 - name.trim_start_matches("rule ").parse::<u32>().unwrap());
        let turned = rules.iter().map(|(name, rule)| (renamed(name), *rule)).collect();
        prop_assert_eq!(rule_at(&bands(&turned), cents), won.map(|name| renamed(&name)));
    }

    /// A rule with one more condition that holds wins over the rule without it.
    #[test]
    fn a_more_specific_rule_beats_a_less_specific_one(when in conditions(), cents in 0..200_000_i128) {
        let free = FeeConditions { tier: None, ..when };
        let tier = FeeConditions { tier: Some(Tier::T2), ..when };
        let rules = valid(&[free, tier]);
        prop_assume!(rules.len() == 2);
        let won = rule_at(&bands(&rules), cents);
        prop_assert_ne!(won.as_deref(), Some("rule 0"));
    }
}
