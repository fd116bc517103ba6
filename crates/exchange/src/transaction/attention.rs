//! Open decisions and reviews of a transaction, its ending, and the permitted actions.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, ProfileId, TransactionId};
use serde::{Deserialize, Serialize};

/// The ending of a transaction.
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
    /// The way in which the hold ends.
    pub needs: HoldNeeds,
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
    /// The coins arrived on another network than the one that the address was given for.
    WrongNetwork,
    /// Another currency arrived than the one that the address was given for.
    WrongToken,
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
    /// The way in which the hold ends.
    pub needs: HoldNeeds,
    /// When the review was opened.
    pub since: DateTime<Utc>,
    /// When an operator has answered at the latest; afterwards it is overdue on the work list.
    pub deadline: DateTime<Utc>,
    /// The payment that the acquirer may have, if the review is about an unclear charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

/// An operator answers within a day: the service level for held money.
pub const REVIEW_ANSWER: TimeDelta = TimeDelta::hours(24);

/// The way in which a hold ends. The database refuses a held transaction without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldNeeds {
    /// The choice of the customer.
    Choice,
    /// The customer's statement who sent the coins.
    Sender,
    /// Proof of who paid, which operators look for.
    Payer,
    /// The answer of the bank, the acquirer or the network.
    RailAnswer,
    /// A price.
    Price,
    /// The decision of an operator.
    Operator,
}

/// A customer's claim to an unidentified payment, which an operator has to judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerClaim {
    /// The order that the customer says it was sent for.
    pub order: TransactionId,
    /// The customer's profile.
    pub profile: ProfileId,
    /// When.
    pub at: DateTime<Utc>,
}

/// An objection of the customer to a hold. Operators see it on their work list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// The customer's text.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl ActionReason {
    /// The way in which a hold for this reason ends.
    #[must_use]
    pub const fn needs(self) -> HoldNeeds {
        match self {
            Self::SenderUnknown => HoldNeeds::Sender,
            _ => HoldNeeds::Choice,
        }
    }
}

impl ReviewReason {
    /// The way in which a hold for this reason ends.
    #[must_use]
    pub const fn needs(self) -> HoldNeeds {
        match self {
            Self::NeverConfirmed | Self::ChargeUnknown | Self::PayoutUnknown => HoldNeeds::RailAnswer,
            Self::AwaitingRate => HoldNeeds::Price,
            Self::Unidentified => HoldNeeds::Payer,
            Self::Disputed
            | Self::NoAnswer
            | Self::Reversed
            | Self::WrongPayment
            | Self::PayoutFailed
            | Self::PaidTwice => HoldNeeds::Operator,
        }
    }
}

/// A payment that an acquirer may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The reference that the payment would have.
    pub reference: String,
    /// The amount.
    pub amount: Amount,
}

/// Why an operator must decide.
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
    /// A payment is disputed.
    Disputed,
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
    /// Object to the hold.
    Appeal,
    /// Order the same again, at the present price.
    Repeat,
}
