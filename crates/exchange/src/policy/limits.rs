//! The smallest and largest amount of a direction, from the limits of the currency and of the payway.

use kernel::{Amount, Currency, Endpoint, Payway, Rounding};
use serde::{Deserialize, Serialize};

use super::technical::technical_max;
use super::{Direction, Policy, converted};
use crate::limits::PaymentDirection;
use crate::rates::PriceBook;

/// A range of amounts in one currency, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmountRange {
    /// The minimum.
    pub min: Amount,
    /// The maximum.
    pub max: Amount,
}

impl AmountRange {
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

/// A safety margin inside a limit that follows a price, in millionths. An enforced limit has none. A displayed limit
/// has one, so that the amount is still accepted after a small price movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room(i128);

impl Room {
    /// No margin: the limit itself.
    pub const NONE: Self = Self(0);
    /// The margin of displayed limits: 2 %.
    pub const SHOWN: Self = Self(20_000);

    /// A lower limit raised by the margin; `None` on overflow.
    #[must_use]
    pub fn above(self, limit: Amount) -> Option<Amount> {
        Some(Amount::new(limit.atoms().checked_add(self.part(limit)?)?, limit.currency()))
    }

    /// An upper limit lowered by the margin; `None` on overflow.
    #[must_use]
    pub fn below(self, limit: Amount) -> Option<Amount> {
        Some(Amount::new(limit.atoms().checked_sub(self.part(limit)?)?, limit.currency()))
    }

    fn part(self, limit: Amount) -> Option<i128> {
        // Rounded up, so that the margin of even one atom is not zero.
        limit.atoms().checked_mul(self.0)?.checked_add(999_999).map(|scaled| scaled / 1_000_000)
    }
}

impl Policy {
    /// The limits of the given amount in a direction: the exchange limits of the currency if it converts, the minimum
    /// deposit if it is incoming, and the limits of the payway. `None` if the policy does not list the currency or a
    /// price is missing.
    #[must_use]
    pub fn given_limits(&self, direction: &Direction, prices: &PriceBook, room: Room) -> Option<AmountRange> {
        let (currency, source) = (direction.from_currency, direction.source);
        let limits = self.currencies.get(&currency)?;
        let least = if direction.converts() { limits.exchange.min } else { Amount::new(1, currency) };
        let mut range = AmountRange { min: least, max: limits.exchange.max };
        let counts = source.network().is_some() || (source.payway().is_some() && !direction.converts());
        if counts {
            let by_erc20 = limits.min_deposit_erc20.filter(|_| source == Payway::Erc20.into());
            range.at_least(by_erc20.unwrap_or(limits.min_deposit));
        }
        self.narrow(&mut range, (currency, source, PaymentDirection::In), prices, room)?;
        Some(range)
    }

    /// The limits of the received amount in a direction: the minimum payout if it is outgoing, the maximum exchange,
    /// and the limits of the payway.
    #[must_use]
    pub fn received_limits(&self, direction: &Direction, prices: &PriceBook, room: Room) -> Option<AmountRange> {
        let (currency, sink) = (direction.to_currency, direction.sink);
        let limits = self.currencies.get(&currency)?;
        let by_erc20 = limits.min_payout_erc20.filter(|_| sink == Payway::Erc20.into());
        let stays = sink.payway().is_none();
        let least = if stays { Amount::new(1, currency) } else { by_erc20.unwrap_or(limits.min_payout) };
        let mut range = AmountRange { min: least, max: limits.exchange.max };
        self.narrow(&mut range, (currency, sink, PaymentDirection::Out), prices, room)?;
        Some(range)
    }

    fn narrow(
        &self,
        range: &mut AmountRange,
        (currency, way, direction): (Currency, Endpoint, PaymentDirection),
        prices: &PriceBook,
        room: Room,
    ) -> Option<()> {
        let Some(payway) = way.payway() else { return Some(()) };
        let room_of = |bound: Amount| if bound.currency() == currency { Room::NONE } else { room };
        let maximum = |bound: Amount| room_of(bound).below(converted(bound, currency, prices, Rounding::Down)?);
        let minimum = |bound: Amount| room_of(bound).above(converted(bound, currency, prices, Rounding::Up)?);
        if let Some(most) = technical_max(payway, currency) {
            range.at_most(most);
        }
        for bounds in self.limits.of_quote(payway, direction) {
            if let Some(min) = bounds.min {
                range.at_least(minimum(min)?);
            }
            if let Some(max) = bounds.max {
                range.at_most(maximum(max)?);
            }
        }
        Some(())
    }
}
