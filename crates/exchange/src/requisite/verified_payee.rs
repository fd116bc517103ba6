//! The verification of payee that belongs to a bank account.

use chrono::{DateTime, Utc};
use kernel::PayeeCheckId;
use serde::{Deserialize, Serialize};

use crate::rails::PayeeMatch;

kernel::codes! {
    /// The customer's choice after the answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PayeeChoice {
        /// No choice was needed: the name matched.
        Matched = "matched",
        /// The customer accepted the bank's suggested name.
        Suggested = "suggested",
        /// The customer kept the own name although the bank did not confirm it.
        Acknowledged = "acknowledged",
    }
}

/// The verification that an order keeps: the requested name, the bank's answer and the customer's choice. The name that
/// is paid is in the requisite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedPayee {
    /// The check.
    pub check: PayeeCheckId,
    /// The requested name.
    pub asked_name: String,
    /// The bank's answer.
    pub answer: PayeeMatch,
    /// The customer's choice.
    pub choice: PayeeChoice,
    /// When the bank answered.
    pub answered_at: DateTime<Utc>,
    /// When the customer chose.
    pub chosen_at: DateTime<Utc>,
}
