//! Amounts of a transaction: paid, refunded, credited, held.

use exchange::transaction as domain;

use crate::dto::scalar::{CurrencyCode, Money};
use crate::dto::transaction::{DeclineReason, Failure, FeeTaken, Headline, Refund};

impl From<&domain::Headline> for Headline {
    fn from(headline: &domain::Headline) -> Self {
        let kind = headline.kind.into();
        Self { kind, amount: headline.amount.into(), currency: CurrencyCode(headline.amount.currency()) }
    }
}

impl From<&domain::FeeTaken> for FeeTaken {
    fn from(fee: &domain::FeeTaken) -> Self {
        Self { kind: fee.kind.into(), amount: fee.amount.into(), currency: CurrencyCode(fee.amount.currency()) }
    }
}

impl From<&domain::RefundSummary> for Refund {
    fn from(refund: &domain::RefundSummary) -> Self {
        Self {
            amount: refund.amount.into(),
            currency: CurrencyCode(refund.amount.currency()),
            cost: refund.cost.map(Money::from),
            to: refund.to.as_ref().map(super::requisite),
            references: refund.references.clone(),
            settled_at: refund.settled_at,
        }
    }
}

impl From<&domain::Failure> for Failure {
    fn from(failure: &domain::Failure) -> Self {
        Self {
            code: failure.code.code().to_owned(),
            message: failure.message.clone(),
            reason: failure.reason.map(DeclineReason::from),
            said: failure.said.clone(),
        }
    }
}
