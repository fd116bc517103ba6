//! Balances of a profile.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, Money};

/// The profile's balance in one currency.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Balance {
    /// The currency.
    pub currency: CurrencyCode,
    /// Total balance, holds included.
    pub posted: Decimal,
    /// Available balance.
    pub available: Decimal,
    /// Amount on hold for pending transactions.
    pub pending: Decimal,
    /// Amount that is on its way to the balance and not part of it: its payment was begun, and is not credited yet.
    pub coming: Decimal,
    /// `posted` in the customer's main currency. Absent without current rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_value: Option<Decimal>,
    /// Change of the currency's price in the main currency over 24 hours, in percent with two decimals. Absent without
    /// prices from a day ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "-1.25")]
    pub day_change_percent: Option<Decimal>,
}

/// Change in value over 24 hours that is due to prices.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DayChange {
    /// In the customer's main currency; negative for a loss.
    pub amount: Decimal,
    /// In percent of the value a day ago, with two decimals.
    #[schema(example = "-1.25")]
    pub percent: Decimal,
}

/// The profile's balances.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Balances {
    /// One entry per currency. Currencies that were never used are omitted.
    pub data: Vec<Balance>,
    /// Total in the customer's main currency. Absent without current rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// Change of the total over 24 hours that is due to prices. Absent without prices from a day ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day_change: Option<DayChange>,
}
