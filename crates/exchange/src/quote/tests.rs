//! Tests of quotes: every breakdown adds up to the atom, and more given never yields less.

mod by_rule;

use chrono::DateTime;
use kernel::{Amount, Currency, Price, QuoteId};
use proptest::prelude::*;

use super::*;
use crate::policy::{Direction, FeePayer, Policy, directions, seed_prices};
use crate::rates::PriceBook;

fn now() -> DateTime<chrono::Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap()
}

fn book() -> PriceBook {
    PriceBook { prices: seed_prices(), source: "test".to_owned(), at: now(), awaiting_rate: [].into() }
}

fn everything() -> Policy {
    Policy { eea_enforced: false, off: [].into(), ..Policy::seed() }
}

fn request(direction: Direction, fixed_side: FixedSide, amount: Amount) -> QuoteRequest {
    let Direction { from_currency, source, to_currency, sink } = direction;
    QuoteRequest {
        side: direction.side(),
        source,
        sink,
        from_currency,
        to_currency,
        fixed_side,
        amount,
        is_unified: false,
        firm: true,
        residence: None,
        payer: FeePayer::default(),
    }
}

fn pricing(direction: Direction, basis: Basis<'_>) -> Pricing {
    Pricing::new((direction, FeePayer::default()), basis).expect("every currency has a price")
}

fn eur_to_btc_by_card() -> Direction {
    Direction {
        from_currency: Currency::EUR,
        source: "visamc".parse().unwrap(),
        to_currency: Currency::BTC,
        sink: "btc".parse().unwrap(),
    }
}

/// A firm quote without a signature.
pub(super) fn firm() -> Quote {
    let (policy, prices) = (everything(), book());
    let basis = Basis { policy: &policy, prices: &prices, network_fee: None };
    let given = Amount::new(25_000, Currency::EUR);
    quote(&request(eur_to_btc_by_card(), FixedSide::From, given), basis, QuoteId::from_uuid(uuid::Uuid::nil()), now())
        .unwrap()
}

/// The lines in the given currency add up to the given amount, and those in the received currency to the converted
/// part's value at the reference rate.
fn assert_adds_up(quote: &Quote) {
    let sum = |currency, kinds: &[LineKind]| -> i128 {
        kinds.iter().map(|kind| quote.price.line(*kind, currency).atoms()).sum()
    };
    let fees = [LineKind::OurFee, LineKind::ProcessingFee, LineKind::NetworkFee];
    let converted = quote.price.line(LineKind::AmountConverted, quote.price.from_currency);
    assert_eq!(
        quote.price.from_amount.atoms(),
        converted.atoms() + sum(quote.price.from_currency, &fees),
        "{quote:#?}"
    );
    let gross = quote.price.reference_rate.apply(converted, kernel::Rounding::Down).unwrap();
    // With one currency on both sides, the first sum already covers the fees.
    let fees: &[LineKind] = if quote.price.direction().converts() { &fees } else { &[] };
    let taken =
        sum(quote.price.to_currency, fees) + sum(quote.price.to_currency, &[LineKind::Spread, LineKind::Rounding]);
    assert_eq!(gross.atoms(), quote.price.to_amount.atoms() + taken, "{quote:#?}");
    assert!(quote.price.lines.iter().all(|line| !line.amount.is_negative()), "{quote:#?}");
}

#[test]
fn two_hundred_and_fifty_euro_by_card_shows_every_cent() {
    let (policy, book) = (everything(), book());
    let basis = Basis { policy: &policy, prices: &book, network_fee: Amount::parse("0.00001", Currency::BTC).ok() };
    let asked = request(eur_to_btc_by_card(), FixedSide::From, Amount::parse("250", Currency::EUR).unwrap());
    let quote = quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap();
    let line = |kind| quote.price.line(kind, Currency::EUR).to_decimal();
    assert_eq!(line(LineKind::OurFee), "2.50");
    assert_eq!(line(LineKind::ProcessingFee), "6.25");
    assert_eq!(line(LineKind::NetworkFee), "0.80");
    assert_eq!(line(LineKind::AmountConverted), "240.45");
    assert_eq!(quote.price.to_amount.to_decimal(), "0.00300562");
    assert_adds_up(&quote);
}

#[test]
fn an_amount_outside_the_limits_names_the_limit() {
    let (policy, book) = (everything(), book());
    let basis = Basis { policy: &policy, prices: &book, network_fee: None };
    let ask = |amount: &str| {
        let asked = request(eur_to_btc_by_card(), FixedSide::From, Amount::parse(amount, Currency::EUR).unwrap());
        quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap_err()
    };
    assert_eq!(ask("19.99").to_string(), "the minimum amount is 20.00 EUR");
    assert_eq!(ask("5000.01").to_string(), "the amount exceeds the maximum of 5000.00 EUR");
    assert_eq!(ask("5000.01").code(), "TECH_LIMIT_VIOLATION");
}

