//! What can be read of the ledger in memory, as its rows stand in the database of the real one.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::MemoryJournal;
use crate::Account;
use crate::journal::decide::TransferRow;
use crate::journal::state::{AccountState, HoldState};

/// A written transfer, for comparing and for reading a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryTransfer {
    /// Its id.
    pub id: Uuid,
    /// The id of the change that wrote it.
    pub change: Uuid,
    /// The record that the change wrote, if it wrote one.
    pub record: Option<Uuid>,
    /// `post`, `hold`, `post_hold`, `void_hold`, `expire_hold`.
    pub kind: &'static str,
    /// What it is, for statements.
    pub code: &'static str,
    /// Key, version and balance after, in atoms, of the account that gave.
    pub debit: (i64, i64, i128),
    /// The same of the account that received.
    pub credit: (i64, i64, i128),
    /// What it added to the posted totals, in atoms.
    pub posted: i128,
    /// What it added to the pending totals, in atoms.
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

/// An account as it stands; its totals are in atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryAccount {
    /// Its name.
    pub account: Account,
    /// How often it was written.
    pub version: i64,
    /// What it gave.
    pub debits_posted: i128,
    /// What it received.
    pub credits_posted: i128,
    /// What open holds will take.
    pub debits_pending: i128,
    /// What open holds will bring.
    pub credits_pending: i128,
}

/// A hold as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryHold {
    /// The transfer that made it.
    pub id: Uuid,
    /// The key of the account that gives.
    pub debit: i64,
    /// The key of the account that receives.
    pub credit: i64,
    /// How much was held, in atoms.
    pub amount: i128,
    /// `open`, `posted`, `voided`, `expired`.
    pub state: &'static str,
    /// When it ends by itself.
    pub expires_at: Option<DateTime<Utc>>,
}

impl MemoryJournal {
    /// Every account that money has touched, by its key.
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

    /// Every hold that was ever made, by its id.
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

    /// Every written transfer, oldest first.
    #[must_use]
    pub fn transfers(&self) -> &[MemoryTransfer] {
        &self.transfers
    }
}
