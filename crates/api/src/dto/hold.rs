//! Holds: why money waits, what ends the hold, what each choice costs, and the appeal.

use chrono::{DateTime, Utc};
use exchange::payment_claim::ClaimOutcome;
use exchange::transaction as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::Money;

/// An option of the decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionOption {
    /// Refund the payment.
    Refund,
    /// Credit it to the balance.
    Deposit,
    /// Execute the order with the received amount.
    UpdateAmount,
}

coded! {
    /// The way in which a hold ends.
    pub type HoldNeeds = domain::HoldNeeds;
}

/// A hold: the transaction waits for its owner or for an operator.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct HoldInfo {
    /// Why it is held: a reason of `action`, or of the review by an operator.
    #[schema(example = "wrong_network")]
    pub reason: String,
    /// The way in which the hold ends.
    pub needs: HoldNeeds,
    /// Deadline of the owner's choice; for a review, when an operator has answered at the latest.
    pub deadline: DateTime<Utc>,
    /// The owner's latest objection. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal: Option<AppealInfo>,
}

/// An objection to a hold.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AppealInfo {
    /// The owner's text.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// An objection to a hold.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AppealRequest {
    /// The objection, in the customer's words.
    #[schema(min_length = 1, max_length = 1000)]
    pub text: String,
}

/// A claim to coins that were sent without a memo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaymentClaimRequest {
    /// The hash of the transaction on the blockchain.
    #[schema(min_length = 16, max_length = 128, example = "97c4a1f6e02d4c0b97c4a1f6e02d4c0b")]
    pub transaction_hash: String,
}

/// The effect of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentClaimState {
    /// The payment is on the balance.
    Credited,
    /// Operators look whose payment it is.
    UnderReview,
}

/// The outcome of a claim to coins that were sent without a memo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaymentClaimInfo {
    /// The effect.
    pub state: PaymentClaimState,
    /// The amount that arrived.
    pub received: Money,
    /// The amount on the balance. Absent while operators look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deposited: Option<Money>,
    /// The transaction that credited the balance. Absent while operators look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<String>,
    /// When an operator has answered at the latest. Absent once the payment is credited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
}

/// A choice about held money.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ChoiceInfo {
    /// The choice.
    pub option: ActionOption,
    /// The amount for the owner.
    pub gets: Money,
    /// The cost, in the currency of the held money. Zero if free, and for an exchange, whose price has its own
    /// lines.
    pub cost: Money,
}

impl PaymentClaimInfo {
    /// The outcome for the customer of the claim.
    #[must_use]
    pub fn of(outcome: &ClaimOutcome, payment: &domain::Transaction) -> Self {
        let received = payment.received().unwrap_or(payment.price.from_amount).into();
        match outcome {
            ClaimOutcome::Credited => Self {
                state: PaymentClaimState::Credited,
                received,
                deposited: Some(payment.price.to_amount.into()),
                transaction: Some(payment.id.to_string()),
                deadline: None,
            },
            ClaimOutcome::UnderReview => Self {
                state: PaymentClaimState::UnderReview,
                received,
                deposited: None,
                transaction: None,
                deadline: payment.review.as_ref().map(|review| review.deadline),
            },
        }
    }
}

impl HoldInfo {
    /// The hold of a transaction; `None` if it is not held. A review takes precedence over a question to the owner.
    #[must_use]
    pub fn of(transaction: &domain::Transaction) -> Option<Self> {
        let (reason, needs, deadline) = if let Some(review) = &transaction.review {
            (review.reason.code(), review.needs, review.deadline)
        } else {
            let action = transaction.action.as_ref()?;
            (action.reason.code(), action.needs, action.deadline)
        };
        Some(Self { reason: reason.to_owned(), needs: needs.into(), deadline, appeal: appeal(transaction) })
    }
}

/// The owner's objection to a hold.
pub(crate) fn appeal(transaction: &domain::Transaction) -> Option<AppealInfo> {
    transaction.appeal.as_ref().map(|appeal| AppealInfo { text: appeal.text.clone(), at: appeal.at })
}
