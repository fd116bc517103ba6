//! Ledger entries, jobs and history of a transaction.

use chrono::{DateTime, Utc};
use exchange::backoffice::MovementJob;
use identity::operator::Logged;
use ledger::{HistoryEntry, RecordTransfer};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::ledger::AccountInfo;
use crate::dto::scalar::Money;

/// A ledger transfer between two accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PostingInfo {
    /// Id of the transfer.
    id: String,
    /// `post`, `hold`, `post_hold`, `void_hold` or `expire_hold`.
    kind: String,
    /// Code of the posting.
    #[schema(example = "our_fee")]
    code: String,
    /// Amount moved; for a hold and its release, the amount held.
    amount: Money,
    /// Debited account.
    debit: AccountInfo,
    /// Credited account.
    credit: AccountInfo,
    /// Time.
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

/// A background job of the transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobInfo {
    /// Id of the job.
    id: String,
    /// Kind of the job.
    #[schema(example = "payout.chain")]
    kind: String,
    /// `ready`, `running`, `done` or `dead`.
    state: String,
    /// Number of attempts so far.
    attempt: i32,
    /// Maximum number of attempts.
    attempts_max: i32,
    /// Time of the next attempt, if not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<DateTime<Utc>>,
    /// Time of enqueueing.
    created_at: DateTime<Utc>,
    /// Time of completion.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_at: Option<DateTime<Utc>>,
    /// Error of the last attempt.
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

/// A version of the transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryInfo {
    /// Version number.
    version: i64,
    /// Status since this version.
    status: String,
    /// Actor: `customer`, `operator`, the clock, or a rail.
    actor: String,
    /// Reason code.
    #[schema(example = "payout_ordered")]
    reason: String,
    /// Time.
    at: DateTime<Utc>,
}

impl From<HistoryEntry> for HistoryInfo {
    fn from(HistoryEntry { version, status, actor, reason, at }: HistoryEntry) -> Self {
        Self { version, status, actor, reason, at }
    }
}

/// An operator's action on the transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovementAct {
    /// Time.
    at: DateTime<Utc>,
    /// Id of the operator. Absent for actions from the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator_id: Option<String>,
    /// Email of the operator at that time.
    operator: String,
    /// Role at that time.
    role: String,
    /// Action.
    action: String,
    /// Reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Proposal that the action was approved by.
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
