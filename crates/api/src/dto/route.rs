//! The ways of paying for a currency or payway that a customer wants to receive.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::quote::Quote;
use super::scalar::Decimal;

/// A balance or a payway that can pay, with its price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Route {
    /// Indicative price of paying this way.
    pub quote: Quote,
    /// Available amount of the balance. Absent for a payway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available: Option<Decimal>,
    /// Whether the balance covers the price. True for a payway.
    pub is_covered: bool,
    /// Whether the spending order lets this balance be spent. True for a payway.
    pub is_enabled: bool,
}

/// The balances and payways that can pay for what should arrive.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Routes {
    /// Best route first. Empty if no balance has money and nothing can be paid in.
    #[schema(max_items = 100)]
    pub routes: Vec<Route>,
}
