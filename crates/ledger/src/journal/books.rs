//! The cached state of one tenant's ledger, which a committer keeps between batches so that it can decide without
//! reading.
//!
//! The database remains authoritative: every write is conditional on the versions in the cache, and an outdated cache
//! is discarded.

use std::collections::{BTreeSet, HashSet, VecDeque};

use uuid::Uuid;

use super::check::CheckedChange;
use super::decide::TransferRow;
use super::state::{AccountState, HoldState, State};
use super::store::Missing;
use crate::ChangeKey;

/// The maximum number of cached accounts of a tenant, and of holds, records and counters.
const ROWS_MAX: usize = 50_000;
/// The number of cached keys of recent changes, two of the largest batches: an early retry is answered without a read.
const KEYS_MAX: usize = 4_096;
/// The maximum number of in-flight batches of a tenant.
pub(super) const UNDER_WAY_MAX: usize = 8;

/// One tenant's cached state after every decision so far.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub state: State,
    keys: VecDeque<ChangeKey>,
    /// The rows changed by the latest batches. These may be in flight and not visible in the database, so they must not
    /// be evicted and read again.
    last: VecDeque<Changed>,
}

#[derive(Debug, Default)]
struct Changed {
    accounts: Vec<i64>,
    holds: Vec<Uuid>,
    records: Vec<Uuid>,
    counters: Vec<Uuid>,
}

/// The rows that a batch changes, in their final state and in write order.
#[derive(Debug, Default)]
pub(super) struct Touched {
    pub accounts: Vec<(i64, AccountState)>,
    pub holds: Vec<(Uuid, HoldState)>,
}

impl Books {
    /// The rows to read before `batch` can be decided. Records at their first version and keys are assumed new; their
    /// insertion verifies it.
    pub fn missing(&self, batch: &[&CheckedChange]) -> Missing {
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
        let counters = batch.iter().filter_map(|checked| checked.change.counter).map(|step| step.counter);
        missing.counters.extend(counters.filter(|counter| !state.counters.contains_key(counter)));
        missing.sort();
        missing
    }

    /// Ends a batch: returns its changed rows and marks them as written. `records` and `counters` are those it wrote.
    pub fn close(
        &mut self,
        rows: &[TransferRow],
        keys: impl Iterator<Item = ChangeKey>,
        records: Vec<Uuid>,
        counters: Vec<Uuid>,
    ) -> Touched {
        let touched = self.state.take_touched(rows);
        self.last.push_back(Changed {
            accounts: touched.accounts.iter().map(|(key, _)| *key).collect(),
            holds: touched.holds.iter().map(|(id, _)| *id).collect(),
            records,
            counters,
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

    /// The number of cached rows.
    pub fn rows(&self) -> usize {
        self.state.accounts.len()
            + self.state.holds.len()
            + self.state.records.len()
            + self.state.counters.len()
            + self.keys.len()
    }

    /// Evicts rows that were not changed recently if the cache is too large.
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
        if state.counters.len() > ROWS_MAX {
            let kept: HashSet<Uuid> = last.iter().flat_map(|changed| changed.counters.iter().copied()).collect();
            state.counters.retain(|id, _| kept.contains(id));
        }
    }
}

impl State {
    /// Takes the state of the accounts and holds that `rows` changed, and marks them as stored.
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
