mod store;

pub use store::{StatementEntry, statement};
