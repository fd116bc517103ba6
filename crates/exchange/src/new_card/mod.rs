//! The limit on cards that a customer has used for a short time only. A thief spends a stolen card at once; its holder
//! sees the first charges within days. Pure; the store holds the uses.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

pub(crate) mod store;

/// The longest time for which a tenant may call a card new, in days.
pub(crate) const DAYS_MAX: u16 = 90;

/// The limit on new cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCards {
    /// The maximum that a new card pays within `days`, in euro.
    pub above: Amount,
    /// How long a card is new after its first payment: 1 to 90 days.
    pub days: u16,
}

/// A payment by a card, in euro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardUse {
    /// When it was asked for.
    pub at: DateTime<Utc>,
    /// Its value in euro.
    pub euro: Amount,
}

/// The limit of a new card that a payment exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewCardLimit {
    /// The maximum.
    pub above: Amount,
    /// The amount that the card has paid.
    pub used: Amount,
    /// How long the card is new, in days.
    pub days: u16,
    /// When the card stops being new; `None` before its first payment.
    pub until: Option<DateTime<Utc>>,
}

impl NewCards {
    /// The default of a new tenant: 2,000 euro within 7 days.
    #[must_use]
    pub fn seed() -> Self {
        Self { above: Amount::new(200_000, Currency::EUR), days: 7 }
    }

    /// Whether a card with these uses may pay `asked` now.
    ///
    /// # Errors
    /// [`NewCardLimit`] if the card is new and the sum exceeds the limit.
    pub fn check(&self, uses: &[CardUse], asked: Amount, now: DateTime<Utc>) -> Result<(), NewCardLimit> {
        let window = TimeDelta::days(i64::from(self.days));
        let first = uses.iter().map(|one| one.at).min();
        if first.is_some_and(|first| now - first >= window) {
            return Ok(());
        }
        let used = uses.iter().fold(0_i128, |sum, one| sum.saturating_add(one.euro.atoms()));
        if used.saturating_add(asked.atoms()) <= self.above.atoms() {
            return Ok(());
        }
        let until = first.map(|first| first + window);
        Err(NewCardLimit { above: self.above, used: Amount::new(used, Currency::EUR), days: self.days, until })
    }

    /// What is wrong with the rule; `None` if nothing is.
    pub(crate) fn fault(&self) -> Option<String> {
        if self.above.currency() != Currency::EUR || self.above.is_negative() {
            return Some("new_cards.above must be an amount of EUR, zero or more".to_owned());
        }
        let is_known = (1..=DAYS_MAX).contains(&self.days);
        (!is_known).then(|| format!("new_cards.days must be 1 to {DAYS_MAX}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_767_225_600 + hours * 3_600, 0).unwrap()
    }

    fn euro(cents: i128) -> Amount {
        Amount::new(cents, Currency::EUR)
    }

    #[test]
    fn a_new_card_pays_two_thousand_in_its_first_week_and_anything_afterwards() {
        let rule = NewCards::seed();
        assert_eq!(rule.check(&[], euro(200_000), at(0)), Ok(()));
        assert_eq!(rule.check(&[], euro(200_001), at(0)).unwrap_err().until, None, "it has not begun");
        let uses = [CardUse { at: at(0), euro: euro(150_000) }];
        assert_eq!(rule.check(&uses, euro(50_000), at(1)), Ok(()));
        let refused = rule.check(&uses, euro(50_001), at(7 * 24 - 1)).unwrap_err();
        assert_eq!((refused.used, refused.until), (euro(150_000), Some(at(7 * 24))));
        assert_eq!(rule.check(&uses, euro(5_000_000), at(7 * 24)), Ok(()));
    }

    #[test]
    fn a_rule_that_cannot_be_kept_is_refused() {
        assert_eq!(NewCards::seed().fault(), None);
        for days in [0, DAYS_MAX + 1] {
            assert!(NewCards { days, ..NewCards::seed() }.fault().is_some_and(|fault| fault.contains("days")));
        }
        for above in [euro(-1), Amount::new(1, Currency::PLN)] {
            assert!(NewCards { above, ..NewCards::seed() }.fault().is_some_and(|fault| fault.contains("above")));
        }
    }

    proptest! {
        #[test]
        fn what_a_new_card_pays_never_exceeds_the_limit(payments in prop::collection::vec((1_i64..40, 1_i128..150_000), 1..20)) {
            let rule = NewCards::seed();
            let (mut uses, mut hours) = (Vec::<CardUse>::new(), 0);
            for (pause, cents) in payments {
                hours += pause;
                if rule.check(&uses, euro(cents), at(hours)).is_ok() {
                    uses.push(CardUse { at: at(hours), euro: euro(cents) });
                }
            }
            let begun = uses.first().map(|first| first.at).unwrap_or(at(0));
            let week = uses.iter().filter(|one| one.at - begun < TimeDelta::days(7));
            prop_assert!(week.map(|one| one.euro.atoms()).sum::<i128>() <= rule.above.atoms());
        }
    }
}
