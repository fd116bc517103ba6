//! Price and value histories, for charts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal};

/// Price of one unit at a point in time.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PricePoint {
    /// Time.
    pub at: DateTime<Utc>,
    /// Units of the quote currency for one unit of the base currency, with up to ten digits.
    pub rate: Decimal,
}

/// Mid-market rate of a pair over a period.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PriceHistory {
    /// Base currency.
    pub from: CurrencyCode,
    /// Quote currency.
    pub to: CurrencyCode,
    /// Source of the prices.
    #[schema(example = "Sandbox market")]
    pub source: String,
    /// Oldest first; the last point is the current rate. At most 301.
    pub points: Vec<PricePoint>,
}

/// Value of balances at a point in time.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValuePoint {
    /// Time.
    pub at: DateTime<Utc>,
    /// In the customer's main currency.
    pub value: Decimal,
}

/// Value of balances over a period.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValueHistory {
    /// The customer's main currency.
    pub currency: CurrencyCode,
    /// Oldest first; the last point is now. At most 101. Times without a price for a balance are omitted.
    pub points: Vec<ValuePoint>,
}
