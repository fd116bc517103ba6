//! Tests of plans: when a plan is due, what triggers it, and what a refusal does to it.

use chrono::{DateTime, Datelike, TimeDelta, Timelike, Utc};
use kernel::{Amount, Currency, PlanId, ProfileId, Rate, UserId};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::ExchangeError;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn euro(text: &str) -> Option<Amount> {
    Some(Amount::parse(text, Currency::EUR).unwrap())
}

fn coin() -> Currency {
    "BTC".parse().unwrap()
}

fn plan(amount: Option<Amount>, trigger: Trigger) -> Plan {
    let terms = PlanTerms { from_currency: Currency::EUR, to_currency: coin(), amount, trigger, card: None };
    let created_at = at("2026-01-31T09:00:00Z");
    Plan {
        id: PlanId::from_uuid(Uuid::nil()),
        profile: ProfileId::from_uuid(Uuid::nil()),
        user: UserId::from_uuid(Uuid::nil()),
        next_at: terms.next_at(created_at - TimeDelta::seconds(1)),
        terms,
        state: PlanState::Active,
        run: 1,
        refusal: None,
        refusals: 0,
        created_at,
        updated_at: created_at,
    }
}

fn every(interval: Interval) -> Trigger {
    Trigger::Every { interval, first_at: at("2026-01-31T09:00:00Z"), zone: PlanZone::default() }
}

fn when(bound: Bound, price: &str) -> Trigger {
    let target = PriceTarget { price_of: coin(), bound, price: price.parse().unwrap() };
    Trigger::AtPrice { target, until: at("2026-06-01T00:00:00Z") }
}

fn rate(price: &str) -> Rate {
    Rate::from_prices(Currency::EUR, coin(), "1".parse().unwrap(), price.parse().unwrap())
}

#[test]
fn a_month_runs_on_its_day_or_on_its_last_one() {
    let first = at("2026-01-31T09:00:00Z");
    let next = |now| Interval::Month.next_after((first, PlanZone::default()), at(now)).unwrap();
    assert_eq!(next("2026-01-31T08:59:59Z"), first);
    assert_eq!(next("2026-01-31T09:00:00Z"), at("2026-02-28T09:00:00Z"));
    assert_eq!(next("2026-02-28T09:00:00Z"), at("2026-03-31T09:00:00Z"), "the day comes back");
}

#[test]
fn missed_runs_are_not_made_up() {
    let plan = plan(euro("50"), every(Interval::Day));
    let late = at("2026-02-05T12:00:00Z");
    assert_eq!(plan.due(None, late), Some(Due::Exchange));
    let after = plan.after(RunOutcome::Done, late);
    assert_eq!((after.run, after.next_at), (2, Some(at("2026-02-06T09:00:00Z"))));
    assert_eq!(after.due(None, late), None);
}

#[test]
fn a_target_order_waits_for_its_price_and_runs_once() {
    let plan = plan(euro("500"), when(Bound::AtMost, "60000"));
    let now = at("2026-02-01T00:00:00Z");
    assert_eq!(plan.due(Some(&rate("60000.01")), now), None);
    assert_eq!(plan.due(None, now), None, "without prices nothing is reached");
    assert_eq!(plan.due(Some(&rate("60000")), now), Some(Due::Exchange));
    assert_eq!(plan.due(Some(&rate("60000").inverse()), now), Some(Due::Exchange), "either direction of the rate");
    let after = plan.after(RunOutcome::Done, now);
    assert_eq!((after.state, after.due(Some(&rate("1")), now)), (PlanState::Done, None));
    assert_eq!(plan.due(Some(&rate("60000")), at("2026-06-01T00:00:00Z")), Some(Due::Expire));
}

#[test]
fn a_price_alert_only_notifies() {
    let alert = plan(None, when(Bound::AtLeast, "100000"));
    let now = at("2026-02-01T00:00:00Z");
    assert_eq!(alert.due(Some(&rate("99999")), now), None);
    assert_eq!(alert.due(Some(&rate("100000")), now), Some(Due::Alert));
}

