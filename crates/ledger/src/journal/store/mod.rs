//! All SQL of the Journal: what a batch reads and locks, and what it writes.

mod accounts;
mod commits;
mod load;
mod records;
mod transfers;
mod write;

pub(super) use accounts::write_accounts;
pub(super) use commits::Sealed;
pub(super) use load::{Missing, load, read};
pub(super) use transfers::insert_transfers;
pub(super) use write::{Writes, insert_changes, write_rows, write_states};
