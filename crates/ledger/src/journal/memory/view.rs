//! Read access to the in-memory ledger, in the form of the database's rows.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::MemoryJournal;
use crate::Account;
use crate::journal::decide::TransferRow;
use crate::journal::state::{AccountState, HoldState};

/// A written transfer, for comparisons and traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryTransfer {
    /// The id.
    pub id: Uuid,
    /// The id of its change.
    pub change: Uuid,
    /// The record that the change wrote, if any.
    pub record: Option<Uuid>,
    /// `post`, `hold`, `post_hold`, `void_hold`, `expire_hold`.
    pub kind: &'static str,
    /// The transfer code.
    pub code: &'static str,
    /// The key, version and balance after, in atoms, of the debited account.
    pub debit: (i64, i64, i128),
    /// The same of the credited account.
    pub credit: (i64, i64, i128),
    /// The effect on the posted totals, in atoms.
    pub posted: i128,
    /// The effect on the pending totals, in atoms.
    pub pending: i128,
    /// The hold that it ended.
    pub hold: Option<Uuid>,
}

impl From<&TransferRow> for MemoryTransfer {
    fn from(row: &TransferRow) -> Self {
        Self {
            id: row.id,
            change: row.change,
            record: row.record,
            kind: row.kind,
            code: row.code,
            debit: (row.debit.account, row.debit.version, row.debit.balance),
            credit: (row.credit.account, row.credit.version, row.credit.balance),
            posted: row.posted,
            pending: row.pending,
            hold: row.hold,
        }
    }
}

/// The present state of an account; totals in atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryAccount {
    /// The account's name.
    pub account: Account,
    /// The number of transfers that changed it.
    pub version: i64,
    /// Posted debits.
    pub debits_posted: i128,
    /// Posted credits.
    pub credits_posted: i128,
    /// Debits held by open holds.
    pub debits_pending: i128,
    /// Credits held by open holds.
    pub credits_pending: i128,
}

/// The present state of a hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryHold {
    /// The transfer that created it.
    pub id: Uuid,
    /// The key of the debited account.
    pub debit: i64,
    /// The key of the credited account.
    pub credit: i64,
    /// The held amount, in atoms.
    pub amount: i128,
    /// `open`, `posted`, `voided`, `expired`.
    pub state: &'static str,
    /// When it expires.
    pub expires_at: Option<DateTime<Utc>>,
}

impl MemoryJournal {
    /// Every account with transfers, by key.
    pub fn accounts(&self) -> impl Iterator<Item = MemoryAccount> {
        self.state.accounts.values().map(|AccountState { account, version, figures, .. }| MemoryAccount {
            account: account.clone(),
            version: *version,
            debits_posted: figures.debits_posted,
            credits_posted: figures.credits_posted,
            debits_pending: figures.debits_pending,
            credits_pending: figures.credits_pending,
        })
    }

    /// Every hold ever created, by id.
    pub fn holds(&self) -> impl Iterator<Item = MemoryHold> {
        self.state.holds.iter().map(|(id, HoldState { debit, credit, amount, expires_at, status, .. })| MemoryHold {
            id: *id,
            debit: *debit,
            credit: *credit,
            amount: *amount,
            state: status.name(),
            expires_at: *expires_at,
        })
    }

    /// Every transfer, oldest first.
    #[must_use]
    pub fn transfers(&self) -> &[MemoryTransfer] {
        &self.transfers
    }
}
