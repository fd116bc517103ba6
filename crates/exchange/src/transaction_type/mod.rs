//! The specification's transaction types, and the directions of money that they cover. Everything that prices or opens a
//! movement uses them; they use nothing else of this crate.

mod direction;
mod table;

pub use direction::{Direction, Side};
pub use table::{Converts, DisplayType, OurFee, SinkKind, SourceKind, TransactionType};

/// The kind of a transaction's ledger record.
pub(crate) const RECORD: &str = "transaction";
