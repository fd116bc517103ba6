//! Routes: which balance pays for what should arrive.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::quote::Quote;
use super::scalar::Decimal;

/// A balance that can pay, with its price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Route {
    /// Indicative price of paying from this balance.
    pub quote: Quote,
    /// Available amount of the balance.
    pub available: Decimal,
    /// Whether the balance covers the price.
    pub is_covered: bool,
    /// Whether the spending order lets this balance be spent.
    pub is_enabled: bool,
}

/// The balances that can pay for what should arrive.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Routes {
    /// Best route first. Empty without money on any balance.
    #[schema(max_items = 100)]
    pub routes: Vec<Route>,
}
