//! Tests of limit rules: a rule never loosens another, and no window takes more than its limit.

use chrono::{DateTime, TimeDelta, Utc};
use identity::{CustomerStatus, Step};
use kernel::Endpoint;
use proptest::prelude::*;

use super::*;
use crate::limits::Use;
use crate::policy::{AmountRange, Direction, Policy, Room, seed_prices};
use crate::rates::PriceBook;

fn euro(cents: i128) -> Amount {
    Amount::new(cents, Currency::EUR)
}

fn at(hour: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
}

fn paid_in(payway: Payway, cents: i128) -> Ends {
    Ends { incoming: Some(Passed { payway, amount: euro(cents), euro: euro(cents) }), outgoing: None }
}

fn paid_out(payway: Payway, cents: i128) -> Ends {
    Ends { incoming: None, outgoing: paid_in(payway, cents).incoming }
}

fn used(hour: i64, ends: Ends) -> Use {
    Use { at: at(hour), fiat: euro(0), crypto_out: euro(0), to_new: false, ends }
}

fn rules(all: &[(&str, LimitBounds)]) -> LimitRules {
    LimitRules(all.iter().map(|(scope, bounds)| (scope.parse().unwrap(), *bounds)).collect())
}

fn day(cents: i128) -> LimitBounds {
    LimitBounds { day: Some(euro(cents)), ..LimitBounds::default() }
}

fn lives_in(country: &str) -> Customer {
    Customer { tier: Some(Tier::T0), residence: Some(country.parse().unwrap()) }
}

const ANYBODY: Customer = Customer { tier: Some(Tier::T0), residence: None };

#[test]
fn a_day_counts_its_own_payway_and_direction_and_frees_after_24_hours() {
    let rules = rules(&[("visamc out", day(10_000))]);
    let uses = [used(0, paid_out(Payway::Visamc, 4_000)), used(5, paid_out(Payway::Visamc, 5_000))];
    let admit = |ends, hour| rules.admit(ANYBODY, &ends, &uses, at(hour));
    assert!(admit(paid_out(Payway::Visamc, 1_000), 6).is_ok());
    assert!(admit(paid_in(Payway::Visamc, 90_000), 6).is_ok(), "the other direction");
    assert!(admit(paid_out(Payway::Iban, 90_000), 6).is_ok(), "another payway");
    let Err(RuleRefusal::Limit(refused)) = admit(paid_out(Payway::Visamc, 1_001), 6) else { panic!("it fits") };
    assert_eq!((refused.limit, refused.used, refused.payway), (euro(10_000), euro(9_000), Some(Payway::Visamc)));
    assert_eq!((refused.is_outgoing, refused.resets_at), (true, Some(at(24))));
    assert!(admit(paid_out(Payway::Visamc, 5_000), 24).is_ok(), "the first has left the window");
}

#[test]
fn a_rule_of_a_country_is_about_its_residents_alone() {
    let rules = rules(&[("iban PL", LimitBounds { max: Some(euro(50_000)), ..day(80_000) })]);
    let admit = |customer, cents| rules.admit(customer, &paid_in(Payway::Iban, cents), &[], at(0));
    assert!(admit(lives_in("PL"), 50_000).is_ok());
    assert!(matches!(admit(lives_in("PL"), 50_001), Err(RuleRefusal::AboveMaximum { field: "from_amount", .. })));
    assert!(admit(lives_in("UA"), 50_001).is_ok() && admit(ANYBODY, 50_001).is_ok());
}

#[test]
fn a_customer_is_told_the_steps_that_leave_a_rule_behind() {
    let rules = rules(&[("T0", day(10_000)), ("T1", day(20_000))]);
    let asked = |cents| rules.requirements(&CustomerStatus::nobody(), &paid_in(Payway::Blik, cents), &[], at(0));
    assert_eq!(asked(10_000).unwrap(), []);
    assert_eq!(asked(20_000).unwrap(), [Step::PersonalData, Step::Phone, Step::DeclaredAddress]);
    assert_eq!(asked(30_000).unwrap(), Tier::T2.steps().unwrap());
}

#[test]
fn a_rule_that_cannot_be_kept_is_refused_by_its_name() {
    let said = |scope: &str, bounds| rules(&[(scope, bounds)]).check().unwrap_err();
    let range = |min, max| LimitBounds { min: Some(min), max: Some(max), ..LimitBounds::default() };
    assert!(said("visamc in PL", range(euro(2), euro(1))).contains("limits.visamc in PL must have a min"));
    assert!(said("all", LimitBounds::default()).contains("limits.all must have a bound"));
    let zloty = Amount::new(1, Currency::PLN);
    assert!(said("blik", range(zloty, euro(1))).contains("one currency"));
    assert!(said("iban", range(zloty, zloty)).contains("in EUR, or in the only currency"), "iban has several");
    assert!(rules(&[("blik", range(zloty, zloty))]).check().is_ok());
    assert!(Policy::seed().limits.check().is_ok());
    assert!("in visamc".parse::<LimitScope>().unwrap_err().contains("visamc in"));
}

