//! The transactions that a payout was tried with: at most one of them is alive.

pub(super) mod store;
