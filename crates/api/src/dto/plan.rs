//! Plans: exchanges that repeat or wait for a price.

use chrono::{DateTime, Utc};
use exchange::plan as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::{CurrencyCode, Decimal};
use super::transaction::Transaction;

/// The kind of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanKind {
    /// It exchanges again and again.
    Recurring,
    /// It exchanges once, when the price is reached.
    Target,
    /// It sends an email when the price is reached.
    Alert,
}

coded! {
    /// How often a recurring plan runs.
    pub type PlanInterval = domain::Interval;

    /// On which side of its bound a price must be.
    pub type PriceBound = domain::Bound;

    /// State of a plan.
    pub type PlanState = domain::PlanState;

    /// Why the last run made no order.
    pub type PlanRefusal = domain::PlanRefusal;
}

/// A bound of a market price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PriceTarget {
    /// Currency whose price it is; one of the pair. The price is in the other one.
    pub price_of: CurrencyCode,
    /// The side.
    pub bound: PriceBound,
    /// The price of one unit, with at most 12 decimals.
    #[schema(value_type = String, max_length = 64, pattern = r"^[0-9]+(\.[0-9]+)?$", example = "60000")]
    pub price: String,
}

/// The saved card that pays a plan.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PlanCard {
    /// The saved card.
    #[schema(example = "crd_019a0000000070008000000000000001")]
    pub id: String,
    /// Card scheme.
    #[schema(example = "visa")]
    pub brand: String,
    /// Last four digits.
    #[schema(example = "4242")]
    pub last4: String,
}

/// A plan to make. The money comes from the balance, or from a saved card, and goes to the balance.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MakePlan {
    /// The kind.
    pub kind: PlanKind,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Amount given by each exchange. Required unless it is an alert; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// How often it runs. Required for a recurring plan; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<PlanInterval>,
    /// The first run, within a year. Required for a recurring plan; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub first_at: Option<DateTime<Utc>>,
    /// The time zone (IANA) in which a recurring plan keeps the time of the day; UTC if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "Europe/Kyiv")]
    pub time_zone: Option<String>,
    /// The price to wait for. Required for a target order and an alert; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PriceTarget>,
    /// How long it waits for the price, at most a year. Required for a target order and an alert; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub until: Option<DateTime<Utc>>,
    /// The saved card that pays a recurring plan. Omit it to pay from the balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "crd_019a0000000070008000000000000001")]
    pub card: Option<String>,
    /// Whether the customer agrees that the card is charged without them. Required with `card`, and recorded with the time,
    /// the address and the browser; otherwise omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_agreed: Option<bool>,
}

/// A change of a plan. Omitted fields remain unchanged.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ChangePlan {
    /// Whether it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_paused: Option<bool>,
}

/// A plan.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Plan {
    /// The id.
    #[schema(example = "pln_019a0000000070008000000000000001")]
    pub id: String,
    /// The kind.
    pub kind: PlanKind,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Amount given by each exchange; absent for an alert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// How often it runs, if it is recurring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<PlanInterval>,
    /// The price that it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<PriceTarget>,
    /// How long it waits for the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// The saved card that pays; absent if the balance pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<PlanCard>,
    /// The state.
    pub state: PlanState,
    /// The next run of an active plan, or its next attempt; absent if only the price decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_at: Option<DateTime<Utc>>,
    /// Number of orders that it made, declined ones included.
    pub runs: u32,
    /// Why the last run made no order; absent if it made one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<PlanRefusal>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The plans of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Plans {
    /// Newest first, at most 50.
    pub data: Vec<Plan>,
}

/// A plan, and the orders that it made.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PlanDetails {
    /// The plan.
    pub plan: Plan,
    /// Its orders, newest first, at most 50.
    pub orders: Vec<Transaction>,
}
