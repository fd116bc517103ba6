//! The Journal without a database: one tenant's ledger in memory, on the same pure core as [`crate::Journal`]. It gives
//! the same answers to the same changes, keeps everything written, and checks its own books after every commit. The
//! simulation, the benchmark and the differential tests use it.

mod books;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};
use store::{EventSpec, JobSpec};
use uuid::Uuid;

pub use self::books::Broken;
pub use self::view::{MemoryAccount, MemoryHold, MemoryTransfer};

use self::books::Books;
use super::check::check;
use super::decide::{Decided, decide};
use super::state::{HoldStatus, State};
use crate::{Account, Balance, Book, Change, CommitError, HistoryEntry, Receipt, Record, StoredRecord};

/// The events and jobs of committed changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// Events, in order.
    pub events: Vec<EventSpec>,
    /// Jobs, in order.
    pub jobs: Vec<JobSpec>,
}

/// One tenant's ledger in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryJournal {
    state: State,
    books: Books,
    transfers: Vec<MemoryTransfer>,
    records: HashMap<Uuid, StoredRecord>,
    history: HashMap<Uuid, Vec<HistoryEntry>>,
    due: BTreeSet<(DateTime<Utc>, Uuid)>,
    written: Written,
    broken: Option<Broken>,
}

impl MemoryJournal {
    /// An empty ledger.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Commits `change` under the id `id` at the time `now`, atomically, with the same answer as [`crate::Journal`].
    /// Afterwards [`Self::broken`] checks the invariants of the ledger.
    ///
    /// # Errors
    /// The errors of [`crate::Journal::commit`] about the change itself; the caller simulates an unavailable database.
    pub fn commit(&mut self, id: Uuid, change: Change, now: DateTime<Utc>) -> Result<Receipt, CommitError> {
        let checked = check(id, change)?;
        let answer = decide(&mut self.state, &checked, now);
        let (receipt, rows) = match answer {
            Ok(Decided::Known(receipt)) => return Ok(receipt),
            Ok(Decided::Accepted(receipt, rows)) => (receipt, rows),
            Err(refusal) => return Err(refusal),
        };
        let verdict = self.books.post(&self.state, &rows);
        self.transfers.extend(rows.iter().map(MemoryTransfer::from));
        let Change { record, events, jobs, .. } = checked.change;
        self.written.events.extend(events);
        self.written.jobs.extend(jobs);
        let finished = record.and_then(|record| self.write(record, now));
        let verdict = verdict.and_then(|()| finished.map_or(Ok(()), |record| self.books.finished(record)));
        if let Err(broken) = verdict {
            self.broken.get_or_insert(broken);
        }
        Ok(receipt)
    }

    /// Writes a record and its history. Returns its id if it has ended.
    fn write(&mut self, record: Record, now: DateTime<Utc>) -> Option<Uuid> {
        let Record { id, kind, owner, status, version, body, due_at, reason, actor } = record;
        let ended = crate::is_terminal(&status).then_some(id);
        let history = self.history.entry(id).or_default();
        let gap = history.last().map_or(0, |last| last.version) + 1 != version;
        if gap {
            self.broken
                .get_or_insert(Broken { rule: "I10", what: format!("record {id} skipped to version {version}") });
        }
        history.push(HistoryEntry { version, status: status.clone(), actor, reason, at: now });
        let created_at = match self.records.get(&id) {
            Some(before) => {
                if let Some(at) = before.due_at {
                    self.due.remove(&(at, id));
                }
                before.created_at
            }
            None => now,
        };
        self.due.extend(due_at.map(|at| (at, id)));
        let kind = kind.into_owned();
        let stored = StoredRecord { id, kind, owner, status, version, body, due_at, created_at, updated_at: now };
        self.records.insert(id, stored);
        ended
    }

    /// The first violated invariant, if there ever was one.
    #[must_use]
    pub const fn broken(&self) -> Option<&Broken> {
        self.broken.as_ref()
    }

    /// The present state of the record.
    #[must_use]
    pub fn record(&self, id: Uuid) -> Option<&StoredRecord> {
        self.records.get(&id)
    }

    /// Every record, unordered.
    pub fn records(&self) -> impl Iterator<Item = &StoredRecord> {
        self.records.values()
    }

    /// The history of a record, oldest entry first.
    #[must_use]
    pub fn history(&self, id: Uuid) -> &[HistoryEntry] {
        self.history.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Up to `limit` overdue records, most overdue first.
    #[must_use]
    pub fn due(&self, now: DateTime<Utc>, limit: usize) -> Vec<Uuid> {
        self.due.iter().take_while(|(at, _)| *at <= now).take(limit).map(|(_, id)| *id).collect()
    }

    /// When the next record is due.
    #[must_use]
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.due.first().map(|(at, _)| *at)
    }

    /// The receipt of `key`.
    #[must_use]
    pub fn receipt(&self, key: &crate::ChangeKey) -> Option<&Receipt> {
        self.state.receipts.get(key)
    }

    /// Takes the events and jobs written since the last call.
    #[must_use]
    pub fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// The version of a counter; 0 if nothing was counted yet.
    #[must_use]
    pub fn counter(&self, id: Uuid) -> i64 {
        self.state.counters.get(&id).copied().unwrap_or(0)
    }

    /// The posted balance of an account, in atoms: credits less debits.
    #[must_use]
    pub fn balance(&self, account: &Account) -> i128 {
        self.state.accounts.get(&account.key()).map_or(0, |found| found.figures.balance())
    }

    /// The balances of `owner` by currency code, as [`crate::balances`] returns them.
    #[must_use]
    pub fn balances(&self, owner: Uuid) -> Vec<Balance> {
        let mine = |name: &Account| name.book == Book::Customer && name.owner == Some(owner);
        let accounts = self.state.accounts.values().filter(|found| mine(&found.account));
        let mut all: Vec<Balance> = accounts
            .map(|found| {
                let (currency, figures) = (found.account.currency, found.figures);
                let amount = |atoms| Amount::new(atoms, currency);
                Balance {
                    currency,
                    posted: amount(figures.balance()),
                    pending: amount(figures.debits_pending),
                    available: amount(figures.available()),
                    incoming: amount(figures.credits_pending),
                }
            })
            .collect();
        all.sort_unstable_by_key(|balance| balance.currency.code());
        all
    }

    /// The amount in transit of `record`, and the held part of it, in atoms.
    #[must_use]
    pub fn in_transit(&self, record: Uuid, currency: Currency) -> (i128, i128) {
        self.books.in_transit(record, Account::transit(currency).key())
    }

    /// The number of open holds.
    #[must_use]
    pub fn open_holds(&self) -> usize {
        self.state.holds.values().filter(|hold| hold.status == HoldStatus::Open).count()
    }
}
