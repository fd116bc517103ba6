//! The list of a profile's transactions: filters, search and paging.

mod filter;
mod search;
pub(crate) mod store;

pub use filter::TransactionFilter;
pub(crate) use filter::first_id;
pub use search::{SEARCH_CHARS_MAX, SEARCH_CHARS_MIN, SearchText};
