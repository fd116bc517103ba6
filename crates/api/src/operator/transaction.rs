//! A transaction in operators' lists: amounts and review reason, without counterparties.

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::code::coded;
use crate::dto::scalar::Money;
use crate::dto::transaction::{DisplayType, FeeTaken, Headline, Status, SubState, TransactionSide};
use crate::view::sides;

/// A transaction in a list, without counterparties.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TransactionLine {
    /// Its id.
    id: String,
    /// Short reference for display.
    #[schema(example = "7K2M-94QD")]
    reference: String,
    /// Display type.
    display_type: DisplayType,
    /// Status, as in the specification.
    status: Status,
    /// Detail of the status, for display.
    sub_state: SubState,
    /// The main amount: what the owner has or gets.
    headline: Headline,
    /// Amount paid. Absent if nothing was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    paid: Option<Money>,
    /// Fees that were charged.
    fees_taken: Vec<FeeTaken>,
    /// Refund, completed or in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<Money>,
    /// Amount held on the platform until a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Money>,
    /// The side given, as ordered.
    from: TransactionSide,
    /// The side received, as ordered.
    to: TransactionSide,
    /// Why an operator must review it, while that is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewInfo>,
    /// Why the payment was declined: the reason, the acquirer's message, or its code if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    declined: Option<String>,
    /// Creation time.
    created_at: DateTime<Utc>,
}

/// Why an operator must review a transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewInfo {
    /// Reason.
    reason: ReviewReason,
    /// Message of the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// Start of the review.
    since: DateTime<Utc>,
    /// Amount that the acquirer of an unclear charge may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<Money>,
}

coded! {
    /// Why an operator must review a transaction.
    pub(super) type ReviewReason = domain::ReviewReason;
}

impl From<&domain::Transaction> for TransactionLine {
    fn from(transaction: &domain::Transaction) -> Self {
        let summary = transaction.summary();
        let (from, to) = sides(transaction);
        let review = transaction.review.as_ref().map(|review| ReviewInfo {
            reason: review.reason.into(),
            detail: review.detail.clone(),
            since: review.since,
            claimed: review.claim.as_ref().map(|claim| claim.amount.into()),
        });
        let declined = transaction.failure.as_ref().map(|failure| {
            let known = failure.reason.map(|reason| reason.code().to_owned());
            known.or_else(|| failure.said.clone()).or_else(|| failure.raw_code.clone())
        });
        Self {
            id: transaction.id.to_string(),
            reference: exchange::short_reference(transaction.id),
            display_type: transaction.display_type().into(),
            status: transaction.status().into(),
            sub_state: transaction.sub_state().into(),
            headline: (&summary.headline).into(),
            paid: summary.paid.map(Money::from),
            fees_taken: summary.fees.iter().map(FeeTaken::from).collect(),
            refunded: summary.refund.map(|refund| refund.amount.into()),
            held: summary.held.map(Money::from),
            from,
            to,
            review,
            declined: declined.flatten(),
            created_at: transaction.created_at,
        }
    }
}
