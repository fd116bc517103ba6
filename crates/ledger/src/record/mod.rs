//! Records: the entities that change together with money, their history, and the transfers that belong to them.

mod model;
mod store;
mod transfers;

pub use model::{HistoryEntry, Record, StoredRecord, TERMINAL_STATUSES, is_terminal};
pub use store::{Due, due, history, record, records_of};
pub use transfers::{AccountName, RecordTransfer, record_transfers};
