//! The list of a profile's transactions: which of them it has, and in what order it is read.

mod filter;
mod search;
pub(crate) mod store;

pub use filter::TransactionFilter;
pub use search::{SEARCH_CHARS_MAX, SEARCH_CHARS_MIN, SearchText};