#[test]
fn the_minimum_fee_and_the_total_cost_are_shown() {
    let (policy, book) = (everything(), book());
    let basis = Basis { policy: &policy, prices: &book, network_fee: None };
    let of = |euros: &str| {
        let asked = request(eur_to_btc_by_card(), FixedSide::From, Amount::parse(euros, Currency::EUR).unwrap());
        quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap()
    };
    let rule = |quote: &Quote| {
        quote.price.lines.iter().find(|line| line.kind == LineKind::OurFee).unwrap().fee.clone().unwrap()
    };
    let small = of("20");
    assert_eq!((rule(&small).mult.as_str(), rule(&small).min.as_deref()), ("1", Some("0.99")));
    assert_eq!(rule(&small).max, None);
    // Fees of 0.99 and 0.73 on 20 euro; 2.50 and 6.25 on 250 euro.
    assert_eq!((small.price.cost_percent().as_str(), of("250").price.cost_percent().as_str()), ("8.60", "3.51"));
}

/// Every 125 euro both fees would round up at the same cent; the price must stay monotone.
#[test]
fn giving_a_cent_more_never_yields_less() {
    let (policy, book) = (everything(), book());
    let basis = Basis { policy: &policy, prices: &book, network_fee: None };
    let pricing = pricing(eur_to_btc_by_card(), basis);
    let bought = |cents| pricing.price(Amount::new(cents, Currency::EUR)).unwrap().received.atoms();
    for cents in 2_000..100_000 {
        assert!(bought(cents) <= bought(cents + 1), "{cents}");
    }
}

#[test]
fn every_direction_adds_up_for_both_sides_at_its_limits_and_between() {
    let (mut policy, book) = (everything(), book());
    policy.spread_ppm = 3_700;
    let mut open = 0;
    for direction in directions() {
        let fee = network_fee(direction, &book);
        let basis = Basis { policy: &policy, prices: &book, network_fee: fee };
        if policy.allows(&direction, None).is_err() {
            continue;
        }
        let pricing = pricing(direction, basis);
        let Some(range) = range(&pricing, basis) else { continue };
        open += 1;
        let middle = Amount::new((range.min.atoms() + range.max.atoms()) / 2 + 1, direction.from_currency);
        for given in [range.min, middle, range.max] {
            let firm =
                quote(&request(direction, FixedSide::From, given), basis, QuoteId::from_uuid(uuid::Uuid::nil()), now());
            let firm = firm.unwrap_or_else(|error| panic!("{direction:?} {given}: {error}"));
            assert_adds_up(&firm);
            let back = request(direction, FixedSide::To, firm.price.to_amount);
            let back = quote(&back, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now())
                .expect("what is given can be asked for");
            assert_adds_up(&back);
            assert_eq!(back.price.to_amount, firm.price.to_amount);
            assert!(
                back.price.from_amount.atoms() <= firm.price.from_amount.atoms(),
                "{direction:?}: never more than needed"
            );
        }
    }
    assert!(open > 2_000, "{open} directions are open");
}

fn network_fee(direction: Direction, book: &PriceBook) -> Option<Amount> {
    direction.sink.network()?;
    let rate = book.rate(Currency::EUR, direction.to_currency)?;
    rate.apply(Amount::new(37, Currency::EUR), kernel::Rounding::Up).ok()
}

