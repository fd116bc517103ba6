//! Individual limits of a customer, set under dual control. Pure.

use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::IdentityError;

/// The maximum of an individual limit, in euro, so that a typing error cannot make it practically unlimited.
const MOST_EURO: i128 = 1_000_000_000;

/// The tier that can have individual limits.
pub(crate) const TIER: u8 = 4;

/// A customer's individual limits, in euro. They can raise the limits of T3, but not lower them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndividualLimits {
    /// Bank and card volume in 24 hours.
    pub fiat_day: Amount,
    /// Bank and card volume in 31 days.
    pub fiat_month: Amount,
    /// Outgoing crypto volume in 24 hours.
    pub crypto_out_day: Amount,
    /// Outgoing crypto volume in 31 days.
    pub crypto_out_month: Amount,
}

impl IndividualLimits {
    /// Parses stored limits; `None` if they are unreadable, so that the lower limits apply.
    pub(crate) fn read(kept: Option<serde_json::Value>) -> Option<Self> {
        serde_json::from_value(kept?).ok()
    }

    /// # Errors
    /// A field error of the first limit that is out of range.
    pub(crate) fn checked(&self) -> Result<(), IdentityError> {
        let (fiat, crypto) = ((self.fiat_day, self.fiat_month), (self.crypto_out_day, self.crypto_out_month));
        for (field, limit) in
            [("fiat_day", fiat.0), ("fiat_month", fiat.1), ("crypto_out_day", crypto.0), ("crypto_out_month", crypto.1)]
        {
            let most = Amount::new(MOST_EURO * 100, Currency::EUR);
            if limit.currency() != Currency::EUR || !limit.is_positive() || limit.atoms() > most.atoms() {
                return Err(IdentityError::field(field, "range", "A limit is from 0.01 to 1,000,000,000 euro."));
            }
        }
        for (field, (day, month)) in [("fiat_month", fiat), ("crypto_out_month", crypto)] {
            if day.atoms() > month.atoms() {
                return Err(IdentityError::field(field, "range", "A month's limit is no less than a day's."));
            }
        }
        Ok(())
    }
}

/// The limits of a customer at T4, in addition to those of T3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Individual {
    /// No individual limits are set: the limits of T3 apply. An omission never means unlimited.
    #[default]
    Nothing,
    /// Individual limits.
    Agreed(IndividualLimits),
    /// Unlimited: a sandbox mailbox that names its tier, with simulated money.
    Unlimited,
}

impl Individual {
    /// The individual limits, if set.
    #[must_use]
    pub const fn agreed(&self) -> Option<IndividualLimits> {
        match self {
            Self::Agreed(limits) => Some(*limits),
            Self::Nothing | Self::Unlimited => None,
        }
    }

    /// Derives the limits from the tier set by operators, and from the simulated tier of a sandbox mailbox.
    pub(super) fn of(lifted: Option<u8>, simulated: Option<u8>, agreed: Option<IndividualLimits>) -> Self {
        match (simulated, lifted) {
            (Some(TIER), _) => Self::Unlimited,
            (_, Some(TIER)) => agreed.map_or(Self::Nothing, Self::Agreed),
            _ => Self::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(euro: [i128; 4]) -> IndividualLimits {
        let [fiat_day, fiat_month, crypto_out_day, crypto_out_month] =
            euro.map(|euro| Amount::new(euro * 100, Currency::EUR));
        IndividualLimits { fiat_day, fiat_month, crypto_out_day, crypto_out_month }
    }

    #[test]
    fn invalid_individual_limits_name_their_field() {
        let refused = |euro| match limits(euro).checked() {
            Err(IdentityError::Field { field, .. }) => Some(field),
            other => other.map(|()| None).unwrap(),
        };
        assert_eq!(refused([100_000, 500_000, 100_000, 100_000]), None);
        assert_eq!(refused([1, MOST_EURO, 1, MOST_EURO]), None);
        assert_eq!(refused([0, 500_000, 100_000, 500_000]), Some("fiat_day"));
        assert_eq!(refused([1, MOST_EURO + 1, 1, 1]), Some("fiat_month"));
        assert_eq!(refused([1, 1, -1, 1]), Some("crypto_out_day"));
        assert_eq!(refused([2, 1, 1, 1]), Some("fiat_month"));
        assert_eq!(refused([1, 1, 2, 1]), Some("crypto_out_month"));
        let dollars = IndividualLimits { fiat_day: Amount::new(1, Currency::USD), ..limits([1, 1, 1, 1]) };
        assert!(dollars.checked().is_err());
    }

    #[test]
    fn individual_limits_need_tier_t4_and_are_not_for_sandbox_mailboxes() {
        let agreed = Some(limits([1, 2, 3, 4]));
        assert_eq!(Individual::of(Some(4), None, agreed).agreed(), agreed);
        assert_eq!(Individual::of(Some(4), None, None), Individual::Nothing);
        for other in [(None, None), (Some(3), None), (None, Some(3))] {
            assert_eq!(Individual::of(other.0, other.1, agreed), Individual::Nothing, "{other:?}");
        }
        assert_eq!(Individual::of(Some(4), Some(4), agreed), Individual::Unlimited);
    }

    #[test]
    fn individual_limits_round_trip_and_unreadable_ones_are_none() {
        let agreed = limits([100_000, 500_000, 200_000, 900_000]);
        assert_eq!(IndividualLimits::read(serde_json::to_value(agreed).ok()), Some(agreed));
        assert_eq!(IndividualLimits::read(Some(serde_json::json!({"fiat_day": 1}))), None);
        assert_eq!(IndividualLimits::read(None), None);
    }
}
