//! Statements of an account, and its balance at any past instant.

mod store;

pub use store::{Position, StatementEntry, balance_at, position_at, positions_at, statement};
