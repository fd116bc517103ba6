//! Payout attempts: the transactions built for a payout. One of them is live. Those that it has replaced spend the same
//! inputs, so at most one of all is mined.

pub(super) mod store;