fn any_direction() -> impl Strategy<Value = Direction> {
    let all: Vec<Direction> = directions().filter(|direction| everything().allows(direction, None).is_ok()).collect();
    (0..all.len()).prop_map(move |at| all[at])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The web fills in displayed limits, so they must be accepted after a small price movement too.
    #[test]
    fn displayed_limits_are_accepted_after_a_small_price_movement(
        direction in any_direction(), moves in proptest::collection::vec(-9_000..=9_000_i64, 80),
    ) {
        let (policy, before) = (everything(), book());
        let fee = network_fee(direction, &before);
        let basis = Basis { policy: &policy, prices: &before, network_fee: fee };
        let pricing = pricing(direction, basis);
        let (Some(shown), Some(enforced)) = (shown_range(&pricing, basis), range(&pricing, basis)) else { return Ok(()) };
        let received = received_range(&pricing, shown).unwrap();
        let mut after = before.clone();
        for (price, ppm) in after.prices.values_mut().zip(moves) {
            let parts = i128::try_from(price.parts()).unwrap();
            *price = Price::from_parts(u128::try_from(parts * i128::from(1_000_000 + ppm) / 1_000_000).unwrap()).unwrap();
        }
        let fee = network_fee(direction, &after);
        for prices in [&before, &after] {
            let fee = if std::ptr::eq(prices, &before) { basis.network_fee } else { fee };
            let basis = Basis { policy: &policy, prices, network_fee: fee };
            let both = [(FixedSide::From, shown), (FixedSide::To, received)];
            for (side, amount) in both.into_iter().flat_map(|(side, range)| [(side, range.min), (side, range.max)]) {
                let asked = request(direction, side, amount);
                let answer = quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now());
                // Limits that leave no room for the margin are displayed unchanged.
                prop_assert!(answer.is_ok() || shown == enforced, "{direction:?} {side:?} {amount}: {answer:?}");
            }
        }
        if shown != enforced {
            for limit in [shown.min, shown.max] {
                let digits = limit.atoms().to_string();
                prop_assert!(digits.trim_end_matches('0').len() <= 3, "{limit} cannot be typed");
            }
            prop_assert!(shown.min.atoms() >= enforced.min.atoms() && shown.max.atoms() <= enforced.max.atoms());
        }
    }

    #[test]
    fn lines_add_up_and_more_given_is_never_less_received(
        direction in any_direction(), spread in 0..=10_000_u32, scale in 1..=1_000_000_u128,
        low in 0..1_000_000_i128, step in 1..1_000_i128,
    ) {
        let (mut policy, mut book) = (everything(), book());
        policy.spread_ppm = spread;
        for price in book.prices.values_mut() {
            *price = Price::from_parts(price.parts() * scale / 500_000 + 1).unwrap();
        }
        let fee = network_fee(direction, &book);
        let basis = Basis { policy: &policy, prices: &book, network_fee: fee };
        let pricing = pricing(direction, basis);
        if let Some(range) = range(&pricing, basis) {
            let span = range.max.atoms() - range.min.atoms();
            let atoms = range.min.atoms() + span / 1_000_000 * low;
            let given = Amount::new(atoms, direction.from_currency);
            let more = Amount::new((atoms + step).min(range.max.atoms()), direction.from_currency);
            let (a, b) = (pricing.price(given).unwrap(), pricing.price(more).unwrap());
            prop_assert!(a.received.atoms() <= b.received.atoms());
            let asked = request(direction, FixedSide::To, a.received);
            let exact = quote(&asked, basis, QuoteId::from_uuid(uuid::Uuid::nil()), now()).unwrap();
            assert_adds_up(&exact);
            // The result is the smallest sufficient amount: one atom less is not enough, unless the range ends there.
            prop_assert!(exact.price.from_amount.atoms() <= given.atoms());
            if exact.price.from_amount.atoms() > range.min.atoms() {
                let less = Amount::new(exact.price.from_amount.atoms() - 1, direction.from_currency);
                let enough = pricing.price(less).is_ok_and(|priced| priced.received.atoms() >= a.received.atoms());
                prop_assert!(!enough);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// A discount lowers the platform's fee by its part, rounded down, and nothing else of the price's rules. The lines
    /// still add up to the last unit, and giving more never yields less.
    #[test]
    fn a_discount_lowers_our_fee_and_the_lines_add_up(
        direction in any_direction(), part in 0..=1_000_000_u128, ppm in 0..=1_000_000_u32,
        most in proptest::option::of(0..=1_000_i128),
    ) {
        let (policy, book) = (everything(), book());
        let basis = Basis { policy: &policy, prices: &book, network_fee: network_fee(direction, &book) };
        let plain = pricing(direction, basis);
        let most = most.map(|atoms| Amount::new(atoms, plain.fee_currency()));
        let campaign = kernel::Id::from_uuid(uuid::Uuid::nil());
        let discount = crate::promotion::Discount { campaign, code: "SPRING".into(), ppm, bonus: None, most, worth: None };
        let pricing = plain.clone().with_discount(Some(&discount));
        let Some(limits) = range(&pricing, basis) else { return Ok(()) };
        let width = (limits.max.atoms() - limits.min.atoms()).unsigned_abs();
        let step = width / 1_000_000 * part + width % 1_000_000 * part / 1_000_000;
        let given = Amount::new(limits.min.atoms() + i128::try_from(step).unwrap(), limits.min.currency());
        let asked = request(direction, FixedSide::From, given);
        let Ok(found) = priced_with(&asked, basis, Some(&discount)) else { return Ok(()) };
        let quote = promised(&asked, found, QuoteId::from_uuid(uuid::Uuid::nil()), now());
        assert_adds_up(&quote);
        let (with, without) = (pricing.price(given).unwrap(), plain.price(given).unwrap());
        prop_assert_eq!(with.our.atoms() + with.deducted.atoms(), without.our.atoms());
        prop_assert_eq!(with.deducted, discount.of(without.our));
        prop_assert_eq!(with.processing, without.processing);
        prop_assert!(with.received.atoms() >= without.received.atoms());
        prop_assert_eq!(quote.price.deducted().map_or(0, Amount::atoms), with.deducted.atoms());
        let more = pricing.price(Amount::new(given.atoms() + 1, given.currency()));
        prop_assert!(more.is_ok_and(|more| more.received.atoms() >= with.received.atoms()));
    }
}
