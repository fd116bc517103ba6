//! Prices and values over time, for charts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal};

/// What one unit was worth at a moment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PricePoint {
    /// When.
    pub at: DateTime<Utc>,
    /// Units of the second currency for one of the first, with up to ten digits.
    pub rate: Decimal,
}

/// The market's rate of a pair over a range.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PriceHistory {
    /// What is priced.
    pub from: CurrencyCode,
    /// What it is priced in.
    pub to: CurrencyCode,
    /// Whose prices they are.
    #[schema(example = "Sandbox market")]
    pub source: String,
    /// Oldest first; the last one is the present rate. At most 301.
    pub points: Vec<PricePoint>,
}

/// What balances were worth at a moment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValuePoint {
    /// When.
    pub at: DateTime<Utc>,
    /// In the person's main currency.
    pub value: Decimal,
}

/// What balances were worth over a range.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValueHistory {
    /// The person's main currency.
    pub currency: CurrencyCode,
    /// Oldest first; the last one is now. At most 101. A moment without a price of what was held is left out.
    pub points: Vec<ValuePoint>,
}
