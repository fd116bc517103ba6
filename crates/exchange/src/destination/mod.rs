//! How much leaves at once to an address that a person has not used before: whoever got into an account sends its money to an
//! address of their own first of all, and its owner has this long to hear of it (reference defaults C5). Pure; the addresses are in
//! the store.

pub(crate) mod store;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::allowance::Use;

/// A tenant may wait no longer, in hours: three days.
pub(crate) const HOURS_MAX: u16 = 72;

/// How long an address that no coins went to is remembered; after that it is new again.
pub(crate) const REMEMBERED: TimeDelta = TimeDelta::days(366);

/// What leaves to addresses that are new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAddresses {
    /// To all of a person's new addresses together no more than this leaves within the hours, in euro.
    pub above: Amount,
    /// For so long an address is new, from when it was first named; 0 to 72, and 0 for never.
    pub hours: u16,
}

/// Coins that may not leave to an address yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldAddress {
    /// In canonical writing.
    pub address: String,
    /// What may leave to it at once, together with other new ones.
    pub above: Amount,
    /// When it is known.
    pub until: DateTime<Utc>,
}

/// Whether coins may leave to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is known: any amount.
    Known,
    /// It is new, and no more leaves to new ones than may.
    New,
    /// Not before this.
    Held(DateTime<Utc>),
}

impl NewAddresses {
    /// The values of reference defaults C5.
    #[must_use]
    pub fn seed() -> Self {
        Self { above: Amount::new(100_000, Currency::EUR), hours: 24 }
    }

    fn window(&self) -> TimeDelta {
        TimeDelta::hours(i64::from(self.hours))
    }

    /// Whether `asked` may leave at `now` to an address that was first named at `first_at`, after `uses`.
    #[must_use]
    pub fn verdict(&self, first_at: DateTime<Utc>, asked: Amount, uses: &[Use], now: DateTime<Utc>) -> Verdict {
        match self.new_until(first_at, now) {
            None => Verdict::Known,
            Some(_) if self.allows(asked, uses, now) => Verdict::New,
            Some(until) => Verdict::Held(until),
        }
    }

    /// Until when an address is new; nothing for one that is known.
    fn new_until(&self, first_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        first_at.checked_add_signed(self.window()).filter(|until| self.hours > 0 && now < *until)
    }

    /// Whether `asked` may leave to an address that is new: all that goes to new ones counts together, so that one sum is not cut into
    /// many, nor spread over many addresses.
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

    fn euro(cents: i128) -> Amount {
        Amount::new(cents, Currency::EUR)
    }

    #[test]
    fn an_address_is_known_after_the_hours_and_not_a_moment_earlier() {
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
        /// However a sum is cut and spread over addresses that are new, no more than the threshold leaves to them within the hours.
        #[test]
        fn to_new_addresses_no_more_leaves_within_the_hours_than_the_threshold(
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
                let one = |to_new| Use { at: now, fiat: euro(0), crypto_out: euro(cents), to_new };
                match rule.verdict(first_at, euro(cents), &uses, now) {
                    Verdict::Known => uses.push(one(false)),
                    Verdict::New => uses.push(one(true)),
                    Verdict::Held(until) => {
                        prop_assert!(gone(&uses) + cents > rule.above.atoms(), "nothing is held that fits");
                        prop_assert_eq!(rule.verdict(first_at, euro(cents), &uses, until), Verdict::Known);
                    }
                }
                prop_assert_eq!(is_known, rule.verdict(first_at, euro(cents), &uses, now) == Verdict::Known);
                prop_assert!(gone(&uses) <= rule.above.atoms());
            }
        }
    }
}
