//! The cooling-off period of new payout addresses. An attacker who takes over an account first sends its money to an
//! own address; the period gives the owner time to react to the notification. Pure; the store holds the addresses.

pub(crate) mod store;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::limits::Use;

/// The maximum cooling-off period that a tenant may set, in hours.
pub(crate) const HOURS_MAX: u16 = 72;

/// How long an unused address is remembered. After that it counts as new.
pub(crate) const REMEMBERED: TimeDelta = TimeDelta::days(366);

/// The limit on payouts to new addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAddresses {
    /// The maximum that leaves within `hours` to all of a customer's new addresses together, in euro.
    pub above: Amount,
    /// How long an address is new after it is first named: 0 to 72 hours; 0 switches the rule off.
    pub hours: u16,
}

/// A payout that the cooling-off period of its address blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldAddress {
    /// The address, in canonical form.
    pub address: String,
    /// The maximum that may leave to all new addresses together.
    pub above: Amount,
    /// When the address stops being new.
    pub until: DateTime<Utc>,
}

/// Whether coins may be sent to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressCheck {
    /// The address is known: any amount may leave.
    Known,
    /// The address is new, and the amount is within the limit.
    New,
    /// The address is new, and the amount exceeds the limit until this time.
    Held(DateTime<Utc>),
}

impl NewAddresses {
    /// The default of a new tenant: 1,000 euro within 24 hours.
    #[must_use]
    pub fn seed() -> Self {
        Self { above: Amount::new(100_000, Currency::EUR), hours: 24 }
    }

    fn window(&self) -> TimeDelta {
        TimeDelta::hours(i64::from(self.hours))
    }

    /// Whether `asked` may leave at `now` to an address that was first named at `first_at`, given the earlier `uses`.
    #[must_use]
    pub fn verdict(&self, first_at: DateTime<Utc>, asked: Amount, uses: &[Use], now: DateTime<Utc>) -> AddressCheck {
        match self.new_until(first_at, now) {
            None => AddressCheck::Known,
            Some(_) if self.allows(asked, uses, now) => AddressCheck::New,
            Some(until) => AddressCheck::Held(until),
        }
    }

    /// Whether the payout is held. See [`Self::verdict`].
    #[must_use]
    pub fn holds(&self, first_at: DateTime<Utc>, asked: Amount, uses: &[Use], now: DateTime<Utc>) -> bool {
        matches!(self.verdict(first_at, asked, uses, now), AddressCheck::Held(_))
    }

    /// When the address stops being new; `None` if it is known.
    fn new_until(&self, first_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        first_at.checked_add_signed(self.window()).filter(|until| self.hours > 0 && now < *until)
    }

    /// Whether `asked` may leave to a new address. All payouts to new addresses count together, so that splitting an
    /// amount, or spreading it over addresses, does not evade the limit.
    fn allows(&self, asked: Amount, uses: &[Use], now: DateTime<Utc>) -> bool {
        let counted = uses.iter().filter(|one| one.to_new && now - one.at < self.window());
        let gone = counted.fold(0_i128, |sum, one| sum.saturating_add(one.crypto_out.atoms()));
        gone.saturating_add(asked.atoms()) <= self.above.atoms()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Ends;

    fn euro(cents: i128) -> Amount {
        Amount::new(cents, Currency::EUR)
    }

    #[test]
    fn an_address_is_known_exactly_after_its_cooling_off_period() {
        let first = DateTime::UNIX_EPOCH;
        for hours in 0..=HOURS_MAX {
            let rule = NewAddresses { hours, ..NewAddresses::seed() };
            let until = first + TimeDelta::hours(i64::from(hours));
            assert_eq!(rule.new_until(first, until), None, "{hours}");
            let before = until - TimeDelta::microseconds(1);
            assert_eq!(rule.new_until(first, before), (hours > 0).then_some(until), "{hours}");
        }
    }

    proptest! {
        /// However an amount is split and spread over new addresses, no more than the limit leaves within the period.
        #[test]
        fn payouts_to_new_addresses_stay_within_the_threshold_during_the_cooling_off_period(
            orders in prop::collection::vec((0_i64..30_000, 1_i128..60_000, any::<bool>()), 1..60),
            hours in 1_u16..=HOURS_MAX,
        ) {
            let rule = NewAddresses { hours, ..NewAddresses::seed() };
            let (mut now, mut uses) = (DateTime::UNIX_EPOCH, Vec::<Use>::new());
            for (wait, cents, is_known) in orders {
                now += TimeDelta::seconds(wait);
                let first_at = if is_known { now - rule.window() } else { now };
                let gone = |uses: &[Use]| -> i128 {
                    let within = uses.iter().filter(|one| one.to_new && now - one.at < rule.window());
                    within.map(|one| one.crypto_out.atoms()).sum()
                };
                let one = |to_new| Use { at: now, fiat: euro(0), crypto_out: euro(cents), to_new, ends: Ends::default() };
                match rule.verdict(first_at, euro(cents), &uses, now) {
                    AddressCheck::Known => uses.push(one(false)),
                    AddressCheck::New => uses.push(one(true)),
                    AddressCheck::Held(until) => {
                        prop_assert!(gone(&uses) + cents > rule.above.atoms(), "nothing is held that fits");
                        prop_assert_eq!(rule.verdict(first_at, euro(cents), &uses, until), AddressCheck::Known);
                    }
                }
                prop_assert_eq!(is_known, rule.verdict(first_at, euro(cents), &uses, now) == AddressCheck::Known);
                prop_assert!(gone(&uses) <= rule.above.atoms());
            }
        }
    }
}
