mod store;

pub use store::{StatementEntry, balance_at, statement};
