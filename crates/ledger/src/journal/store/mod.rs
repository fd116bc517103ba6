//! All SQL of the Journal: what a batch reads and locks, and what it writes.

mod accounts;
mod bare;
mod holds;
mod load;
mod records;
mod rows;
mod write;

pub(super) use accounts::write_accounts;
pub(super) use bare::{insert_changes, insert_transfers};
pub(super) use load::{Missing, load, read};
pub(super) use rows::write_rows;
pub(super) use write::{Sealed, Writes, write_states};

use super::decide::TransferRow;
use crate::Receipt;

/// One column of `rows`.
fn column<'a, R, T>(rows: &'a [R], of: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

/// In the order in which all Journals write them.
fn by_key(receipts: &[Receipt]) -> Vec<&Receipt> {
    let mut receipts: Vec<&Receipt> = receipts.iter().collect();
    receipts.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    receipts
}

/// In the order of one side's accounts, the side that has more of them: the entries of an account stand together in that side's index, and
/// whoever comes to them in its order finds the way there still at hand. It is one order over all Journals as well, so that two of them
/// that write the same accounts wait for each other in a row and not in a circle.
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