#[test]
fn a_recurring_plan_stops_after_its_last_refusal_and_a_target_order_waits_an_hour() {
    let now = at("2026-02-01T10:00:00Z");
    let refused = RunOutcome::Refused(PlanRefusal::InsufficientBalance);
    let mut daily = plan(euro("50"), every(Interval::Day));
    for refusals in 1..REFUSALS_MAX {
        daily = daily.after(refused, now);
        assert_eq!((daily.state, daily.refusals, daily.run), (PlanState::Active, refusals, 1));
    }
    daily = daily.after(refused, now);
    assert_eq!(daily.state, PlanState::Paused);
    let resumed = daily.paused(false, now).unwrap();
    assert_eq!((resumed.state, resumed.refusals), (PlanState::Active, 0));
    assert_eq!(resumed.next_at, Some(at("2026-02-02T09:00:00Z")), "in the future, not at once");
    let target = plan(euro("50"), when(Bound::AtMost, "60000")).after(refused, now);
    assert_eq!((target.state, target.next_at), (PlanState::Active, Some(now + TimeDelta::hours(1))));
    let ended = plan(euro("50"), when(Bound::AtMost, "60000")).after(RunOutcome::Done, now);
    assert!(matches!(ended.paused(false, now), Err(ExchangeError::Refused { .. })));
}

#[test]
fn invalid_plan_terms_name_their_field() {
    let now = at("2026-01-01T00:00:00Z");
    let field = |amount, to, trigger| {
        let terms = PlanTerms { from_currency: Currency::EUR, to_currency: to, amount, trigger, card: None };
        match terms.validate(now) {
            Err(ExchangeError::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(field(euro("5"), Currency::EUR, every(Interval::Day)), "to_currency");
    assert_eq!(field(None, coin(), every(Interval::Day)), "amount");
    assert_eq!(field(euro("0"), coin(), every(Interval::Day)), "amount");
    let past = Trigger::Every { interval: Interval::Day, first_at: now, zone: PlanZone::default() };
    assert_eq!(field(euro("5"), coin(), past), "first_at");
    let target = PriceTarget { price_of: Currency::PLN, bound: Bound::AtMost, price: "1".parse().unwrap() };
    let foreign = Trigger::AtPrice { target, until: at("2026-02-01T00:00:00Z") };
    assert_eq!(field(euro("5"), coin(), foreign), "target");
    let target = PriceTarget { price_of: coin(), ..target };
    assert_eq!(field(None, coin(), Trigger::AtPrice { target, until: at("2028-01-01T00:00:00Z") }), "until");
}

proptest! {
    #[test]
    fn the_next_run_is_the_first_one_of_its_series_after_now(
        start in 0_i64..4_000_000_000, later in 0_i64..400_000_000, which in 0_usize..3,
    ) {
        let interval = [Interval::Day, Interval::Week, Interval::Month][which];
        let first = DateTime::from_timestamp(start, 0).unwrap();
        let now = first + TimeDelta::seconds(later);
        let next = interval.next_after((first, PlanZone::default()), now).unwrap();
        prop_assert!(next > now);
        prop_assert_eq!((next.hour(), next.minute(), next.second()), (first.hour(), first.minute(), first.second()));
        match interval {
            Interval::Day => prop_assert!(next - now <= TimeDelta::days(1)),
            Interval::Week => {
                prop_assert!(next - now <= TimeDelta::days(7));
                prop_assert_eq!(next.weekday(), first.weekday());
            }
            Interval::Month => {
                prop_assert!(next - now <= TimeDelta::days(31));
                prop_assert!(next.day() == first.day() || (next + TimeDelta::days(1)).day() == 1);
            }
        }
    }

    #[test]
    fn a_price_is_on_one_side_of_a_bound_or_on_it(price in 1_u64..10_u64.pow(10), bound in 1_u64..10_u64.pow(10)) {
        let side = |bound_is| {
            let price_of = coin();
            let target = PriceTarget { price_of, bound: bound_is, price: bound.to_string().parse().unwrap() };
            // The rate of the coin, so that the comparison is exact.
            target.is_reached(&rate(&price.to_string()))
        };
        prop_assert_eq!(side(Bound::AtMost), price <= bound);
        prop_assert_eq!(side(Bound::AtLeast), price >= bound);
    }
}
