//! Fee rules as data: exceptions to the base fees of a policy. The most specific rule wins. Pure.
//!
//! The base fees of a policy are `our_fee`, `convert_fee`, `processing_in` and `processing_out`. A rule replaces one of
//! them where its conditions hold; [`Policy::check`](super::Policy::check) refuses a rule that says a base fee again.

mod check;
mod select;
#[cfg(test)]
mod tests;

use identity::CustomerStatus;
use kernel::{Amount, Currency, Payway, ProfileId};
use serde::{Deserialize, Serialize};

pub(super) use check::check_rules;
pub use select::{FeesFrom, fees_by_amount};

use super::FeeTerms;
use crate::limits::Tier;
use crate::transaction_type::{Direction, OurFee, Side, TransactionType};

/// The maximum number of fee rules of a policy.
pub const FEE_RULES_MAX: usize = 100;

kernel::codes! {
    /// The line of a price that a rule is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FeeLine {
        /// The platform's fee.
        OurFee = "our_fee",
        /// The processing fee of the fiat payway.
        ProcessingFee = "processing_fee",
        /// The network fee of a payout: the margin on its estimate.
        NetworkFee = "network_fee",
    }
}

kernel::codes! {
    /// What a customer does, as fee rules tell it apart. Transfers between customers and moves between a customer's own
    /// accounts have no fee.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Operation {
        /// Fiat for crypto, from or to a payway.
        Buy = "buy",
        /// Crypto for fiat, from or to a payway.
        Sell = "sell",
        /// Crypto for crypto, or fiat for fiat, from or to a payway.
        Swap = "swap",
        /// One balance for another.
        Convert = "convert",
        /// A payway to the balance, in one currency.
        Deposit = "deposit",
        /// The balance to a payway, in one currency.
        Withdraw = "withdraw",
    }
}

impl Operation {
    /// The operation of a direction; `None` for one without fees.
    #[must_use]
    pub fn of(direction: &Direction) -> Option<Self> {
        let (source, sink) = (direction.source, direction.sink);
        match TransactionType::of(direction)?.fee() {
            OurFee::Exchange => Some(match direction.side() {
                Some(Side::Buy) => Self::Buy,
                Some(Side::Sell) => Self::Sell,
                Some(Side::Swap) | None => Self::Swap,
            }),
            OurFee::Convert => Some(Self::Convert),
            OurFee::None if source.payway().is_some() && sink.is_balance() => Some(Self::Deposit),
            OurFee::None if source.is_balance() && sink.payway().is_some() => Some(Self::Withdraw),
            OurFee::None => None,
        }
    }

    /// Whether it pays the base fee on exchanges. The platform's fee of other operations changes only by a rule that
    /// names the operation.
    const fn is_exchange(self) -> bool {
        matches!(self, Self::Buy | Self::Sell | Self::Swap)
    }
}

/// The customer, as far as fee rules ask. A deposit without an order and a purchase with a card have neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeePayer {
    /// The customer's tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// The profile of the API key or widget through which the customer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<ProfileId>,
}

impl FeePayer {
    /// The customer of this status who came through a partner, or without one.
    #[must_use]
    pub fn of(customer_status: &CustomerStatus, partner: Option<ProfileId>) -> Self {
        Self { tier: Some(Tier::of(customer_status)), partner }
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// A band of given amounts, each end in the same currency. The given amount is compared at the reference rate, because
/// the customer knows it before any fee, and because it is in a currency of its own in each order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmountBand {
    /// The smallest amount; `None` for no lower end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Amount>,
    /// The amount above all of them; `None` for no upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<Amount>,
}

/// When a rule applies: in every situation that meets all of its conditions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeeConditions {
    /// The partner, by the profile of its API keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<ProfileId>,
    /// The customer's tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// The payway of the payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<Payway>,
    /// The payway of the payout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_out_by: Option<Payway>,
    /// The given amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<AmountBand>,
    /// The given currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Currency>,
    /// The received currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<Currency>,
    /// The operation. A rule of the platform's fee without one is about buying, selling and swapping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<Operation>,
}

/// How specific conditions are. The more conditions, the more specific; with as many, the rule with the condition that
/// comes first in this order: partner, tier, payway of the payment, payway of the payout, amount, given currency,
/// received currency, operation. Different sets of conditions never have the same rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Specificity {
    count: u32,
    /// One bit a condition, the first condition highest.
    which: u8,
}

impl FeeConditions {
    /// How specific they are.
    #[must_use]
    pub fn specificity(&self) -> Specificity {
        let present = [
            self.partner.is_some(),
            self.tier.is_some(),
            self.paid_by.is_some(),
            self.paid_out_by.is_some(),
            self.amount.is_some(),
            self.given.is_some(),
            self.received.is_some(),
            self.operation.is_some(),
        ];
        let which = present.into_iter().fold(0, |bits, is_present| (bits << 1) | u8::from(is_present));
        Specificity { count: which.count_ones(), which }
    }

    /// Whether the conditions about the direction hold.
    fn fit(&self, direction: &Direction) -> bool {
        same(self.paid_by, direction.source.payway())
            && same(self.paid_out_by, direction.sink.payway())
            && same(self.given, Some(direction.from_currency))
            && same(self.received, Some(direction.to_currency))
            && same(self.operation, Operation::of(direction))
    }

    /// Whether the conditions about the customer hold.
    fn concern(&self, payer: &FeePayer) -> bool {
        same(self.partner, payer.partner) && same(self.tier, payer.tier)
    }
}

/// Whether a condition holds: it is absent, or the situation has its value.
fn same<T: PartialEq>(wanted: Option<T>, found: Option<T>) -> bool {
    wanted.is_none() || wanted == found
}

/// A fee rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeeRule {
    /// The line of the price.
    pub line: FeeLine,
    /// When it applies.
    #[serde(default)]
    pub when: FeeConditions,
    /// What it charges. Of the network fee, only the proportional part is set: the margin on the estimate.
    pub fee: FeeTerms,
}

impl FeeRule {
    /// Whether the rule applies to some customer and amount in this direction.
    #[must_use]
    pub fn fits(&self, direction: &Direction) -> bool {
        let concerns = match self.line {
            FeeLine::OurFee => Operation::of(direction)
                .is_some_and(|operation| self.when.operation.is_some() || operation.is_exchange()),
            FeeLine::ProcessingFee => {
                [direction.source, direction.sink].iter().any(|end| end.payway().is_some() && end.network().is_none())
            }
            FeeLine::NetworkFee => direction.sink.network().is_some(),
        };
        concerns && self.when.fit(direction)
    }

    /// All amounts of the rule.
    fn amounts(&self) -> impl Iterator<Item = Amount> {
        let band = self.when.amount.map(|band| [band.from, band.below]).unwrap_or_default();
        [Some(self.fee.add), self.fee.min, self.fee.max].into_iter().chain(band).flatten()
    }

    /// Whether the rule can only be applied to an amount of `currency` with prices.
    pub(super) fn needs_prices(&self, currency: Currency) -> bool {
        self.amounts().any(|amount| !amount.is_zero() && amount.currency() != currency)
    }
}
