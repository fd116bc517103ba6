//! The effect of an order on the customer's limits, and the warning before a limit is exhausted. The customer sees it
//! before confirming.

use chrono::{DateTime, Utc};
use identity::CustomerStatus;
use kernel::Amount;

use super::{Bucket, Demand, LIMITS, Period, Tier, Tiers, Use, limits, sum};

/// The percentage of a limit from which the customer is warned.
const NEAR_PERCENT: i128 = 80;

/// A limit and its use, including the order in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// The kind of money.
    pub bucket: Bucket,
    /// The window.
    pub period: Period,
    /// The maximum.
    pub limit: Amount,
    /// The amount used, including this order.
    pub used: Amount,
}

/// The limit that `demand` exhausts most, if that is at least 80 % and the demand fits under every limit. On a tie, the
/// limit with the shorter window.
#[must_use]
pub fn near(
    customer_status: &CustomerStatus,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Option<Near> {
    let after = after(customer_status, demand, uses, tiers, now);
    if after.iter().any(|one| one.used.atoms() > one.limit.atoms()) {
        return None;
    }
    let near = after.into_iter().filter(|one| is_near(one.used, one.limit));
    near.reduce(|nearest, one| if leaves_less(&one, &nearest) { one } else { nearest })
}

/// Every limit that `demand` counts against, with its use including the demand.
#[must_use]
pub fn after(
    customer_status: &CustomerStatus,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Vec<Near> {
    let held = limits(tiers, Tier::of(customer_status), customer_status, now).now;
    let of = |(bucket, period): (Bucket, Period)| {
        let (limit, asked) = (held.of(bucket, period)?, demand.of(bucket));
        let counted = uses.iter().filter(|one| now - one.at < period.length()).map(|one| one.of(bucket));
        asked.is_positive().then(|| Near { bucket, period, limit, used: sum(counted.chain([asked])) })
    };
    LIMITS.into_iter().filter_map(of).collect()
}

fn is_near(used: Amount, limit: Amount) -> bool {
    used.atoms().saturating_mul(100) >= limit.atoms().saturating_mul(NEAR_PERCENT)
}

/// Whether `one` is exhausted to a greater part than `other`.
fn leaves_less(one: &Near, other: &Near) -> bool {
    let share = |part: &Near, whole: &Near| part.used.atoms().saturating_mul(whole.limit.atoms());
    share(one, other) > share(other, one)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;
    use crate::limits::{Ends, admit};

    fn euro(cents: i128) -> Amount {
        Amount::new(cents, Currency::EUR)
    }

    fn buy(cents: i128) -> Demand {
        Demand { fiat: euro(cents), crypto_out: euro(cents), is_incoming: true, ends: Ends::default() }
    }

    #[test]
    fn a_warning_comes_at_four_fifths_of_a_limit() {
        let (nobody, tiers, now) = (CustomerStatus::nobody(), Tiers::sandbox(), DateTime::UNIX_EPOCH);
        let told =
            |cents| near(&nobody, &buy(cents), &[], &tiers, now).map(|near| (near.period, near.used, near.limit));
        assert_eq!(told(79_999), None);
        assert_eq!(told(80_000), Some((Period::Day, euro(80_000), euro(100_000))));
        assert_eq!(told(100_001), None, "that one is refused");
        let sells = Demand { fiat: euro(90_000), crypto_out: euro(0), is_incoming: false, ends: Ends::default() };
        assert_eq!(near(&nobody, &sells, &[], &tiers, now).map(|near| near.bucket), Some(Bucket::Fiat));
    }

    #[test]
    fn the_remaining_amount_covers_only_the_limits_of_the_order() {
        let (nobody, tiers) = (CustomerStatus::nobody(), Tiers::sandbox());
        let now = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(3);
        let earlier = Use {
            at: DateTime::UNIX_EPOCH,
            fiat: euro(50_000),
            crypto_out: euro(50_000),
            to_new: false,
            ends: Ends::default(),
        };
        let sells = Demand { fiat: euro(20_000), crypto_out: euro(0), is_incoming: false, ends: Ends::default() };
        let told = after(&nobody, &sells, &[earlier], &tiers, now);
        let told: Vec<_> = told.iter().map(|one| (one.bucket, one.period, one.used, one.limit)).collect();
        let day = (Bucket::Fiat, Period::Day, euro(20_000), euro(100_000));
        assert_eq!(told, [day, (Bucket::Fiat, Period::Month, euro(70_000), euro(300_000))]);
        let stays = Demand { fiat: euro(0), ..sells };
        assert_eq!(after(&nobody, &stays, &[earlier], &tiers, now), [], "what stays on balances counts for nothing");
    }

    proptest! {
        /// The warning names the most exhausted limit, and appears only for orders that fit.
        #[test]
        fn the_warning_matches_the_enforced_limits(
            cents in 1_i128..6_000_000, tier in 0_u8..=4, halved in any::<bool>(),
            earlier in prop::collection::vec((1_i64..40 * 24, 0_i128..900_000), 0..8),
        ) {
            let (tiers, now) = (Tiers::sandbox(), DateTime::UNIX_EPOCH + chrono::TimeDelta::days(40));
            let limits_halved_until = halved.then(|| now + chrono::TimeDelta::hours(1));
            let person = CustomerStatus { raised_to: Some(tier), limits_halved_until, ..CustomerStatus::nobody() };
            let one = |(hours, cents)| {
                let at = now - chrono::TimeDelta::hours(hours);
                Use { at, fiat: euro(cents), crypto_out: euro(cents), to_new: false, ends: Ends::default() }
            };
            let uses: Vec<Use> = earlier.into_iter().map(one).collect();
            let shares = crate::limits::usage(&person, &tiers, &uses, now).into_iter().filter_map(|usage| {
                Some(((usage.used.atoms() + cents) * 10_000, usage.limit?.atoms()))
            });
            let passes = admit(&person, &buy(cents), &uses, &tiers, now).is_ok();
            let most = shares.filter(|(_, limit)| *limit > 0).map(|(used, limit)| used / limit).max();
            match near(&person, &buy(cents), &uses, &tiers, now) {
                Some(near) => {
                    prop_assert!(passes);
                    prop_assert_eq!(Some(near.used.atoms() * 10_000 / near.limit.atoms()), most);
                    prop_assert!(near.used.atoms() * 5 >= near.limit.atoms() * 4);
                }
                None => prop_assert!(!passes || most.is_none_or(|most| most < 8_000)),
            }
        }
    }
}
