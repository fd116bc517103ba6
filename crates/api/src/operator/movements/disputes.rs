//! Disputes of a transaction's card payments.

use chrono::{DateTime, Utc};
use exchange::rails;
use exchange::transaction as domain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::code::coded;
use crate::dto::scalar::Money;

coded! {
    /// State of a dispute at the acquirer.
    pub(super) type DisputeState = rails::DisputeState;

    /// The account of the disputed money.
    pub(super) type DisputedMoney = domain::DisputedMoney;
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
            state: report.state.into(),
            money: dispute.money.into(),
            is_open: dispute.is_open(),
            reason: report.reason.clone(),
            respond_by: report.respond_by,
            opened_at: dispute.opened_at,
            updated_at: dispute.updated_at,
        }
    }
}
