//! Payout attempts: the transactions built for a payout. At most one of them is live.

pub(super) mod store;
