//! What the books and the queue know of a movement.

use chrono::{DateTime, Utc};
use exchange::backoffice::MovementJob;
use identity::operator::Logged;
use kernel::ProfileId;
use ledger::{AccountName, HistoryEntry, RecordTransfer};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::scalar::Money;

/// An account of the house's books.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountInfo {
    /// Which book.
    #[schema(example = "transit")]
    book: String,
    /// Which one of its book: a rail, a kind of fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "card")]
    sub: Option<String>,
    /// The profile that it belongs to, if it is a customer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
}

impl From<AccountName> for AccountInfo {
    fn from(AccountName { book, owner, sub }: AccountName) -> Self {
        Self { book, sub, profile: owner.map(|owner| ProfileId::from_uuid(owner).to_string()) }
    }
}

/// One transfer between two accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PostingInfo {
    /// The transfer.
    id: String,
    /// `post`, `hold`, `post_hold`, `void_hold` or `expire_hold`.
    kind: String,
    /// What it was.
    #[schema(example = "our_fee")]
    code: String,
    /// What moved; for a hold and its release what was reserved.
    amount: Money,
    /// Gives.
    debit: AccountInfo,
    /// Receives.
    credit: AccountInfo,
    /// When.
    at: DateTime<Utc>,
}

impl From<RecordTransfer> for PostingInfo {
    fn from(transfer: RecordTransfer) -> Self {
        Self {
            id: transfer.id.to_string(),
            kind: transfer.kind,
            code: transfer.code,
            amount: transfer.amount.into(),
            debit: transfer.debit.into(),
            credit: transfer.credit.into(),
            at: transfer.at,
        }
    }
}

/// A job that was ordered for the movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobInfo {
    /// The job.
    id: String,
    /// What it does.
    #[schema(example = "payout.chain")]
    kind: String,
    /// `ready`, `running`, `done` or `dead`.
    state: String,
    /// How often it was begun.
    attempt: i32,
    /// How often it is begun at most.
    attempts_max: i32,
    /// When it is tried next, while it is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<DateTime<Utc>>,
    /// When it was ordered.
    created_at: DateTime<Utc>,
    /// When it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_at: Option<DateTime<Utc>>,
    /// What the last attempt failed of.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<MovementJob> for JobInfo {
    fn from(job: MovementJob) -> Self {
        let waits = matches!(job.state.as_str(), "ready" | "running");
        Self {
            id: job.id.to_string(),
            kind: job.kind,
            attempt: job.attempt,
            attempts_max: job.attempts_max,
            due_at: waits.then_some(job.due_at),
            state: job.state,
            created_at: job.created_at,
            finished_at: job.finished_at,
            error: job.error,
        }
    }
}

/// One step of a movement's history.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryInfo {
    /// The version that it made.
    version: i64,
    /// The status since then.
    status: String,
    /// Who: `customer`, `operator`, the clock, or a rail.
    actor: String,
    /// Why, as a stable word.
    #[schema(example = "payout_ordered")]
    reason: String,
    /// When.
    at: DateTime<Utc>,
}

impl From<HistoryEntry> for HistoryInfo {
    fn from(HistoryEntry { version, status, actor, reason, at }: HistoryEntry) -> Self {
        Self { version, status, actor, reason, at }
    }
}

/// What an operator did about a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovementAct {
    /// When.
    at: DateTime<Utc>,
    /// Who; absent for the host at the machine itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator_id: Option<String>,
    /// How they are called.
    operator: String,
    /// As what.
    role: String,
    /// What.
    action: String,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What it was agreed to by.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal_id: Option<String>,
}

impl From<Logged> for MovementAct {
    fn from(line: Logged) -> Self {
        Self {
            at: line.at,
            operator_id: line.operator_id.map(|id| id.to_string()),
            operator: line.operator,
            role: line.role,
            action: line.action,
            reason: line.reason,
            proposal_id: line.proposal.map(|id| id.to_string()),
        }
    }
}
