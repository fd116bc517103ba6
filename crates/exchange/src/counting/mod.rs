//! How much each movement of a customer counts towards the velocity limits and towards the travel-rule threshold,
//! according to its state.

pub(crate) mod linked;
mod live;
pub(crate) mod store;

pub use linked::{Departure, Linked};
pub use live::Counting;
pub(crate) use live::in_euro;

/// The maximum number of linked transactions of one customer that are read. Beyond it the threshold of the travel rule
/// counts as exceeded.
pub(crate) const LINKED_MAX: usize = 1_000;
