mod store;

pub use store::{Position, StatementEntry, balance_at, position_at, positions_at, statement};
