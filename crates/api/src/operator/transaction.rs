//! A transaction as an operator sees it in a list: what became of the money and why it waits, without whom it went to.

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::scalar::{CurrencyCode, EndpointCode, Money};
use crate::dto::transaction::{DisplayType, FeeTaken, Headline, Status, SubState, TransactionSide};
use crate::view::display_type;

/// A transaction in a list, without whom it went to.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TransactionLine {
    /// Its id.
    id: String,
    /// The short name for people.
    #[schema(example = "7K2M-94QD")]
    reference: String,
    /// What a person calls it.
    display_type: DisplayType,
    /// The specification's status.
    status: Status,
    /// The label under it.
    sub_state: SubState,
    /// What its owner has or gets.
    headline: Headline,
    /// What was paid; absent if nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    paid: Option<Money>,
    /// The fees that were really taken.
    fees_taken: Vec<FeeTaken>,
    /// What went back, or is on its way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<Money>,
    /// What stands with us and waits for a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Money>,
    /// What was ordered to be given.
    from: TransactionSide,
    /// What was ordered to be received.
    to: TransactionSide,
    /// Why an operator must look, while that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewInfo>,
    /// Why the payment was declined: the reason, the acquirer's words, or its code where nobody here knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    declined: Option<String>,
    /// When it was made.
    created_at: DateTime<Utc>,
}

/// Why an operator must look.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewInfo {
    /// Why.
    reason: ReviewReason,
    /// What the rail said.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// Since when.
    since: DateTime<Utc>,
}

/// Why an operator must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReviewReason {
    /// The customer did not choose in time.
    NoAnswer,
    /// A payment was seen and never confirmed.
    NeverConfirmed,
    /// Nobody knows whether the payer was charged.
    ChargeUnknown,
    /// There was no price for too long.
    Unpriced,
    /// A payment was taken back.
    Reversed,
    /// What arrived cannot be the order's.
    WrongPayment,
    /// It arrived and names nobody whom we know; the detail is what the payer wrote.
    Unmatched,
    /// The payout failed.
    PayoutFailed,
    /// Nobody knows whether the payout happened.
    PayoutUnknown,
    /// Two payouts left for one order.
    PaidTwice,
}

impl From<domain::ReviewReason> for ReviewReason {
    fn from(reason: domain::ReviewReason) -> Self {
        match reason {
            domain::ReviewReason::NoAnswer => Self::NoAnswer,
            domain::ReviewReason::NeverConfirmed => Self::NeverConfirmed,
            domain::ReviewReason::ChargeUnknown => Self::ChargeUnknown,
            domain::ReviewReason::Unpriced => Self::Unpriced,
            domain::ReviewReason::Reversed => Self::Reversed,
            domain::ReviewReason::WrongPayment => Self::WrongPayment,
            domain::ReviewReason::Unmatched => Self::Unmatched,
            domain::ReviewReason::PayoutFailed => Self::PayoutFailed,
            domain::ReviewReason::PayoutUnknown => Self::PayoutUnknown,
            domain::ReviewReason::PaidTwice => Self::PaidTwice,
        }
    }
}

impl From<&domain::Transaction> for TransactionLine {
    fn from(transaction: &domain::Transaction) -> Self {
        let (quote, summary) = (&transaction.quote, transaction.summary());
        let side = |amount: kernel::Amount, payway| TransactionSide {
            amount: amount.into(),
            currency: CurrencyCode(amount.currency()),
            payway: EndpointCode(payway),
        };
        let given = transaction.collect().filter(|_| transaction.parent.is_some());
        let (given, payway) =
            given.map_or((quote.from_amount, quote.source), |collect| (collect.expected, collect.payway.into()));
        let review = transaction.review.as_ref().map(|review| ReviewInfo {
            reason: review.reason.into(),
            detail: review.detail.clone(),
            since: review.since,
        });
        let declined = transaction.failure.as_ref().map(|failure| {
            let known = failure.reason.map(|reason| reason.code().to_owned());
            known.or_else(|| failure.said.clone()).or_else(|| failure.raw_code.clone())
        });
        Self {
            id: transaction.id.to_string(),
            reference: exchange::short_reference(transaction.id),
            display_type: display_type(transaction),
            status: transaction.status().into(),
            sub_state: transaction.sub_state().into(),
            headline: (&summary.headline).into(),
            paid: summary.paid.map(Money::from),
            fees_taken: summary.fees.iter().map(FeeTaken::from).collect(),
            refunded: summary.refund.map(|refund| refund.amount.into()),
            held: summary.held.map(Money::from),
            from: side(given, payway),
            to: side(quote.to_amount, quote.sink),
            review,
            declined: declined.flatten(),
            created_at: transaction.created_at,
        }
    }
}
