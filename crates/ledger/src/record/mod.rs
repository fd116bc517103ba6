mod model;
mod store;

pub use model::{HistoryEntry, Record, StoredRecord, TERMINAL_STATUSES, is_terminal};
pub use store::{Due, due, history, is_committed, record, records_of};
