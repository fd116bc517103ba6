//! Custody on a real litecoind: customers' deposits and payouts.
//!
//! Every test starts its own node in regtest, with a private port and folder, and stops it by its process id. All stay
//! below height 431: from 432 on, Litecoin's regtest requires MWEB transactions in its blocks.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod books;
mod crash;
mod deposits;
mod node;
mod outage;
mod payouts;
mod reorg;
mod replacement;
mod reserves;
mod sale;
mod setup;
mod shop;
