//! The coins that lie at our addresses, and which payout will spend them.

pub(crate) mod store;
