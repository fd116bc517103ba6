//! The rule of the referral programme, as data. The crate `rewards` computes what an order earns.

use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

use super::check::ensure;
use crate::ExchangeError;

/// The largest share of the platform's fee: half of it.
const SHARE_PPM_MAX: u32 = 500_000;
/// The largest number of orders of a friend that earn.
const ORDERS_MAX: u32 = 1_000;
/// The longest period of any part of the rule: three years.
const DAYS_MAX: u32 = 1_096;
/// The longest wait before an earning is booked, which outlasts the disputes of cards.
const SETTLE_DAYS_MAX: u32 = 180;

/// The reward terms for a friend who joined by a customer's link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferralRule {
    /// The share of the platform's fee, in millionths; at most 500,000 (50 %).
    pub share_ppm: u32,
    /// How many completed orders of a friend earn, counted from the first.
    pub orders: u32,
    /// For how many days after the friend joined their orders earn.
    pub days: u32,
    /// The most that one friend earns for the referrer. Its currency is that of all rewards.
    pub per_friend: Amount,
    /// The most that a referrer earns within `period_days`, in the same currency.
    pub per_period: Amount,
    /// The rolling period of `per_period`, in days.
    pub period_days: u32,
    /// How many days an earning waits before it is booked, so that a disputed order earns nothing.
    pub settle_days: u32,
}

impl ReferralRule {
    /// The rule that a sandbox begins with, and the console proposes: a fifth of the fee of the first ten orders within
    /// a year.
    #[must_use]
    pub fn seed() -> Self {
        let euro = |euro: i128| Amount::new(euro * 100, Currency::EUR);
        Self {
            share_ppm: 200_000,
            orders: 10,
            days: 365,
            per_friend: euro(100),
            per_period: euro(1_000),
            period_days: 31,
            settle_days: 0,
        }
    }

    /// The currency of all rewards.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.per_friend.currency()
    }

    /// Checks every number.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the first rule that does not hold.
    pub(super) fn check(&self) -> Result<(), ExchangeError> {
        let Self { share_ppm, orders, days, per_friend, per_period, period_days, settle_days } = *self;
        let share = (1..=SHARE_PPM_MAX).contains(&share_ppm);
        ensure(share, || "referral.share_ppm must be between 1 and 500000 (50 %)".to_owned())?;
        let within = |number: u32, max: u32| (1..=max).contains(&number);
        ensure(within(orders, ORDERS_MAX), || format!("referral.orders must be between 1 and {ORDERS_MAX}"))?;
        ensure(within(days, DAYS_MAX), || format!("referral.days must be between 1 and {DAYS_MAX}"))?;
        ensure(within(period_days, DAYS_MAX), || format!("referral.period_days must be between 1 and {DAYS_MAX}"))?;
        ensure(settle_days <= SETTLE_DAYS_MAX, || format!("referral.settle_days must be {SETTLE_DAYS_MAX} or less"))?;
        let amounts = per_friend.is_positive() && per_period.is_positive();
        ensure(amounts && per_friend.currency() == per_period.currency(), || {
            "referral.per_friend and referral.per_period must be amounts above zero in one currency".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_named() {
        let seed = ReferralRule::seed();
        assert_eq!(seed.check(), Ok(()));
        let refused = |rule: ReferralRule| rule.check().unwrap_err().to_string();
        assert!(refused(ReferralRule { share_ppm: 0, ..seed }).contains("share_ppm"));
        assert!(refused(ReferralRule { share_ppm: 500_001, ..seed }).contains("share_ppm"));
        assert!(refused(ReferralRule { orders: 0, ..seed }).contains("referral.orders"));
        assert!(refused(ReferralRule { days: 1_097, ..seed }).contains("referral.days"));
        assert!(refused(ReferralRule { period_days: 0, ..seed }).contains("period_days"));
        assert!(refused(ReferralRule { settle_days: 181, ..seed }).contains("settle_days"));
        assert!(refused(ReferralRule { per_friend: Amount::zero(Currency::EUR), ..seed }).contains("per_friend"));
        assert!(refused(ReferralRule { per_period: Amount::new(1, Currency::PLN), ..seed }).contains("one currency"));
    }
}
