//! What a profile has.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, Money};

/// What a profile has of one currency.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Balance {
    /// Of what.
    pub currency: CurrencyCode,
    /// All of it, held parts included.
    pub posted: Decimal,
    /// What can be used now.
    pub available: Decimal,
    /// What is held for something under way.
    pub pending: Decimal,
    /// `posted` in the person's main currency; absent while rates are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_value: Option<Decimal>,
    /// How far the currency's price in the main currency has moved in 24 hours, in percent with two decimals; absent while
    /// prices of a day ago are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "-1.25")]
    pub day_change_percent: Option<Decimal>,
}

/// How far the worth of what is held has moved in 24 hours because prices have.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DayChange {
    /// In the person's main currency; below zero for a loss.
    pub amount: Decimal,
    /// In percent of the worth a day ago, with two decimals.
    #[schema(example = "-1.25")]
    pub percent: Decimal,
}

/// What a profile has.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Balances {
    /// By currency; those that have never been used are left out.
    pub data: Vec<Balance>,
    /// All of it in the person's main currency; absent while rates are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// What prices have done to the total in 24 hours; absent while prices of a day ago are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day_change: Option<DayChange>,
}
