//! Tests of quotes under fee rules.

use kernel::{Amount, Currency, QuoteId};
use proptest::prelude::*;

use super::*;
use crate::limits::Tier;
use crate::policy::fee_rules::{AmountBand, FeeConditions, FeeLine, Operation};
use crate::policy::{FeePayer, FeeRule, FeeTerms};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Fee rules step at amounts, up or down. The lines still add up, each fee stays within its bounds, what is given
    /// can be asked for at no higher price, and what is asked for arrives.
    #[test]
    fn rules_by_amount_keep_every_cent(
        direction in any_direction(),
        steps in proptest::collection::vec((20..2_000_i128, 0..40_000_u32, 0..900_i128), 1..5),
        part in 0..=1_000_000_i128,
    ) {
        let (mut policy, book) = (everything(), book());
        policy.fee_rules = stepped(&steps);
        prop_assert_eq!(policy.check(), Ok(()));
        let basis = Basis { policy: &policy, prices: &book, network_fee: network_fee(direction, &book) };
        let pricing = pricing(direction, basis);
        let Some(range) = range(&pricing, basis) else { return Ok(()) };
        let given = range.min.atoms() + (range.max.atoms() - range.min.atoms()) / 1_000_000 * part;
        let ask = |side, amount| {
            let asked = request(direction, side, amount);
            quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now())
        };
        let firm = ask(FixedSide::From, Amount::new(given, range.min.currency())).expect("it is within the limits");
        assert_adds_up(&firm);
        let priced = pricing.price(firm.price.from_amount).unwrap();
        let our = priced.fees.our;
        prop_assert!(our.min.is_none_or(|min| priced.our.atoms() >= min.atoms()));
        prop_assert!(our.max.is_none_or(|max| priced.our.atoms() <= max.atoms()));
        let bounds = pricing.received_within(range).unwrap();
        for asked in [firm.price.to_amount, between(bounds, part)] {
            match ask(FixedSide::To, asked) {
                Ok(back) => {
                    assert_adds_up(&back);
                    prop_assert_eq!(back.price.to_amount, asked);
                    // A surplus is less than an atom of the given currency yields.
                    let atom = Amount::new(back.price.from_amount.atoms() - 1, range.min.currency());
                    let fees = pricing.price_by(&pricing.given_for(asked, range).unwrap().fees, atom);
                    let is_enough = |less: Priced| less.received.atoms() >= asked.atoms();
                    prop_assert!(!fees.is_ok_and(is_enough) || atom.atoms() < range.min.atoms());
                    let is_same = asked == firm.price.to_amount;
                    prop_assert!(!is_same || back.price.from_amount.atoms() <= given);
                }
                Err(error) => prop_assert!(error.code() == "TECH_LIMIT_VIOLATION", "{error}"),
            }
        }
    }
}

/// A rule for each band of euro, with its own share and minimum.
fn stepped(steps: &[(i128, u32, i128)]) -> std::collections::BTreeMap<String, FeeRule> {
    let starts: std::collections::BTreeMap<i128, (u32, i128)> =
        steps.iter().map(|(from, ppm, min)| (*from, (*ppm, *min))).collect();
    let ends = starts.keys().skip(1).copied().map(Some).chain([None]);
    let euro = |cents: i128| Amount::new(cents, Currency::EUR);
    let rules = starts.iter().zip(ends).map(|((from, (ppm, min)), below)| {
        let band = AmountBand { from: Some(euro(from * 100)), below: below.map(|below| euro(below * 100)) };
        let when = FeeConditions { amount: Some(band), ..FeeConditions::default() };
        let fee = FeeTerms { add: euro(0), mult_ppm: *ppm, min: Some(euro(*min)), max: Some(euro(min + 5_000)) };
        (format!("from {from}"), FeeRule { line: FeeLine::OurFee, when, fee })
    });
    rules.collect()
}

fn between(range: crate::policy::AmountRange, part: i128) -> Amount {
    let width = range.max.atoms() - range.min.atoms();
    Amount::new(range.min.atoms() + width / 1_000_000 * part, range.min.currency())
}

