//! Tests of velocity limits and tiers: no window ever takes more than its limit, and each refusal says what would help.

use identity::{Individual, IndividualLimits};
use proptest::prelude::*;

use super::*;

fn euro(cents: i128) -> Amount {
    Amount::new(cents, Currency::EUR)
}

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600 + second, 0).unwrap()
}

fn buy(cents: i128) -> Demand {
    Demand { fiat: euro(cents), crypto_out: euro(cents), is_incoming: true, ends: Ends::default() }
}

fn used(second: i64, cents: i128) -> Use {
    Use { at: at(second), fiat: euro(cents), crypto_out: euro(cents), to_new: false, ends: Ends::default() }
}

fn somebody(done: &[Step]) -> CustomerStatus {
    CustomerStatus { done: done.iter().copied().collect(), ..CustomerStatus::default() }
}

/// A sandbox customer whose email address selects the tier.
fn simulated(tier: u8) -> CustomerStatus {
    let individual = if tier == 4 { Individual::Unlimited } else { Individual::Nothing };
    CustomerStatus { raised_to: Some(tier), individual, ..CustomerStatus::default() }
}

/// A T4 customer with individually agreed limits, in euro.
fn agreed_with(limits: [i128; 4]) -> CustomerStatus {
    let [fiat_day, fiat_month, crypto_out_day, crypto_out_month] = limits.map(|limit| euro(limit * 100));
    let agreed = IndividualLimits { fiat_day, fiat_month, crypto_out_day, crypto_out_month };
    CustomerStatus { raised_to: Some(4), individual: Individual::Agreed(agreed), ..CustomerStatus::default() }
}

const HOUR: i64 = 3_600;

#[test]
fn a_new_sandbox_customer_must_verify_above_the_first_limit() {
    let (tiers, nobody) = (Tiers::sandbox(), somebody(&[]));
    let asked = |cents| requirements(Flow::Exchange, &nobody, &buy(cents), &[], &tiers, at(0));
    assert_eq!(asked(25_000), Ok(vec![]));
    assert_eq!(asked(150_000), Ok(vec![Step::PersonalData, Step::Phone, Step::DeclaredAddress]));
    assert_eq!(asked(400_000), Ok(vec![Step::PersonalData, Step::Phone, Step::DeclaredAddress, Step::Identity]));
    assert_eq!(asked(4_000_000), Ok(Tier::T3.steps().unwrap().to_vec()), "with where the money comes from");
    let never = asked(6_000_000).unwrap_err();
    assert_eq!((never.limit, never.resets_at, never.requirements), (euro(100_000), None, vec![]));
}

#[test]
fn a_completed_step_is_not_required_again() {
    let halfway = somebody(&[Step::Phone, Step::Identity]);
    let asked = requirements(Flow::Exchange, &halfway, &buy(400_000), &[], &Tiers::sandbox(), at(0));
    assert_eq!(asked, Ok(vec![Step::PersonalData, Step::DeclaredAddress]));
    let banking = requirements(Flow::Banking, &somebody(&[]), &buy(1), &[], &Tiers::sandbox(), at(0));
    assert!(banking.unwrap().contains(&Step::Identity));
}

#[test]
fn residents_of_the_eea_exchange_nothing_without_verification() {
    let known = |country: &str| CustomerStatus {
        residence: Some(country.parse().unwrap()),
        ..somebody(&[Step::PersonalData, Step::Phone, Step::DeclaredAddress])
    };
    let asked = |country| requirements(Flow::Exchange, &known(country), &buy(10_000), &[], &Tiers::seed(), at(0));
    assert_eq!(asked("UA"), Ok(vec![]));
    assert_eq!(asked("PL"), Ok(vec![Step::Identity]));
}

