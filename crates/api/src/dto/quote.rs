//! Quotes: both amounts, and every line of the price.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::people::{NearLimit, PaywayLimit, VerificationStep};
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money};

coded! {
    /// Side of an exchange, from the customer's view.
    pub type Side = exchange::Side;

    /// Kind of a quote.
    pub type QuoteKind = exchange::quote::QuoteKind;

    /// Which of the two amounts is fixed.
    pub type FixedSide = exchange::quote::FixedSide;
}

/// A quote request. Set exactly one of the two amounts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuoteRequest {
    /// Buy, sell or swap. If set, it must match the pair. A single currency, and fiat on both sides, have no side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Source of the money: a payway, or `balance`.
    pub from_payway: EndpointCode,
    /// Destination of the money: a payway, or `balance`.
    pub to_payway: EndpointCode,
    /// Amount given, fees included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_amount: Option<Decimal>,
    /// Amount received, after fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_amount: Option<Decimal>,
    /// Whether the customer named what should arrive and a route pays it (`GET /routes`). The order then has a type of
    /// its own, such as `UPAYOUT`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub unified: bool,
    /// Whether the quote is firm. A firm quote requires a signed-in customer.
    #[serde(default)]
    #[schema(required = false)]
    pub firm: bool,
    /// Promo code, as typed. It lowers the platform's fee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "SPRING")]
    pub promo_code: Option<String>,
}

/// A price with its full breakdown.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Quote {
    /// Id of the quote, for the order.
    #[schema(example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// Indicative or firm.
    pub kind: QuoteKind,
    /// Buy, sell or swap. Absent for a single currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Payway of the currency given.
    pub from_payway: EndpointCode,
    /// Payway of the currency received.
    pub to_payway: EndpointCode,
    /// Which of the two amounts was requested.
    pub fixed_side: FixedSide,
    /// Amount given, fees included.
    pub from_amount: Decimal,
    /// Amount received, after fees.
    pub to_amount: Decimal,
    /// Units received for one unit given, spread included, before fees.
    pub rate: Decimal,
    /// Units given for one unit received.
    pub inverse_rate: Decimal,
    /// Mid-market rate, before the spread.
    pub reference_rate: Decimal,
    /// Source of the mid-market rate.
    #[schema(example = "sandbox")]
    pub reference_source: String,
    /// Time of the mid-market rate.
    pub reference_at: DateTime<Utc>,
    /// Whether the rate is locked until the order expires. For a bank transfer the rate is set when the money arrives;
    /// until then the amount received is an estimate.
    pub rate_locked: bool,
    /// All parts of the price. Those in `from_currency` add up to `from_amount`.
    pub lines: Vec<QuoteLine>,
    /// Promo code whose discount is in the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "SPRING")]
    pub promo_code: Option<String>,
    /// What the promo code adds to the customer's rewards when the order is completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promo_bonus: Option<Money>,
    /// Total cost of fees and spread, in percent of the amount given, without the percent sign: `"3.51"`.
    pub cost_percent: Decimal,
    /// Minimum amount given.
    pub min_from: Decimal,
    /// Maximum amount given.
    pub max_from: Decimal,
    /// Steps that the customer must complete before an order, in this order. Firm quotes only.
    pub requirements: Vec<VerificationStep>,
    /// Until when half of the customer's limits apply, because this device is new to the account. Present only with
    /// requirements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved_until: Option<DateTime<Utc>>,
    /// A limit of which the order would leave a fifth or less. Firm quotes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near_limit: Option<NearLimit>,
    /// The limits that an order would use, with the usage after it. Firm quotes without requirements only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub limits_after: Vec<NearLimit>,
    /// The limits of payways that an order would use, with the usage after it. Firm quotes without requirements only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub payway_limits_after: Vec<PaywayLimit>,
    /// When the quote expires.
    pub expires_at: DateTime<Utc>,
    /// Server time, for countdowns.
    pub server_time: DateTime<Utc>,
    /// The quote as a compact JWS (RFC 7515). Firm quotes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

coded! {
    /// Kind of a price line.
    pub type LineKind = exchange::quote::LineKind;
}

/// One line of a price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuoteLine {
    /// Kind of the line.
    pub kind: LineKind,
    /// Amount.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
    /// The rule behind the line, for fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee: Option<FeeRule>,
    /// Platform fee before the discount of a promo code. Absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_discount: Option<Decimal>,
}

coded! {
    /// How a fee is calculated (names from the specification).
    pub type FeeType = kernel::FeeKind;
}

/// A fee rule, as displayed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FeeRule {
    /// Which parts it has.
    #[serde(rename = "type")]
    pub kind: FeeType,
    /// Fixed part, in the fee's currency.
    #[schema(value_type = Decimal, example = "0.25")]
    pub add: String,
    /// Percentage, without the percent sign: `"2.4"`.
    #[schema(value_type = Decimal, example = "2.4")]
    pub mult: String,
    /// Minimum fee, in the fee's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Decimal>, example = "0.99")]
    pub min: Option<String>,
    /// Maximum fee, in the fee's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Decimal>, example = "50.00")]
    pub max: Option<String>,
}
