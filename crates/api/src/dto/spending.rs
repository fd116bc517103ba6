//! Which balances are spent first.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::CurrencyCode;

/// One balance in the order of spending.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SpendingBalance {
    /// Of what.
    pub currency: CurrencyCode,
    /// Whether it may be spent.
    pub enabled: bool,
}

/// The order in which a profile's balances are spent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SpendingOrder {
    /// The balance that is spent first in front. Each currency once.
    #[schema(max_items = 100)]
    pub balances: Vec<SpendingBalance>,
}