#[test]
fn an_exceeded_limit_says_its_usage_and_when_the_order_will_fit() {
    let uses = [used(0, 60_000), used(HOUR, 30_000)];
    let now = at(2 * HOUR);
    let refused = |cents| admit(&somebody(&[]), &buy(cents), &uses, &Tiers::sandbox(), now).unwrap_err();
    assert!(admit(&somebody(&[]), &buy(10_000), &uses, &Tiers::sandbox(), now).is_ok());
    let first = refused(10_001);
    assert_eq!((first.period, first.is_outgoing, first.used), (Period::Day, false, euro(90_000)));
    assert_eq!(first.resets_at, Some(at(24 * HOUR)));
    assert_eq!(refused(70_001).resets_at, Some(at(25 * HOUR)));
    assert_eq!(first.requirements, [Step::PersonalData, Step::Phone, Step::DeclaredAddress]);
    let told = usage(&somebody(&[]), &Tiers::sandbox(), &uses, now);
    assert_eq!(told.iter().map(|one| one.used.atoms()).collect::<Vec<_>>(), [90_000; 4]);
    assert_eq!(told[0].resets_at, Some(at(24 * HOUR)));
}

#[test]
fn a_sale_names_the_payout_limit() {
    let sell = Demand { fiat: euro(200_000), crypto_out: euro(0), is_incoming: false, ends: Ends::default() };
    let refused = admit(&somebody(&[]), &sell, &[], &Tiers::sandbox(), at(0)).unwrap_err();
    assert!(refused.is_outgoing);
}

#[test]
fn a_tier_is_reached_by_all_of_its_steps_or_granted() {
    assert_eq!(Tier::of(&somebody(&[Step::Identity, Step::Address])), Tier::T0);
    assert_eq!(Tier::of(&somebody(Tier::T3.steps().unwrap())), Tier::T3);
    let silent = Tier::T3.steps().unwrap().iter().filter(|step| **step != Step::SourceOfFunds);
    assert_eq!(Tier::of(&somebody(&silent.copied().collect::<Vec<_>>())), Tier::T2, "an address alone is not enough");
    assert_eq!(Tier::of(&CustomerStatus { raised_to: Some(4), ..CustomerStatus::default() }), Tier::T4);
    assert_eq!(Tier::of(&CustomerStatus { raised_to: Some(1), ..somebody(Tier::T2.steps().unwrap()) }), Tier::T2);
    assert!(is_unlimited(&simulated(4), &Tiers::seed()));
    assert!(!is_unlimited(&CustomerStatus::default(), &Tiers::seed()));
}

#[test]
fn tier_t4_has_the_limits_of_t3_until_individual_ones_are_agreed() {
    let forgotten = CustomerStatus { raised_to: Some(4), ..CustomerStatus::default() };
    let limits = |customer_status: &CustomerStatus| {
        let told = usage(customer_status, &Tiers::seed(), &[], at(0));
        told.into_iter().map(|one| one.limit.map(|limit| limit.atoms() / 100)).collect::<Vec<_>>()
    };
    assert!(!is_unlimited(&forgotten, &Tiers::seed()), "nobody is without limits because somebody forgot them");
    assert_eq!(limits(&forgotten), limits(&somebody(Tier::T3.steps().unwrap())));
    let agreed = agreed_with([300_000, 1_000_000, 10, 250_000]);
    assert_eq!(limits(&agreed), [Some(300_000), Some(1_000_000), Some(50_000), Some(250_000)]);
    assert_eq!(limits(&CustomerStatus { raised_to: Some(3), ..agreed }), limits(&forgotten), "they are of the tier");
    let refused = admit(&forgotten, &buy(5_000_001), &[], &Tiers::seed(), at(0)).unwrap_err();
    assert_eq!((refused.limit, refused.requirements), (euro(5_000_000), vec![]));
    assert!(is_unlimited(&forgotten, &Tiers::default()), "a tenant that limits nobody limits nobody");
}

fn step() -> impl Strategy<Value = BTreeSet<Step>> {
    let all = Tier::T3.steps().unwrap().to_vec();
    prop::sample::subsequence(all, 0..=6).prop_map(|steps| steps.into_iter().collect())
}

