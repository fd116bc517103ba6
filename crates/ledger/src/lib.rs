//! The ledger: accounts, transfers, holds, and the Journal, the only path by which money moves.
//!
//! A use case loads facts, decides purely, and commits a [`Change`] through the Journal: the record's new state,
//! double-entry transfers, events and jobs, under an idempotency key. The commit is atomic and durable. [`mod@verify`]
//! proves the consistency of the whole ledger.

mod account;
mod change;
mod counter;
mod error;
mod hold;
mod journal;
mod limits;
mod platform;
pub mod proof;
mod record;
mod statement;
mod transfer;
pub mod verify;

pub use account::{Account, Balance, Book, Limit, UnknownName, balances, product_balance};
pub use change::{Change, ChangeKey, ChangeRows, CounterStep, Expected, Receipt, is_committed};
pub use counter::{counter_version, move_counter};
pub use error::{CommitError, InvalidChange};
pub use hold::expire_holds;
pub use journal::{Journal, JournalConfig, memory};
pub use limits::{BODY_BYTES_MAX, EVENTS_MAX, EXPECTS_MAX, JOBS_MAX, KEY_BYTES_MAX, PAGE_MAX, ROWS_MAX, TRANSFERS_MAX};
pub use platform::{PlatformAccount, PlatformPosting, platform_account, platform_accounts, platform_postings};
pub use record::{
    AccountName, Due, HistoryEntry, Record, RecordTransfer, StoredRecord, TERMINAL_STATUSES, due, history, is_terminal,
    record, record_transfers, records_of,
};
pub use statement::{Position, StatementEntry, balance_at, position_at, positions_at, statement};
pub use transfer::{Transfer, TransferKind};
