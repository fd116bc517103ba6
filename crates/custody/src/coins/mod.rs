//! UTXOs at the platform's addresses, and the payouts that reserve them.

pub(crate) mod store;
