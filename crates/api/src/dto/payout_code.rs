//! The code by which an order was paid out.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A code of another service. Not in any other answer.
#[derive(Serialize, ToSchema)]
pub struct PayoutCode {
    /// The code. It is money until it is redeemed.
    #[schema(max_length = 256, example = "WB-0197F3C2A1B27C3D8E4F5A6B7C8D9E0F")]
    pub code: String,
    /// When the owner first saw it.
    pub first_shown_at: DateTime<Utc>,
}
