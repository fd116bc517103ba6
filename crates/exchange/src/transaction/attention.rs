//! What a person must decide or look at, how it ended, and what can be done about it.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde::{Deserialize, Serialize};

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Paid out.
    Completed,
    /// Nobody paid in time.
    Expired,
    /// Closed by the customer.
    Cancelled,
    /// The house refused.
    Rejected,
    /// It did not work.
    Failed,
    /// The money went back.
    Refunded,
    /// The money went to the balance.
    Deposited,
    /// Closed by an operator.
    Closed,
}

/// What the customer must decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Why.
    pub reason: ActionReason,
    /// What arrived.
    pub received: Amount,
    /// What the order was for.
    pub expected: Amount,
    /// After this it goes to an operator.
    pub deadline: DateTime<Utc>,
}

/// Why the customer must decide (specification sections 4 and 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionReason {
    /// Less than the order.
    Underpaid,
    /// More than the order.
    Overpaid,
    /// After the order had expired or closed.
    Late,
    /// A second time.
    Double,
    /// A payout came back after the order was done.
    Returned,
    /// What arrived is outside the limits: of the direction, where the price floats, or of its owner.
    OutOfLimits,
    /// Coins arrived, and nobody has said who sends them, which the travel rule asks.
    SenderUnknown,
}

/// The money is here, its price floats, and nobody can say the price: it is tried again, and in the end an operator looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unpriced {
    /// Since when.
    pub since: DateTime<Utc>,
    /// When it is tried again.
    pub retry_at: DateTime<Utc>,
}

/// Why an operator must look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Why.
    pub reason: ReviewReason,
    /// What the rail said.
    #[serde(default)]
    pub detail: Option<String>,
    /// Since when.
    pub since: DateTime<Utc>,
}

/// Why an operator must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// The customer did not choose in time.
    NoAnswer,
    /// A payment was seen and never confirmed.
    NeverConfirmed,
    /// Nobody knows whether the payer was charged.
    ChargeUnknown,
    /// There was no price for too long.
    Unpriced,
    /// A credited payment was taken back.
    Reversed,
    /// What arrived cannot be the order's: another currency, which its rail cannot send back.
    WrongPayment,
    /// It arrived and names nobody whom we know.
    Unmatched,
    /// The payout failed.
    PayoutFailed,
    /// Nobody knows whether the payout happened.
    PayoutUnknown,
    /// A payout that had failed was sent after all, when its money had already gone elsewhere: two left.
    PaidTwice,
}

/// What a customer can do about it now; the specification's actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// Close an unfinished order.
    Cancel,
    /// Pay by card.
    PayCard,
    /// Pay by BLIK.
    PayBlik,
    /// Have the money back.
    Refund,
    /// Keep it on the balance.
    Deposit,
    /// Take a new price for what arrived.
    UpdateAmount,
}