#[test]
fn large_purchases_are_cheaper_and_an_amount_between_two_bands_costs_as_in_the_upper_one() {
    let (mut policy, book) = (everything(), book());
    let when = FeeConditions {
        operation: Some(Operation::Buy),
        amount: Some(AmountBand { from: Amount::parse("1000", Currency::EUR).ok(), below: None }),
        ..FeeConditions::default()
    };
    let half = FeeTerms { mult_ppm: 5_000, ..policy.our_fee };
    policy.fee_rules.insert("large".to_owned(), FeeRule { line: FeeLine::OurFee, when, fee: half });
    let basis = Basis { policy: &policy, prices: &book, network_fee: None };
    let ask = |side, amount| {
        let asked = request(eur_to_btc_by_card(), side, amount);
        quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap()
    };
    let euros = |text| ask(FixedSide::From, Amount::parse(text, Currency::EUR).unwrap());
    let fee = |quote: &Quote| quote.price.line(LineKind::OurFee, Currency::EUR).to_decimal();
    let (below, from) = (euros("999.99"), euros("1000"));
    assert_eq!((fee(&below).as_str(), fee(&from).as_str()), ("10.00", "5.00"));
    let middle = (below.price.to_amount.atoms() + from.price.to_amount.atoms()) / 2;
    let asked = ask(FixedSide::To, Amount::new(middle, Currency::BTC));
    assert_eq!(asked.price.to_amount.atoms(), middle);
    assert!(asked.price.from_amount.atoms() < 100_000 && fee(&asked).as_str() < "5.00", "{asked:?}");
    assert_adds_up(&asked);
}

#[test]
fn a_tier_a_partner_and_a_margin_on_the_network_fee_have_their_rules() {
    let (mut policy, book) = (everything(), book());
    let partner = kernel::ProfileId::from_uuid(uuid::Uuid::from_u128(7));
    let none = FeeConditions::default();
    let share = |mult_ppm| FeeTerms { add: Amount::zero(Currency::EUR), mult_ppm, min: None, max: None };
    let rules = [
        ("tier", FeeLine::OurFee, FeeConditions { tier: Some(Tier::T2), ..none }, share(8_000)),
        ("partner", FeeLine::OurFee, FeeConditions { partner: Some(partner), ..none }, share(2_000)),
        ("margin", FeeLine::NetworkFee, none, share(100_000)),
        ("card", FeeLine::ProcessingFee, FeeConditions { tier: Some(Tier::T2), ..none }, share(0)),
    ];
    policy.fee_rules = rules.map(|(name, line, when, fee)| (name.to_owned(), FeeRule { line, when, fee })).into();
    assert_eq!(policy.check(), Ok(()));
    let basis = Basis { policy: &policy, prices: &book, network_fee: Amount::parse("0.00001", Currency::BTC).ok() };
    let fees = |payer| {
        let given = Amount::parse("250", Currency::EUR).unwrap();
        let asked = QuoteRequest { payer, ..request(eur_to_btc_by_card(), FixedSide::From, given) };
        let quote = quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap();
        assert_eq!(quote.price.request(false, None).payer, payer, "a new price of the order asks the same rules");
        [LineKind::OurFee, LineKind::ProcessingFee, LineKind::NetworkFee]
            .map(|kind| quote.price.line(kind, Currency::EUR).to_decimal())
    };
    let of = |tier, partner| FeePayer { tier: Some(tier), partner };
    assert_eq!(fees(of(Tier::T1, None)), ["2.50", "6.25", "0.88"]);
    assert_eq!(fees(of(Tier::T2, None)), ["2.00", "0.00", "0.88"]);
    assert_eq!(fees(of(Tier::T2, Some(partner))), ["0.50", "0.00", "0.88"]);
    let rules = |payer| {
        let (direction, given) = (eur_to_btc_by_card(), Amount::new(25_000, Currency::EUR));
        let decided = decided_fees(&policy, (&direction, &payer), given, &book).unwrap();
        decided.into_iter().map(|one| one.rule).collect::<Vec<_>>()
    };
    let name = |text: &str| Some(text.to_owned());
    assert_eq!(rules(of(Tier::T1, None)), [None, None, name("margin")], "no rule wins: the base fees");
    assert_eq!(rules(of(Tier::T2, Some(partner))), [name("partner"), name("card"), name("margin")]);
}
