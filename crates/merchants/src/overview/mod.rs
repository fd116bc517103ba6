//! What a merchant took, paid in fees and sent back in a period, and what waits.

mod store;

use chrono::{DateTime, TimeDelta, Utc};
use exchange::ExchangeError;
use kernel::{Amount, ProfileId, TenantId};

use self::store::Sum;
use crate::Merchants;
use crate::merchant::invalid;

/// The longest period of an overview.
pub const OVERVIEW_DAYS_MAX: i64 = 31;

/// The sums of a period, each by currency in the order of their codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overview {
    /// The number of payments that were paid in the period.
    pub paid: u64,
    /// Their prices.
    pub taken: Vec<Amount>,
    /// The amounts credited to the merchant for them, after all fees.
    pub settled: Vec<Amount>,
    /// The fees that were deducted from what payers sent.
    pub fees: Vec<Amount>,
    /// The number of refunds that were made in the period and not cancelled.
    pub refunds: u64,
    /// Their amounts, in the currencies of the prices.
    pub refunded: Vec<Amount>,
    /// The number of payments with money that is not settled now, whenever they were made.
    pub waiting: u64,
    /// Their prices.
    pub waits: Vec<Amount>,
}

/// A period that can be summed. Pure.
fn checked((from, to): (DateTime<Utc>, DateTime<Utc>)) -> Result<(), ExchangeError> {
    if to <= from {
        return Err(invalid("to", "must be after from"));
    }
    if to - from > TimeDelta::days(OVERVIEW_DAYS_MAX) {
        return Err(invalid("to", format!("must be at most {OVERVIEW_DAYS_MAX} days after from")));
    }
    Ok(())
}

impl Merchants {
    /// The overview of the profile's merchant; empty for a profile that is none.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] of `to` for a period of more than [`OVERVIEW_DAYS_MAX`] days; database errors.
    pub async fn overview(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        period: (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<Overview, ExchangeError> {
        checked(period)?;
        let Some(merchant) = self.of_profile(tenant, profile).await? else { return Ok(Overview::default()) };
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut sums = Overview::default();
        for sum in store::sums_of(tx.conn(), tenant, merchant.id, period).await? {
            sums.add(sum);
        }
        Ok(sums)
    }
}

impl Overview {
    fn add(&mut self, sum: Sum) {
        let Some(amount) = sum.amount else { return };
        match sum.of.as_str() {
            "taken" => {
                self.paid += sum.count;
                self.taken.push(amount);
            }
            "settled" => self.settled.push(amount),
            "fee" => self.fees.push(amount),
            "refunded" => {
                self.refunds += sum.count;
                self.refunded.push(amount);
            }
            _ => {
                self.waiting += sum.count;
                self.waits.push(amount);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;

    use super::*;

    #[test]
    fn a_period_has_at_most_a_month() {
        let start = DateTime::UNIX_EPOCH;
        assert!(checked((start, start + TimeDelta::days(OVERVIEW_DAYS_MAX))).is_ok());
        assert!(checked((start, start + TimeDelta::days(OVERVIEW_DAYS_MAX + 1))).is_err());
        assert!(checked((start, start)).is_err());
    }

    #[test]
    fn sums_of_different_currencies_stay_apart_and_their_payments_count_together() {
        let mut sums = Overview::default();
        for (of, count, currency) in
            [("taken", 2, Currency::EUR), ("taken", 1, Currency::USD), ("waits", 4, Currency::EUR)]
        {
            sums.add(Sum { of: of.into(), count, amount: Some(Amount::new(100, currency)) });
        }
        sums.add(Sum { of: "taken".into(), count: 9, amount: None });
        assert_eq!((sums.paid, sums.waiting), (3, 4));
        assert_eq!(sums.taken, [Amount::new(100, Currency::EUR), Amount::new(100, Currency::USD)]);
    }
}
