//! Custody over a real litecoind: what people pay, and what they are paid.
//!
//! Every test starts a node of its own in regtest, on a private port and folder, and stops it by its own process id. All
//! stay below height 431: from 432 on Litecoin's regtest wants MWEB transactions in its blocks.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod books;
mod crash;
mod deposits;
mod house;
mod node;
mod outage;
mod payouts;
mod reorg;
mod reserves;
mod sale;
mod shop;
