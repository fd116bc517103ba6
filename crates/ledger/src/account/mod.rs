//! Accounts of the ledger: their names in the chart of accounts, and the reads of balances.

pub(crate) mod model;
mod store;

pub use model::{Account, Book, Limit, UnknownName};
pub use store::{Balance, balances, product_balance};
