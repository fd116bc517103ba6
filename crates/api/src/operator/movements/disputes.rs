//! Disputes of a transaction's card payments.

use chrono::{DateTime, Utc};
use exchange::rails;
use exchange::transaction as domain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::scalar::Money;

/// State of a dispute at the acquirer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DisputeState {
    /// The cardholder's bank asks for information. No money is taken.
    Inquiry,
    /// An inquiry ended without a dispute.
    Dropped,
    /// The money was taken. Evidence can be sent until the deadline.
    Open,
    /// Evidence was sent; the cardholder's bank decides.
    Challenged,
    /// The deadline passed without a decision.
    Expired,
    /// The money is returned.
    Won,
    /// The money is lost.
    Lost,
}

/// The account of the disputed money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DisputedMoney {
    /// At the acquirer, as after every payment.
    Kept,
    /// Taken by the acquirer until the dispute ends.
    Held,
    /// Lost.
    Lost,
}

/// A dispute of a card payment.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DisputeInfo {
    /// The acquirer's id of the dispute.
    id: String,
    /// Reference of the disputed payment.
    payment: String,
    /// Disputed amount.
    amount: Money,
    /// State.
    state: DisputeState,
    /// The account of the disputed money.
    money: DisputedMoney,
    /// Whether an operator must decide about it.
    is_open: bool,
    /// The cardholder's reason, in the acquirer's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Deadline for evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    respond_by: Option<DateTime<Utc>>,
    /// Time of the first report.
    opened_at: DateTime<Utc>,
    /// Time of the last change.
    updated_at: DateTime<Utc>,
}

impl From<&domain::Dispute> for DisputeInfo {
    fn from(dispute: &domain::Dispute) -> Self {
        let report = &dispute.report;
        Self {
            id: report.id.clone(),
            payment: report.payment.clone(),
            amount: report.amount.into(),
            state: match report.state {
                rails::DisputeState::Inquiry => DisputeState::Inquiry,
                rails::DisputeState::Dropped => DisputeState::Dropped,
                rails::DisputeState::Open => DisputeState::Open,
                rails::DisputeState::Challenged => DisputeState::Challenged,
                rails::DisputeState::Expired => DisputeState::Expired,
                rails::DisputeState::Won => DisputeState::Won,
                rails::DisputeState::Lost => DisputeState::Lost,
            },
            money: match dispute.money {
                domain::DisputedMoney::Kept => DisputedMoney::Kept,
                domain::DisputedMoney::Held => DisputedMoney::Held,
                domain::DisputedMoney::Lost => DisputedMoney::Lost,
            },
            is_open: dispute.is_open(),
            reason: report.reason.clone(),
            respond_by: report.respond_by,
            opened_at: dispute.opened_at,
            updated_at: dispute.updated_at,
        }
    }
}
