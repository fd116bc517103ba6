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
}

/// What a profile has.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Balances {
    /// By currency; those that have never been used are left out.
    pub data: Vec<Balance>,
    /// All of it in the person's main currency; absent while rates are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
}
