//! The order in which balances are spent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::CurrencyCode;

/// A balance in the spending order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SpendingBalance {
    /// Currency.
    pub currency: CurrencyCode,
    /// Whether it may be spent.
    pub enabled: bool,
}

/// The order in which a profile's balances are spent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SpendingOrder {
    /// Balances in spending order, first spent first. Each currency once.
    #[schema(max_items = 100)]
    pub balances: Vec<SpendingBalance>,
}
