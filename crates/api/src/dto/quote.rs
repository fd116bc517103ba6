//! Quotes: both amounts, and every line between them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::{NearLimit, VerificationStep};
use super::scalar::{CurrencyCode, Decimal, EndpointCode};

/// What an exchange is for the customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Side {
    /// Fiat for crypto.
    Buy,
    /// Crypto for fiat.
    Sell,
    /// Crypto for crypto.
    Swap,
}

/// Whether a quote is a promise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum QuoteKind {
    /// What it would be now.
    Indicative,
    /// Promised until `expires_at`, for one order.
    Firm,
}

/// Which amount was given and stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum FixedSide {
    /// The amount given.
    From,
    /// The amount received.
    To,
}

/// What to quote. Exactly one of the two amounts is given.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuoteRequest {
    /// Buy, sell or swap; if given, it must be that of the pair. One currency, and fiat on both sides, have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is given.
    pub from_currency: CurrencyCode,
    /// What is received.
    pub to_currency: CurrencyCode,
    /// Where it comes from: a payway, or `balance`.
    pub from_payway: EndpointCode,
    /// Where it goes: a payway, or `balance`.
    pub to_payway: EndpointCode,
    /// The amount given, fees included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_amount: Option<Decimal>,
    /// The amount received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_amount: Option<Decimal>,
    /// Whether the price is to be promised; needs a signed-in person.
    #[serde(default)]
    #[schema(required = false)]
    pub firm: bool,
}

/// A price, with everything that it is made of.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Quote {
    /// The quote; an order is made from it.
    #[schema(example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// Indicative or firm.
    pub kind: QuoteKind,
    /// Buy, sell or swap; absent for one currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is given.
    pub from_currency: CurrencyCode,
    /// What is received.
    pub to_currency: CurrencyCode,
    /// How it is given.
    pub from_payway: EndpointCode,
    /// How it is received.
    pub to_payway: EndpointCode,
    /// Which of the two amounts was asked for.
    pub fixed_side: FixedSide,
    /// What is given, fees included.
    pub from_amount: Decimal,
    /// What is received, after fees.
    pub to_amount: Decimal,
    /// Units received for one unit given, spread included, before fees.
    pub rate: Decimal,
    /// Units given for one unit received.
    pub inverse_rate: Decimal,
    /// The market's rate, before the spread.
    pub reference_rate: Decimal,
    /// Whose rate that is.
    #[schema(example = "sandbox")]
    pub reference_source: String,
    /// When it was taken.
    pub reference_at: DateTime<Utc>,
    /// Whether the rate stays as it is until the order expires. A bank transfer's is fixed when the money arrives; until
    /// then the amount received is an estimate.
    pub rate_locked: bool,
    /// Every part of the price. Those in `from_currency` add up to `from_amount`.
    pub lines: Vec<QuoteLine>,
    /// What fees and spread cost together, in percent of what is given, without the sign: `"3.51"`.
    pub cost_percent: Decimal,
    /// The least that can be given this way.
    pub min_from: Decimal,
    /// The most that can be given this way.
    pub max_from: Decimal,
    /// What the person has to do before an order can be made of it, in this order; of firm quotes only.
    pub requirements: Vec<VerificationStep>,
    /// Until when half of the person's limits hold, because this device is new to their account; only beside requirements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved_until: Option<DateTime<Utc>>,
    /// The limit of which an order would leave a fifth or less; of firm quotes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near_limit: Option<NearLimit>,
    /// The limits that an order would count against, with what is used of each once it is made; of firm quotes that need
    /// nothing of the person first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub limits_after: Vec<NearLimit>,
    /// Until when it holds.
    pub expires_at: DateTime<Utc>,
    /// The server's clock, for countdowns.
    pub server_time: DateTime<Utc>,
    /// The promise as a compact JWS; firm quotes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// What a part of a price is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// What is exchanged, after the fees on what is given.
    AmountConverted,
    /// Our fee.
    OurFee,
    /// What taking the payment costs.
    ProcessingFee,
    /// What the chain or the bank takes for sending.
    NetworkFee,
    /// The distance from the market's rate.
    Spread,
    /// Less than one atom, which cannot be paid.
    Rounding,
}

/// One part of a price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuoteLine {
    /// What it is.
    pub kind: LineKind,
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
    /// The rule that it came from, for fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee: Option<FeeRule>,
}

/// How a fee is reckoned; the specification's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FeeType {
    /// A fixed amount.
    Add,
    /// A share.
    Mult,
    /// A fixed amount and a share.
    Cooperate,
}

/// A fee's rule, as shown to people.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FeeRule {
    /// Which parts it has.
    #[serde(rename = "type")]
    pub kind: FeeType,
    /// The fixed part, in the fee's currency.
    #[schema(value_type = Decimal, example = "0.25")]
    pub add: String,
    /// The share in percent, without the sign: `"2.4"`.
    #[schema(value_type = Decimal, example = "2.4")]
    pub mult: String,
    /// The least that the fee comes to, in the fee's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Decimal>, example = "0.99")]
    pub min: Option<String>,
    /// The most that the fee comes to, in the fee's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Decimal>, example = "50.00")]
    pub max: Option<String>,
}
