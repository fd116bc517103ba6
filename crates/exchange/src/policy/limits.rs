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

/// How far inside a limit that follows a price an amount stays, in millionths. A limit that is enforced has no room; one that
/// is shown has some, so that the amount is still accepted after the price has moved a little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room(i128);

impl Room {
    /// The limit itself.
    pub const NONE: Self = Self(0);
    /// For limits that are shown: 2 %.
    pub const SHOWN: Self = Self(20_000);

    /// A lower limit with the room above it; nothing if it does not fit.
    #[must_use]
    pub fn above(self, limit: Amount) -> Option<Amount> {
        Some(Amount::new(limit.atoms().checked_add(self.part(limit)?)?, limit.currency()))
    }

    /// An upper limit with the room below it; nothing if it does not fit.
    #[must_use]
    pub fn below(self, limit: Amount) -> Option<Amount> {
        Some(Amount::new(limit.atoms().checked_sub(self.part(limit)?)?, limit.currency()))
    }

    fn part(self, limit: Amount) -> Option<i128> {
        // Rounded up, so that even one atom has room.
        limit.atoms().checked_mul(self.0)?.checked_add(999_999).map(|scaled| scaled / 1_000_000)
    }
}

impl Policy {
    /// What may be given: the exchange limits of the currency, its least deposit, and the payway's limits.
    /// Nothing if the currency is unknown to the policy or a price is missing.
    #[must_use]
    pub fn given_limits(&self, currency: Currency, payway: Payway, prices: &PriceBook, room: Room) -> Option<Range> {
        let limits = self.currencies.get(&currency)?;
        let mut range = limits.exchange;
        if payway.network().is_some() {
            let by_erc20 = limits.min_deposit_erc20.filter(|_| payway == Payway::Erc20);
            range.at_least(by_erc20.unwrap_or(limits.min_deposit));
        }
        self.narrow(&mut range, currency, payway, prices, room)?;
        Some(range)
    }

    /// What may be received: at least the least payout, at most the largest exchange, within the payway's limits.
    #[must_use]
    pub fn received_limits(&self, currency: Currency, payway: Payway, prices: &PriceBook, room: Room) -> Option<Range> {
        let limits = self.currencies.get(&currency)?;
        let by_erc20 = limits.min_payout_erc20.filter(|_| payway == Payway::Erc20);
        let mut range = Range { min: by_erc20.unwrap_or(limits.min_payout), max: limits.exchange.max };
        self.narrow(&mut range, currency, payway, prices, room)?;
        Some(range)
    }

    fn narrow(
        &self,
        range: &mut Range,
        currency: Currency,
        payway: Payway,
        prices: &PriceBook,
        room: Room,
    ) -> Option<()> {
        if let Some(limits) = self.payways.get(&payway) {
            let room = if limits.min.currency() == currency { Room::NONE } else { room };
            range.at_least(room.above(converted(limits.min, currency, prices, Rounding::Up)?)?);
            range.at_most(room.below(converted(limits.max, currency, prices, Rounding::Down)?)?);
        }
        Some(())
    }
}
