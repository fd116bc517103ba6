//! The Journal without a database: one tenant's ledger in memory, over the same pure core that [`crate::Journal`] runs
//! between loading and writing. It gives the same answers to the same changes, keeps everything that is written, and checks
//! its own books after every commit. The simulation and the differential tests stand on it; nothing of the product does.

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

/// What one committed change wrote besides transfers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// Events, in their order.
    pub events: Vec<EventSpec>,
    /// Jobs, in their order.
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

    /// Commits `change` under the id `id` at the time `now`: all of it or nothing, with the answer that [`crate::Journal`]
    /// gives. Afterwards [`Self::broken`] says whether the books are still right.
    ///
    /// # Errors
    /// Those of [`crate::Journal::commit`] that are about the change; a database that is down is the caller's to play.
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

    /// Writes a record and its history; its id if it has ended by that.
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

    /// The first thing that was found wrong with the books, if anything ever was.
    #[must_use]
    pub const fn broken(&self) -> Option<&Broken> {
        self.broken.as_ref()
    }

    /// The record as it stands.
    #[must_use]
    pub fn record(&self, id: Uuid) -> Option<&StoredRecord> {
        self.records.get(&id)
    }

    /// Every record, in no order.
    pub fn records(&self) -> impl Iterator<Item = &StoredRecord> {
        self.records.values()
    }

    /// The steps of a record, oldest first.
    #[must_use]
    pub fn history(&self, id: Uuid) -> &[HistoryEntry] {
        self.history.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Up to `limit` records whose time has come, most overdue first.
    #[must_use]
    pub fn due(&self, now: DateTime<Utc>, limit: usize) -> Vec<Uuid> {
        self.due.iter().take_while(|(at, _)| *at <= now).take(limit).map(|(_, id)| *id).collect()
    }

    /// When the next record is due.
    #[must_use]
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.due.first().map(|(at, _)| *at)
    }

    /// The receipt that was given under `key`.
    #[must_use]
    pub fn receipt(&self, key: &crate::ChangeKey) -> Option<&Receipt> {
        self.state.receipts.get(key)
    }

    /// Takes what was written to the outbox and the job queue since the last call.
    #[must_use]
    pub fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Posted balance of an account, in atoms: credits less debits.
    #[must_use]
    pub fn balance(&self, account: &Account) -> i128 {
        self.state.accounts.get(&account.key()).map_or(0, |found| found.figures.balance())
    }

    /// What `owner` has, by currency code, as [`crate::balances`] tells it.
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

    /// What stands in transit for `record`, and how much of it is held, in atoms.
    #[must_use]
    pub fn in_transit(&self, record: Uuid, currency: Currency) -> (i128, i128) {
        self.books.in_transit(record, Account::transit(currency).key())
    }

    /// Holds that were neither posted nor released.
    #[must_use]
    pub fn open_holds(&self) -> usize {
        self.state.holds.values().filter(|hold| hold.status == HoldStatus::Open).count()
    }
}
