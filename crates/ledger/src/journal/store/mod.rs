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
