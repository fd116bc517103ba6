use kernel::{Amount, Currency, Payway, Rounding};
use serde::{Deserialize, Serialize};

use super::{Policy, converted};
use crate::rates::PriceBook;

/// From the least to the most, both included, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The least.
    pub min: Amount,
    /// The most.
    pub max: Amount,
}

impl Range {
    fn at_least(&mut self, min: Amount) {
        if min.currency() == self.min.currency() && min.atoms() > self.min.atoms() {
            self.min = min;
        }
    }

    fn at_most(&mut self, max: Amount) {
        if max.currency() == self.max.currency() && max.atoms() < self.max.atoms() {
            self.max = max;
        }
    }
}

impl Policy {
    /// What may be given: the exchange limits of the currency, its least deposit, and the payway's limits.
    /// Nothing if the currency is unknown to the policy or a price is missing.
    #[must_use]
    pub fn given_limits(&self, currency: Currency, payway: Payway, prices: &PriceBook) -> Option<Range> {
        let limits = self.currencies.get(&currency)?;
        let mut range = limits.exchange;
        if payway.network().is_some() {
            let by_erc20 = limits.min_deposit_erc20.filter(|_| payway == Payway::Erc20);
            range.at_least(by_erc20.unwrap_or(limits.min_deposit));
        }
        self.narrow(&mut range, currency, payway, prices)?;
        Some(range)
    }

    /// What may be received: at least the least payout, at most the largest exchange, within the payway's limits.
    #[must_use]
    pub fn received_limits(&self, currency: Currency, payway: Payway, prices: &PriceBook) -> Option<Range> {
        let limits = self.currencies.get(&currency)?;
        let by_erc20 = limits.min_payout_erc20.filter(|_| payway == Payway::Erc20);
        let mut range = Range { min: by_erc20.unwrap_or(limits.min_payout), max: limits.exchange.max };
        self.narrow(&mut range, currency, payway, prices)?;
        Some(range)
    }

    fn narrow(&self, range: &mut Range, currency: Currency, payway: Payway, prices: &PriceBook) -> Option<()> {
        if let Some(limits) = self.payways.get(&payway) {
            range.at_least(converted(limits.min, currency, prices, Rounding::Up)?);
            range.at_most(converted(limits.max, currency, prices, Rounding::Down)?);
        }
        Some(())
    }
}