#[test]
fn no_rule_loosens_what_a_payway_can_carry() {
    let mut policy = Policy::seed();
    policy.limits = rules(&[("blik", LimitBounds { max: Some(Amount::new(9_999_900, Currency::PLN)), ..day(1) })]);
    let prices = PriceBook { prices: seed_prices(), source: "test".to_owned(), at: at(0), awaiting_rate: [].into() };
    let (source, sink) = (Payway::Blik.into(), Endpoint::Balance);
    let direction = Direction { from_currency: Currency::PLN, source, to_currency: Currency::PLN, sink };
    let AmountRange { max, .. } = policy.given_limits(&direction, &prices, Room::NONE).unwrap();
    assert_eq!(max, Amount::new(1_000_000, Currency::PLN));
}

fn any_scope() -> impl Strategy<Value = LimitScope> {
    let payway = prop::sample::select(vec![None, Some(Payway::Visamc), Some(Payway::Iban)]);
    let direction = prop::sample::select(vec![None, Some(PaymentDirection::In), Some(PaymentDirection::Out)]);
    let tier = prop::sample::select(vec![None, Some(Tier::T0), Some(Tier::T1)]);
    let residence = prop::sample::select(vec![None, Some("PL".parse().unwrap()), Some("UA".parse().unwrap())]);
    (payway, direction, tier, residence).prop_map(|(payway, direction, tier, residence)| LimitScope {
        payway,
        direction,
        tier,
        residence,
    })
}

fn any_bounds() -> impl Strategy<Value = LimitBounds> {
    let bound = || prop::option::of((0_i128..5_000).prop_map(euro));
    (bound(), bound(), bound(), bound()).prop_map(|(min, max, day, month)| LimitBounds { min, max, day, month })
}

fn any_ends() -> impl Strategy<Value = Ends> {
    let payway = || prop::sample::select(vec![Payway::Visamc, Payway::Iban, Payway::Blik]);
    let end = || prop::option::of((payway(), 1_i128..3_000));
    (end(), end()).prop_map(|(incoming, outgoing)| {
        let passed = |(payway, cents)| Passed { payway, amount: euro(cents), euro: euro(cents) };
        Ends { incoming: incoming.map(passed), outgoing: outgoing.map(passed) }
    })
}

proptest! {
    #[test]
    fn a_scope_is_read_back_from_its_text(scope in any_scope()) {
        prop_assert_eq!(scope.to_string().parse::<LimitScope>(), Ok(scope));
    }

    /// What one rule refuses stays refused, whatever rules are added, and each rule is one of those that decide.
    #[test]
    fn a_further_rule_never_loosens(
        kept in prop::collection::btree_map(any_scope(), any_bounds(), 0..5), scope in any_scope(),
        bounds in any_bounds(), ends in any_ends(), past in prop::collection::vec((0_i64..800, any_ends()), 0..6),
        lives_in_pl in any::<bool>(),
    ) {
        let uses: Vec<Use> = past.into_iter().map(|(hour, ends)| used(hour, ends)).collect();
        let customer = if lives_in_pl { lives_in("PL") } else { ANYBODY };
        let fits = |rules: &LimitRules| rules.admit(customer, &ends, &uses, at(800)).is_ok();
        let (before, alone) = (LimitRules(kept.clone()), LimitRules([(scope, bounds)].into()));
        let mut more = kept;
        let is_new = more.insert(scope, bounds).is_none();
        let after = LimitRules(more);
        if is_new {
            prop_assert_eq!(fits(&after), fits(&before) && fits(&alone));
        }
    }

    /// Orders that the rules admit one by one never pass a limit of a day together.
    #[test]
    fn no_day_takes_more_than_its_limit(orders in prop::collection::vec((0_i64..96, any_ends()), 1..20)) {
        let rules = rules(&[("visamc in", day(4_000)), ("iban", day(5_000)), ("all", day(9_000))]);
        let mut orders = orders;
        orders.sort_by_key(|(hour, _)| *hour);
        let mut uses: Vec<Use> = Vec::new();
        for (hour, ends) in orders {
            if rules.admit(ANYBODY, &ends, &uses, at(hour)).is_ok() {
                uses.push(used(hour, ends));
            }
            for usage in rules.usage(ANYBODY, &uses, at(hour)) {
                prop_assert!(usage.used.atoms() <= usage.limit.atoms(), "{usage:?}");
            }
        }
    }
}
