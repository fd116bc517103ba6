//! Open decisions and reviews of a transaction, its ending, and the permitted actions.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde::{Deserialize, Serialize};

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The result was paid out or credited.
    Completed,
    /// Unpaid within its time.
    Expired,
    /// Cancelled by the customer.
    Cancelled,
    /// Rejected by an operator.
    Rejected,
    /// Failed.
    Failed,
    /// Refunded.
    Refunded,
    /// Credited to the customer's balance.
    Deposited,
    /// Closed by an operator.
    Closed,
}

/// A decision that the customer must make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The reason.
    pub reason: ActionReason,
    /// The received amount.
    pub received: Amount,
    /// The ordered amount.
    pub expected: Amount,
    /// The deadline; after it an operator decides.
    pub deadline: DateTime<Utc>,
}

/// Why the customer must decide (specification, "States and transitions" and "The error catalogue").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionReason {
    /// Underpaid.
    Underpaid,
    /// Overpaid.
    Overpaid,
    /// The payment arrived after the order had expired or ended.
    Late,
    /// A duplicate payment.
    Double,
    /// A payout came back after the order was completed.
    Returned,
    /// The received amount is outside the limits: of the direction, if the rate floats, or of the customer.
    OutOfLimits,
    /// Coins arrived without the originator statement that the travel rule requires.
    SenderUnknown,
}

/// The money has arrived, the rate floats, and no rate is available. The quote is retried; after a while an operator
/// must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AwaitingRate {
    /// When the wait began.
    pub since: DateTime<Utc>,
    /// When the quote is retried.
    pub retry_at: DateTime<Utc>,
}

/// A review that an operator must make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The reason.
    pub reason: ReviewReason,
    /// The rail's message.
    #[serde(default)]
    pub detail: Option<String>,
    /// When the review was opened.
    pub since: DateTime<Utc>,
}

/// Why an operator must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// The customer did not decide in time.
    NoAnswer,
    /// A payment was seen but never confirmed.
    NeverConfirmed,
    /// The outcome of a charge is unknown.
    ChargeUnknown,
    /// No rate was available for too long.
    AwaitingRate,
    /// A credited payment was reversed.
    Reversed,
    /// The payment cannot belong to the order: another currency, which its rail cannot send back.
    WrongPayment,
    /// The owner of an arrived payment is unknown.
    Unidentified,
    /// The payout failed.
    PayoutFailed,
    /// The outcome of a payout is unknown.
    PayoutUnknown,
    /// A payout reported as failed was sent after all, when its money had already been used otherwise: two payments
    /// left.
    PaidTwice,
}

/// An action of the customer, as the specification lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// Cancel an unpaid order.
    Cancel,
    /// Pay by card.
    PayCard,
    /// Pay by a code, or in another service's app.
    PayCode,
    /// Refund the money.
    Refund,
    /// Keep the money on the balance.
    Deposit,
    /// Accept a new quote for the received amount.
    UpdateAmount,
}
