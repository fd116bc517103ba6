//! Saved cards.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A saved card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SavedCard {
    /// The id.
    #[schema(example = "crd_019a0000000070008000000000000001")]
    pub id: String,
    /// The token, for payments and payouts of this profile.
    pub card_token: String,
    /// Last four digits.
    #[schema(example = "4242")]
    pub last4: String,
    /// Card scheme.
    #[schema(example = "visa")]
    pub brand: String,
    /// Expiry month.
    #[schema(minimum = 1, maximum = 12)]
    pub expiry_month: u8,
    /// Expiry year, four digits.
    #[schema(minimum = 2000, maximum = 2100)]
    pub expiry_year: u16,
    /// Whether it has expired.
    pub is_expired: bool,
    /// Name on the card.
    pub holder: String,
    /// When it was saved first.
    pub created_at: DateTime<Utc>,
}

/// The saved cards of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SavedCards {
    /// Newest first.
    #[schema(max_items = 20)]
    pub data: Vec<SavedCard>,
}
