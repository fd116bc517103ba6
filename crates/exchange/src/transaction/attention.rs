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

/// Why an ordered payout takes longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayoutDelay {
    /// Its payway is off.
    PaywayOff,
    /// The bank, service or network has not taken it.
    NotTaken,
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

kernel::codes! {
    /// Why the customer must decide (specification, "States and transitions" and "The error catalogue").
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ActionReason {
        /// Underpaid.
        Underpaid = "underpaid",
        /// Overpaid.
        Overpaid = "overpaid",
        /// The payment arrived after the order had expired or ended.
        Late = "late",
        /// A duplicate payment.
        Double = "double",
        /// The received amount is outside the limits: of the direction, if the rate floats, or of the customer.
        OutOfLimits = "out_of_limits",
        /// A payout came back after the order was completed.
        Returned = "returned",
        /// The coins arrived on another network than the one that the address was given for.
        WrongNetwork = "wrong_network",
        /// Another currency arrived than the one that the address was given for.
        WrongToken = "wrong_token",
        /// Coins arrived without the originator statement that the travel rule requires.
        SenderUnknown = "sender_unknown",
    }
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

kernel::codes! {
    /// The way in which a hold ends. The database refuses a held transaction without it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum HoldNeeds {
        /// The choice of the customer.
        Choice = "choice",
        /// The customer's statement who sent the coins.
        Sender = "sender",
        /// Proof of who paid, which operators look for.
        Payer = "payer",
        /// The answer of the bank, the acquirer or the network.
        RailAnswer = "rail_answer",
        /// A price.
        Price = "price",
        /// The decision of an operator.
        Operator = "operator",
    }
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

kernel::codes! {
    /// Why an operator must decide.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ReviewReason {
        /// The customer did not decide in time.
        NoAnswer = "no_answer",
        /// A payment was seen but never confirmed.
        NeverConfirmed = "never_confirmed",
        /// The outcome of a charge is unknown.
        ChargeUnknown = "charge_unknown",
        /// No rate was available for too long.
        AwaitingRate = "awaiting_rate",
        /// A credited payment was reversed.
        Reversed = "reversed",
        /// The payment cannot belong to the order: another currency, which its rail cannot send back.
        WrongPayment = "wrong_payment",
        /// The owner of an arrived payment is unknown.
        Unidentified = "unidentified",
        /// The payout failed.
        PayoutFailed = "payout_failed",
        /// The outcome of a payout is unknown.
        PayoutUnknown = "payout_unknown",
        /// A payout reported as failed was sent after all, when its money had already been used otherwise: two payments
        /// left.
        PaidTwice = "paid_twice",
        /// A payment is disputed.
        Disputed = "disputed",
    }
}

kernel::codes! {
    /// An action of the customer, as the specification lists them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Allowed {
        /// Cancel an unpaid order.
        Cancel = "cancel",
        /// Refund the money.
        Refund = "refund",
        /// Keep the money on the balance.
        Deposit = "deposit",
        /// Accept a new quote for the received amount.
        UpdateAmount = "update_amount",
        /// Pay by card.
        PayCard = "pay_card",
        /// Pay by a code, or in another service's app.
        PayCode = "pay_code",
        /// Object to the hold.
        Appeal = "appeal",
        /// Order the same again, at the present price.
        Repeat = "repeat",
    }
}
