//! The played world: what moves it, and the mails it would have sent.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happens to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SandboxAction {
    /// It is paid as ordered.
    Pay,
    /// Half of it is paid.
    Underpay,
    /// A half more than ordered is paid.
    Overpay,
    /// It is paid twice.
    Double,
    /// What is waited for is confirmed: the challenge, the code, the blocks.
    Confirm,
    /// It is refused.
    Decline,
    /// Its time runs out.
    Expire,
    /// The chain takes the payment back.
    Reorg,
    /// It is paid after its time has run out.
    PayLate,
}

/// A mail that would have been sent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxMail {
    /// To whom.
    pub to: String,
    /// About what.
    pub subject: String,
    /// Saying what.
    pub text: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// The sandbox's own clock: real time, and what was skipped.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct SandboxClock {
    /// What it shows.
    pub now: DateTime<Utc>,
    /// Seconds ahead of real time.
    #[schema(minimum = 0)]
    pub ahead_seconds: i64,
}

/// How far the sandbox's clock is to be advanced.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct AdvanceClock {
    /// Seconds, a day at most.
    #[schema(minimum = 1, maximum = 86_400, example = 600)]
    pub seconds: u32,
}
