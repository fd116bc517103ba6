//! The rule by which a locked price is kept after it has lapsed.

use kernel::{Amount, Currency};
use serde::{Deserialize, Serialize};

use super::check::ensure;
use crate::ExchangeError;

/// The longest time after the expiry of an order for which its price is kept: a week.
const MINUTES_MAX: u32 = 10_080;

/// The largest `max_loss`, in euro cents: a million euro.
const LOSS_MAX_CENTS: i128 = 100_000_000;

/// How long and at what cost the tenant keeps a locked price whose customer paid in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuaranteeRule {
    /// How many minutes after the expiry of its order a payment may be credited.
    pub max_minutes: u32,
    /// The most that one order may cost the tenant, in euro.
    pub max_loss: Amount,
}

impl GuaranteeRule {
    /// Checks every number.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the first rule that does not hold.
    pub(super) fn check(&self) -> Result<(), ExchangeError> {
        let minutes = (1..=MINUTES_MAX).contains(&self.max_minutes);
        ensure(minutes, || format!("guarantee.max_minutes must be between 1 and {MINUTES_MAX}"))?;
        let cents = (1..=LOSS_MAX_CENTS).contains(&self.max_loss.atoms());
        ensure(cents && self.max_loss.currency() == Currency::EUR, || {
            "guarantee.max_loss must be an amount of EUR, above zero and at most 1000000".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_named() {
        let rule = GuaranteeRule { max_minutes: 720, max_loss: Amount::new(5_000, Currency::EUR) };
        assert_eq!(rule.check(), Ok(()));
        let refused = |rule: GuaranteeRule| rule.check().unwrap_err().to_string();
        assert!(refused(GuaranteeRule { max_minutes: 0, ..rule }).contains("guarantee.max_minutes"));
        assert!(refused(GuaranteeRule { max_minutes: 10_081, ..rule }).contains("guarantee.max_minutes"));
        let foreign = Amount::new(1, Currency::PLN);
        assert!(refused(GuaranteeRule { max_loss: foreign, ..rule }).contains("guarantee.max_loss"));
        let huge = Amount::new(LOSS_MAX_CENTS + 1, Currency::EUR);
        assert!(refused(GuaranteeRule { max_loss: huge, ..rule }).contains("guarantee.max_loss"));
        let nothing = Amount::zero(Currency::EUR);
        assert!(refused(GuaranteeRule { max_loss: nothing, ..rule }).contains("guarantee.max_loss"));
    }
}
