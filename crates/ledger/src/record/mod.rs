mod model;
mod store;
mod transfers;

pub use model::{HistoryEntry, Record, StoredRecord, TERMINAL_STATUSES, is_terminal};
pub use store::{Due, due, history, record, records_of};
pub use transfers::{AccountName, RecordTransfer, record_transfers};
