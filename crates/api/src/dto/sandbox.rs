//! Sandbox controls: simulated events, and emails that would have been sent.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::Money;

/// A simulated event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SandboxAction {
    /// Paid in full.
    Pay,
    /// Half of the amount is paid.
    Underpay,
    /// One and a half times the amount is paid.
    Overpay,
    /// Paid twice.
    Double,
    /// The pending step is confirmed: the 3-D Secure challenge, the code, or the blocks.
    Confirm,
    /// Declined.
    Decline,
    /// The transaction expires.
    Expire,
    /// A chain reorganisation reverts the payment.
    Reorg,
    /// Paid after expiry.
    PayLate,
    /// Paid on another network that has the same address.
    WrongNetwork,
    /// Another currency of the same network is paid.
    WrongToken,
    /// Paid without the memo that names the order.
    MissingMemo,
}

/// A transfer on a simulated chain.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxTransfer {
    /// The hash of its transaction.
    pub transaction_hash: String,
    /// The amount.
    pub amount: Money,
    /// The memo. Absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
}

/// An email that would have been sent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxMail {
    /// Recipient.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Body text.
    pub text: String,
    /// Time.
    pub created_at: DateTime<Utc>,
}

/// The clock of the sandbox's simulated bank: the time of the sandbox plus the skipped time.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct SandboxClock {
    /// Current sandbox time.
    pub now: DateTime<Utc>,
    /// Seconds ahead of the time of the sandbox.
    #[schema(minimum = 0)]
    pub ahead_seconds: i64,
}

/// The test clock: the time of the whole sandbox.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct TestClockState {
    /// Current time.
    pub now: DateTime<Utc>,
    /// Seconds ahead of real time; 0 for a frozen clock that real time has overtaken.
    #[schema(minimum = 0)]
    pub ahead_seconds: i64,
    /// Whether it stands still.
    pub is_frozen: bool,
}

/// A change of the test clock. Omitted fields stay.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct ChangeTestClock {
    /// Whether it stands still from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<bool>,
    /// The time to move it to: not before its own time, at most 366 days ahead of real time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub advance_to: Option<DateTime<Utc>>,
}

/// The duration by which to advance the sandbox's clock.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct AdvanceClock {
    /// Seconds, at most one day.
    #[schema(minimum = 1, maximum = 86_400, example = 600)]
    pub seconds: u32,
}
