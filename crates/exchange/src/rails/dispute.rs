//! Dispute reports of an acquirer.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde::{Deserialize, Serialize};

kernel::codes! {
    /// The state of a dispute at the acquirer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DisputeState {
        /// The cardholder's bank asks for information. No money is taken.
        Inquiry = "inquiry",
        /// An inquiry ended without a dispute.
        Dropped = "dropped",
        /// The money was taken. Evidence can be sent until the deadline.
        Open = "open",
        /// Evidence was sent; the cardholder's bank decides.
        Challenged = "challenged",
        /// The deadline passed and the acquirer reports no decision.
        Expired = "expired",
        /// The money is returned.
        Won = "won",
        /// The money is lost.
        Lost = "lost",
    }
}

impl DisputeState {
    /// Whether an operator must decide about it.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Inquiry | Self::Open | Self::Challenged | Self::Expired)
    }
}

/// A dispute report of an acquirer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisputeReport {
    /// The acquirer's id of the dispute, at most 64 characters.
    pub id: String,
    /// The reference of the disputed payment.
    pub payment: String,
    /// The disputed amount.
    pub amount: Amount,
    /// The state.
    pub state: DisputeState,
    /// The cardholder's reason, as the acquirer words it, at most 200 characters.
    #[serde(default)]
    pub reason: Option<String>,
    /// The deadline for evidence.
    #[serde(default)]
    pub respond_by: Option<DateTime<Utc>>,
}
