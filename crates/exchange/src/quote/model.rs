//! The types of a quote and its price: request, breakdown lines, shown fees, and both amounts.

use chrono::{DateTime, Utc};
use kernel::{Amount, Country, Currency, Endpoint, FeeKind, ProfileId, QuoteId, Rate};
use serde::{Deserialize, Serialize};

use super::cost::cost_percent;
use crate::policy::FeePayer;
use crate::promotion::Discount;
use crate::transaction_type::{Direction, Side};

kernel::codes! {
    /// The amount that the customer fixed; the other one follows.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum FixedSide {
        /// The given amount.
        From = "FROM",
        /// The received amount.
        To = "TO",
    }
}

kernel::codes! {
    /// How binding a quote is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum QuoteKind {
        /// For display: refreshed every 8 s, and not stored.
        Indicative = "INDICATIVE",
        /// For one order within 60 s; signed and stored.
        Firm = "FIRM",
    }
}

kernel::codes! {
    /// The kind of a line in the breakdown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum LineKind {
        /// The amount that is converted, in the given currency.
        AmountConverted = "amount_converted",
        /// The platform's fee.
        OurFee = "our_fee",
        /// The payway's processing fee.
        ProcessingFee = "processing_fee",
        /// The network fee: an estimate that is charged as displayed.
        NetworkFee = "network_fee",
        /// The spread off the reference rate, in the received currency.
        Spread = "spread",
        /// The rounding difference, in the received currency; worth less than one atom of the given currency.
        Rounding = "rounding",
    }
}

/// The rule behind a fee line, in the specification's notation: ADD, MULT (percent) or COOPERATE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeShown {
    /// The notation.
    #[serde(rename = "type")]
    pub kind: FeeKind,
    /// The fixed part, a decimal in the line's currency.
    pub add: String,
    /// The proportional part in percent, without the sign.
    pub mult: String,
    /// The minimum, a decimal in the line's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The maximum, a decimal in the line's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
}

/// One line of the breakdown. In the given currency: `amount_converted + fees = given`. In the received currency:
/// `amount_converted at the reference rate - spread - fees - rounding = received`. Both equations are exact to the
/// atom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The kind of line.
    pub kind: LineKind,
    /// The amount.
    pub amount: Amount,
    /// The rule behind it, for fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<FeeShown>,
    /// The fee before a discount. `amount` is what is charged and booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_discount: Option<Amount>,
}

/// The price of a movement, with its full breakdown. In one currency the rate is 1, and the lines are the fees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// The given currency.
    pub from_currency: Currency,
    /// The received currency.
    pub to_currency: Currency,
    /// The source endpoint.
    pub source: Endpoint,
    /// The destination endpoint.
    pub sink: Endpoint,
    /// The amount that the customer fixed.
    pub fixed_side: FixedSide,
    /// The total given amount.
    pub from_amount: Amount,
    /// The total received amount.
    pub to_amount: Amount,
    /// The exchange rate: the reference rate less the spread.
    pub rate: Rate,
    /// The market's rate.
    pub reference_rate: Rate,
    /// The market that the reference rate comes from.
    pub reference_source: String,
    /// When the reference rate was read.
    pub reference_at: DateTime<Utc>,
    /// Whether the rate is locked until the order expires. Orders paid by bank transfer float: the rate is fixed when
    /// the money is credited, and this price is an estimate.
    pub rate_locked: bool,
    /// The breakdown between given and received.
    pub lines: Vec<Line>,
    /// The discount of a promo code on the platform's fee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<Discount>,
    /// The customer, as far as the fee rules asked.
    #[serde(default, skip_serializing_if = "FeePayer::is_unknown")]
    pub payer: FeePayer,
}

/// A promised price, with its holder and its expiry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The id that an order refers to.
    pub id: QuoteId,
    /// How binding it is.
    pub kind: QuoteKind,
    /// The price, which the order takes over.
    #[serde(flatten)]
    pub price: Price,
    /// Whether the customer named what should arrive, and the server found the balance that pays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unified: bool,
    /// The minimum that can be given.
    pub min_from: Amount,
    /// The maximum that can be given.
    pub max_from: Amount,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// The customer's country of residence, if declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residence: Option<Country>,
    /// The profile that may create an order from a firm quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileId>,
    /// A JWS (EdDSA) over the quote with detached content, for a firm quote; see [`Quote::compact_jws`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl Price {
    /// The direction: currencies and endpoints.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        Direction {
            from_currency: self.from_currency,
            source: self.source,
            to_currency: self.to_currency,
            sink: self.sink,
        }
    }

    /// The request that asks for this price again, for a customer who resides there.
    #[must_use]
    pub const fn request(&self, is_unified: bool, residence: Option<Country>) -> QuoteRequest {
        let amount = match self.fixed_side {
            FixedSide::From => self.from_amount,
            FixedSide::To => self.to_amount,
        };
        QuoteRequest {
            side: None,
            source: self.source,
            sink: self.sink,
            from_currency: self.from_currency,
            to_currency: self.to_currency,
            fixed_side: self.fixed_side,
            amount,
            is_unified,
            firm: false,
            residence,
            payer: self.payer,
        }
    }

    /// The deduction from the platform's fee; `None` without a discount.
    #[must_use]
    pub fn deducted(&self) -> Option<Amount> {
        let line = self.lines.iter().find(|line| line.kind == LineKind::OurFee)?;
        line.before_discount?.checked_sub(line.amount).ok()
    }

    /// The total cost in percent: see [`cost_percent`].
    #[must_use]
    pub fn cost_percent(&self) -> String {
        cost_percent(self.from_amount, self.to_amount, &self.reference_rate)
    }

    /// The sum of the lines of one kind, in `currency`.
    #[must_use]
    pub fn line(&self, kind: LineKind, currency: Currency) -> Amount {
        let atoms = self.lines.iter().filter(|line| line.kind == kind && line.amount.currency() == currency);
        Amount::new(atoms.map(|line| line.amount.atoms()).sum(), currency)
    }
}

/// A quote request: the pair, the endpoints, and one of the two amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRequest {
    /// The side, if the caller states it; must match the pair.
    pub side: Option<Side>,
    /// The source endpoint.
    pub source: Endpoint,
    /// The destination endpoint.
    pub sink: Endpoint,
    /// The given currency.
    pub from_currency: Currency,
    /// The received currency.
    pub to_currency: Currency,
    /// The amount that is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount, in the currency of its side.
    pub amount: Amount,
    /// Whether the customer named what should arrive, and the server found the balance that pays.
    pub is_unified: bool,
    /// Whether the quote is for an order.
    pub firm: bool,
    /// The customer's country of residence, if declared; it decides what may be offered.
    pub residence: Option<Country>,
    /// The customer, as far as fee rules ask.
    pub payer: FeePayer,
}
