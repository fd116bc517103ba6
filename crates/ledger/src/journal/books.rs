//! What a committer remembers of one tenant's ledger from batch to batch, so that the next one is decided without asking.
//!
//! The database remains the truth: what was decided on these books is written only where the database still has the
//! versions that they had, and books that turn out to be old are thrown away.

use std::collections::{BTreeSet, HashSet, VecDeque};

use uuid::Uuid;

use super::check::Checked;
use super::decide::TransferRow;
use super::state::{AccountState, HoldState, State};
use super::store::Missing;
use crate::ChangeKey;

/// Accounts, and as many holds and records, that one tenant's books keep.
const ROWS_MAX: usize = 50_000;
/// Keys of the last changes that are remembered, two of the largest batches: what is sent again soon is answered without asking.
const KEYS_MAX: usize = 4_096;
/// Batches of one tenant that may be under way at once.
pub(super) const UNDER_WAY_MAX: usize = 8;

/// One tenant's books, as they stand after everything decided so far.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub state: State,
    keys: VecDeque<ChangeKey>,
    /// What the last batches changed. They may be under way: the database does not show it yet, so it must not be
    /// forgotten and read anew.
    last: VecDeque<Changed>,
}

#[derive(Debug, Default)]
struct Changed {
    accounts: Vec<i64>,
    holds: Vec<Uuid>,
    records: Vec<Uuid>,
}

/// The rows that a batch changes, each as the batch leaves it, in the order in which they are written.
#[derive(Debug, Default)]
pub(super) struct Touched {
    pub accounts: Vec<(i64, AccountState)>,
    pub holds: Vec<(Uuid, HoldState)>,
}

impl Books {
    /// What has to be read before `batch` can be decided. A record's first version is taken to be new and a key to be
    /// unknown: inserting them finds out.
    pub fn missing(&self, batch: &[&Checked]) -> Missing {
        let state = &self.state;
        let mut missing = Missing::default();
        for checked in batch {
            let keys = checked.keys.iter().flat_map(|(debit, credit)| [*debit, *credit]);
            missing.accounts.extend(keys.filter(|key| !state.accounts.contains_key(key)));
            let holds = checked.change.transfers.iter().filter_map(|transfer| transfer.kind.ends());
            missing.holds.extend(holds.filter(|hold| !state.holds.contains_key(hold)));
            let moved = checked.change.record.iter().filter(|record| record.version > 1).map(|record| record.id);
            missing.records.extend(moved.filter(|record| !state.records.contains_key(record)));
        }
        missing.sort();
        missing
    }

    /// Closes a batch: hands out what it changed, and takes it as written. `records` are those it wrote.
    pub fn close(
        &mut self,
        rows: &[TransferRow],
        keys: impl Iterator<Item = ChangeKey>,
        records: Vec<Uuid>,
    ) -> Touched {
        let touched = self.state.take_touched(rows);
        self.last.push_back(Changed {
            accounts: touched.accounts.iter().map(|(key, _)| *key).collect(),
            holds: touched.holds.iter().map(|(id, _)| *id).collect(),
            records,
        });
        while self.last.len() > UNDER_WAY_MAX {
            self.last.pop_front();
        }
        self.keys.extend(keys);
        while self.keys.len() > KEYS_MAX {
            self.keys.pop_front().and_then(|key| self.state.receipts.remove(&key));
        }
        self.forget();
        touched
    }

    /// How much they keep.
    pub fn rows(&self) -> usize {
        self.state.accounts.len() + self.state.holds.len() + self.state.records.len() + self.keys.len()
    }

    /// Drops what was not changed lately once there is too much of it.
    fn forget(&mut self) {
        let (last, state) = (&self.last, &mut self.state);
        if state.accounts.len() > ROWS_MAX {
            let kept: HashSet<i64> = last.iter().flat_map(|changed| changed.accounts.iter().copied()).collect();
            state.accounts.retain(|key, _| kept.contains(key));
        }
        if state.holds.len() > ROWS_MAX {
            let kept: HashSet<Uuid> = last.iter().flat_map(|changed| changed.holds.iter().copied()).collect();
            state.holds.retain(|id, _| kept.contains(id));
        }
        if state.records.len() > ROWS_MAX {
            let kept: HashSet<Uuid> = last.iter().flat_map(|changed| changed.records.iter().copied()).collect();
            state.records.retain(|id, _| kept.contains(id));
        }
    }
}

impl State {
    /// The rows that `rows` changed, as they stand; from now on they count as stored.
    pub fn take_touched(&mut self, rows: &[TransferRow]) -> Touched {
        let mut keys: Vec<i64> = rows.iter().flat_map(|row| [row.debit.account, row.credit.account]).collect();
        keys.sort_unstable();
        keys.dedup();
        let holds: BTreeSet<Uuid> =
            rows.iter().filter_map(|row| row.hold.or((row.pending > 0).then_some(row.id))).collect();
        let mut touched = Touched::default();
        for key in keys {
            if let Some(account) = self.accounts.get_mut(&key) {
                touched.accounts.push((key, account.clone()));
                account.stored_version = account.version;
            }
        }
        for id in holds {
            if let Some(hold) = self.holds.get_mut(&id) {
                touched.holds.push((id, *hold));
                (hold.stored, hold.ended_now) = (true, false);
            }
        }
        self.transfers.clear();
        touched
    }
}

#[cfg(test)]
#[path = "books_test.rs"]
mod tests;
