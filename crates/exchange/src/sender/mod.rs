//! Who sends coins that come in: what the travel rule asks of their receiver above a threshold (Regulation (EU) 2023/1113,
//! articles 16 and 17).

mod model;
pub(crate) mod store;

pub use model::{GOOD_FOR, Sender, Told, as_originator, is_asked};