proptest! {
    #[test]
    fn required_steps_are_sufficient_and_necessary(
        done in step(), cents in 0_i128..7_000_000, earlier in prop::collection::vec((0_i64..40 * 24, 0_i128..900_000), 0..8),
    ) {
        let tiers = Tiers::sandbox();
        let now = at(40 * 24 * HOUR);
        let uses: Vec<Use> = earlier.into_iter().map(|(hour, cents)| used(hour * HOUR, cents)).collect();
        let before = CustomerStatus { done: done.clone(), ..CustomerStatus::default() };
        match requirements(Flow::Exchange, &before, &buy(cents), &uses, &tiers, now) {
            Ok(steps) => {
                prop_assert_eq!(steps.is_empty(), admit(&before, &buy(cents), &uses, &tiers, now).is_ok());
                prop_assert!(steps.iter().all(|step| !done.contains(step)));
                let after = CustomerStatus { done: done.iter().chain(&steps).copied().collect(), ..before };
                prop_assert!(admit(&after, &buy(cents), &uses, &tiers, now).is_ok());
            }
            Err(exceeded) => {
                prop_assert!(admit(&before, &buy(cents), &uses, &tiers, now).is_err());
                let most = CustomerStatus { done: Tier::T3.steps().unwrap().iter().copied().collect(), ..before };
                prop_assert!(admit(&most, &buy(cents), &uses, &tiers, now).is_err());
                prop_assert!(exceeded.requirements.is_empty());
            }
        }
    }

    #[test]
    fn no_sequence_of_orders_exceeds_the_limit_of_any_window(
        orders in prop::collection::vec((0_i64..200_000, 1_i128..60_000), 1..60)
    ) {
        let (tiers, nobody) = (Tiers::sandbox(), CustomerStatus::default());
        let mut second = 0;
        let mut uses: Vec<Use> = Vec::new();
        for (wait, cents) in orders {
            second += wait;
            match admit(&nobody, &buy(cents), &uses, &tiers, at(second)) {
                Ok(()) => uses.push(used(second, cents)),
                Err(exceeded) => {
                    // The demand fits at the stated moment, and not one second earlier.
                    let Some(fits_at) = exceeded.resets_at else { continue };
                    let again = |at| admit(&nobody, &buy(cents), &uses, &tiers, at);
                    let still = again(fits_at - TimeDelta::seconds(1)).unwrap_err();
                    prop_assert!(still.period == exceeded.period || again(fits_at).is_err());
                }
            }
            for (bucket, period) in LIMITS {
                let inside = uses.iter().filter(|one| at(second) - one.at < period.length());
                let limit = tiers.limits(Tier::T0, None).of(bucket, period).unwrap();
                prop_assert!(sum(inside.map(|one| one.of(bucket))).atoms() <= limit.atoms());
            }
        }
    }

    #[test]
    fn individual_limits_admit_exactly_what_fits_under_them_or_under_t3(
        days in prop::array::uniform2(1_i128..200_000), more in prop::array::uniform2(0_i128..400_000),
        fiat in 0_i128..30_000_000, crypto_out in 0_i128..30_000_000,
        earlier in prop::collection::vec((0_i64..40 * 24, 0_i128..9_000_000), 0..8), halved in any::<bool>(),
    ) {
        let (tiers, now) = (Tiers::seed(), at(40 * 24 * HOUR));
        let uses: Vec<Use> = earlier.into_iter().map(|(hour, cents)| used(hour * HOUR, cents)).collect();
        let limits = [days[0], days[0] + more[0], days[1], days[1] + more[1]];
        let until = halved.then(|| now + TimeDelta::hours(1));
        let person = CustomerStatus { limits_halved_until: until, ..agreed_with(limits) };
        let demand = Demand { fiat: euro(fiat), crypto_out: euro(crypto_out), is_incoming: true, ends: Ends::default() };
        let t3 = [50_000, 200_000, 50_000, 200_000];
        let fits = (0..4).all(|nth| {
            let (bucket, period) = LIMITS[nth];
            let limit = limits[nth].max(t3[nth]) * 100 / if halved { 2 } else { 1 };
            let inside = uses.iter().filter(|one| now - one.at < period.length()).map(|one| one.of(bucket).atoms());
            demand.of(bucket).is_zero() || inside.sum::<i128>() + demand.of(bucket).atoms() <= limit
        });
        prop_assert_eq!(admit(&person, &demand, &uses, &tiers, now).is_ok(), fits);
        // The displayed usage matches the enforced limits, and no step would raise them.
        let shown = usage(&person, &tiers, &uses, now).into_iter().all(|one| {
            let asked = demand.of(one.bucket).atoms();
            asked == 0 || one.used.atoms() + asked <= one.limit.unwrap().atoms()
        });
        prop_assert_eq!(shown, fits);
        prop_assert_eq!(requirements(Flow::Exchange, &person, &demand, &uses, &tiers, now).is_ok_and(|steps| steps.is_empty()), fits);
    }

    #[test]
    fn limits_are_halved_from_a_new_device_and_full_an_hour_later(
        tier in 0_u8..=4, cents in 0_i128..6_000_000, earlier in prop::collection::vec((0_i64..40 * 24, 0_i128..900_000), 0..8),
    ) {
        let (tiers, now) = (Tiers::sandbox(), at(40 * 24 * HOUR));
        let uses: Vec<Use> = earlier.into_iter().map(|(hour, cents)| used(hour * HOUR, cents)).collect();
        let usual = CustomerStatus { raised_to: Some(tier), ..CustomerStatus::default() };
        let until = now + TimeDelta::hours(1);
        let new = CustomerStatus { limits_halved_until: Some(until), ..usual.clone() };
        let limit_of = |customer_status: &CustomerStatus, now| {
            usage(customer_status, &tiers, &uses, now).into_iter().map(|one| one.limit).collect::<Vec<_>>()
        };
        for (half, whole) in limit_of(&new, now).into_iter().zip(limit_of(&usual, now)) {
            prop_assert_eq!(half.map(|half| half.atoms()), whole.map(|whole| whole.atoms() / 2));
        }
        prop_assert_eq!(limit_of(&new, until), limit_of(&usual, until));
        let fits = |customer_status: &CustomerStatus, at| admit(customer_status, &buy(cents), &uses, &tiers, at);
        prop_assert_eq!(fits(&new, until), fits(&usual, until));
        // Doubles every amount: under halved limits an order fits exactly if twice the order fits under full limits.
        let double = |amount: Amount| euro(amount.atoms() * 2);
        let twice: Vec<Use> =
            uses.iter().map(|one| Use { fiat: double(one.fiat), crypto_out: double(one.crypto_out), ..*one }).collect();
        prop_assert_eq!(fits(&new, now).is_ok(), admit(&usual, &buy(cents * 2), &twice, &tiers, now).is_ok());
        if let Err(refused) = fits(&new, now) {
            prop_assert_eq!(refused.halved_until, Some(until));
            // The stated moment is the first at which this limit permits the demand.
            if let Some(fits_at) = refused.resets_at {
                let other = |next: Box<Exceeded>| (next.period, next.is_outgoing) != (refused.period, refused.is_outgoing);
                prop_assert!(fits(&new, fits_at).err().is_none_or(other));
                prop_assert!(fits(&new, fits_at - TimeDelta::seconds(1)).is_err());
            }
        }
    }
}

#[test]
fn no_limit_stays_unlimited_when_halved_and_a_refusal_says_when_the_full_limit_returns() {
    let until = at(5 * HOUR);
    let new = |tier| CustomerStatus { limits_halved_until: Some(until), ..simulated(tier) };
    let asked = |tier, cents, uses: &[Use]| admit(&new(tier), &buy(cents), uses, &Tiers::seed(), at(2 * HOUR));
    assert_eq!(asked(4, 900_000_000, &[]), Ok(()));
    assert_eq!(asked(2, 250_000, &[]), Ok(()));
    let refused = asked(2, 250_001, &[]).unwrap_err();
    assert_eq!((refused.limit, refused.halved_until, refused.resets_at), (euro(250_000), Some(until), Some(until)));
    // The full limit has room only once an earlier use has left the window.
    let later = asked(2, 250_001, &[used(HOUR, 250_000)]).unwrap_err();
    assert_eq!(later.resets_at, Some(at(25 * HOUR)));
    let sooner = asked(2, 100_000, &[used(-21 * HOUR, 200_000)]).unwrap_err();
    assert_eq!(sooner.resets_at, Some(at(3 * HOUR)), "half of the limit leaves room before the whole one holds");
}
