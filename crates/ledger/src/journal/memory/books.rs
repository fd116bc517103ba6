//! An independent second ledger, built from the written rows alone and compared with the state after every commit. It
//! checks only the rows that a commit touched, so that the cost does not grow with the ledger.

use std::collections::{BTreeMap, HashMap};

use kernel::Currency;
use uuid::Uuid;

use crate::journal::decide::{Side, TransferRow};
use crate::journal::state::{HoldStatus, State, Totals};
use crate::{Book, Limit};

/// A violated invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {what}")]
pub struct Broken {
    /// The invariant: `I1` conservation of money, `I3` balances are sums of transfers, `I4` no overdraft.
    pub rule: &'static str,
    /// The account, hold or record, and the difference.
    pub what: String,
}

/// An account according to its rows.
#[derive(Debug, Clone, Copy, Default)]
struct RecomputedAccount {
    version: i64,
    figures: Totals,
    /// The open holds that debit it, summed by hold.
    held: i128,
}

/// The amount in transit of one record on one account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Inside {
    posted: i128,
    held: i128,
}

/// The second ledger.
#[derive(Debug, Clone, Default)]
pub(super) struct Books {
    accounts: HashMap<i64, RecomputedAccount>,
    /// Debits less credits of all accounts, posted and pending.
    sums: BTreeMap<Currency, (i128, i128)>,
    holds: HashMap<Uuid, (i128, i64)>,
    inside: HashMap<Uuid, BTreeMap<i64, Inside>>,
}

impl Books {
    /// Books `rows` of one change, and compares.
    pub fn post(&mut self, state: &State, rows: &[TransferRow]) -> Result<(), Broken> {
        for row in rows {
            self.hold(row)?;
            self.side(state, row, row.debit, true)?;
            self.side(state, row, row.credit, false)?;
        }
        for row in rows {
            self.compare(state, row.debit.account)?;
            self.compare(state, row.credit.account)?;
            self.hold_agrees(state, row)?;
        }
        for (currency, sums) in &self.sums {
            if *sums != (0, 0) {
                return Err(broken("I1", format!("{currency}: debits and credits differ by {sums:?}")));
            }
        }
        rows.iter().filter_map(|row| row.record).try_for_each(|record| self.not_overdrawn(record))
    }

    /// Asserts that an ended record has nothing in transit.
    pub fn finished(&mut self, record: Uuid) -> Result<(), Broken> {
        let Some(inside) = self.inside.get(&record) else { return Ok(()) };
        match inside.iter().find(|(_, left)| **left != Inside::default()) {
            Some((account, left)) => Err(broken("I11", format!("{record} ended with {left:?} in transit {account}"))),
            None => {
                self.inside.remove(&record);
                Ok(())
            }
        }
    }

    /// The amount in transit of `record` on `account`, and the held part of it.
    pub fn in_transit(&self, record: Uuid, account: i64) -> (i128, i128) {
        let inside = self.inside.get(&record).and_then(|accounts| accounts.get(&account));
        inside.map_or((0, 0), |inside| (inside.posted, inside.held))
    }

    fn not_overdrawn(&self, record: Uuid) -> Result<(), Broken> {
        let Some(inside) = self.inside.get(&record) else { return Ok(()) };
        match inside.iter().find(|(_, left)| left.posted < left.held || left.held < 0) {
            Some((account, left)) => {
                Err(broken("I5", format!("{record} took too much out of transit {account}: {left:?}")))
            }
            None => Ok(()),
        }
    }

    fn hold(&mut self, row: &TransferRow) -> Result<(), Broken> {
        if row.kind == "hold" {
            if self.holds.insert(row.id, (row.pending, row.debit.account)).is_some() {
                return Err(broken("I6", format!("hold {} was made twice", row.id)));
            }
            self.accounts.entry(row.debit.account).or_default().held += row.pending;
            return Ok(());
        }
        let Some(id) = row.hold else { return Ok(()) };
        let Some((amount, account)) = self.holds.remove(&id) else {
            return Err(broken("I5", format!("hold {id} ended twice")));
        };
        if -row.pending != amount || row.posted > amount {
            return Err(broken("I3", format!("hold {id} of {amount} ended as {row:?}")));
        }
        self.accounts.entry(account).or_default().held -= amount;
        Ok(())
    }

    fn side(&mut self, state: &State, row: &TransferRow, side: Side, gives: bool) -> Result<(), Broken> {
        let Some(found) = state.accounts.get(&side.account) else {
            return Err(broken("I3", format!("account {} does not exist", side.account)));
        };
        let told = self.accounts.entry(side.account).or_default();
        told.version += 1;
        let sums = self.sums.entry(found.account.currency).or_default();
        let figures = &mut told.figures;
        let (posted, pending, sign) = if gives {
            (&mut figures.debits_posted, &mut figures.debits_pending, 1)
        } else {
            (&mut figures.credits_posted, &mut figures.credits_pending, -1)
        };
        *posted += row.posted;
        *pending += row.pending;
        *sums = (sums.0 + sign * row.posted, sums.1 + sign * row.pending);
        if (told.version, told.figures.balance()) != (side.version, side.balance) {
            return Err(broken("I3", format!("{}: {told:?} is written as {side:?}", found.account)));
        }
        if found.account.book == Book::Transit {
            let Some(record) = row.record else {
                return Err(broken("I2", format!("transfer {} is in transit of nothing", row.id)));
            };
            let inside = self.inside.entry(record).or_default().entry(side.account).or_default();
            inside.posted -= sign * row.posted;
            inside.held += if gives { row.pending } else { 0 };
        }
        Ok(())
    }

    fn compare(&self, state: &State, key: i64) -> Result<(), Broken> {
        let (Some(found), Some(told)) = (state.accounts.get(&key), self.accounts.get(&key)) else { return Ok(()) };
        if (found.version, found.figures) != (told.version, told.figures) {
            return Err(broken("I3", format!("{} is {:?}, its rows say {told:?}", found.account, found.figures)));
        }
        if told.held != told.figures.debits_pending || !told.figures.fits() {
            return Err(broken("I3", format!("{}: holds of {} against {told:?}", found.account, told.held)));
        }
        // Checks the limit of the book, because the limit in the state may be what is wrong.
        if found.account.book.limit() == Limit::DebitsWithinCredits && told.figures.available() < 0 {
            return Err(broken("I4", format!("{} is overdrawn: {told:?}", found.account)));
        }
        Ok(())
    }

    fn hold_agrees(&self, state: &State, row: &TransferRow) -> Result<(), Broken> {
        let id = if row.kind == "hold" { row.id } else { row.hold.unwrap_or_default() };
        let open = state.holds.get(&id).is_some_and(|hold| hold.status == HoldStatus::Open);
        // A change may create a hold and end it.
        if open == self.holds.contains_key(&id) { Ok(()) } else { Err(broken("I3", format!("hold {id} is astray"))) }
    }
}

const fn broken(rule: &'static str, what: String) -> Broken {
    Broken { rule, what }
}
