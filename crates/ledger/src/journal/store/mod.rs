//! All SQL of the Journal: the rows that a batch reads and locks, and those that it writes.

mod accounts;
mod counters;
mod holds;
mod load;
mod records;
mod rows;
mod write;

pub(super) use load::{Missing, load, read};
pub(super) use rows::write_rows;
pub(super) use write::{Sealed, Writes, write_states};

use super::decide::TransferRow;
use crate::Receipt;

/// One column of `rows`.
fn column<'a, R, T>(rows: &'a [R], of: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

/// Sorts by key, the order in which all Journals write.
fn by_key(receipts: &[Receipt]) -> Vec<&Receipt> {
    let mut receipts: Vec<&Receipt> = receipts.iter().collect();
    receipts.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    receipts
}

/// Sorts by the accounts of the side with more distinct accounts. Entries of one account are adjacent in that side's
/// index, so its pages stay cached. The order is the same in all Journals, so that concurrent writers of the same
/// accounts cannot deadlock.
fn by_account(transfers: &[TransferRow]) -> Vec<&TransferRow> {
    let distinct = |of: fn(&TransferRow) -> i64| {
        let mut accounts: Vec<i64> = transfers.iter().map(of).collect();
        accounts.sort_unstable();
        accounts.dedup();
        accounts.len()
    };
    let side = if distinct(|t| t.debit.account) < distinct(|t| t.credit.account) {
        |t: &&TransferRow| (t.credit.account, t.credit.version)
    } else {
        |t: &&TransferRow| (t.debit.account, t.debit.version)
    };
    let mut ordered: Vec<&TransferRow> = transfers.iter().collect();
    ordered.sort_unstable_by_key(side);
    ordered
}
