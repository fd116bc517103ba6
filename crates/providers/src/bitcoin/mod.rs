//! Bitcoin and Litecoin through the JSON-RPC of bitcoind and litecoind.
//!
//! Blocks are read as JSON only: Litecoin's blocks contain parts that no Bitcoin library decodes. Outputs are compared
//! by the hex of their script, which every version of both daemons returns. Addresses are BIP84 (P2WPKH).

mod adapter;
mod address;
mod blocks;
mod fees;
mod judge;
#[cfg(test)]
mod mainnet_tests;
mod outcome;
mod params;
mod payment;
mod plan;
mod replace;
mod rpc;
mod select;
mod sign;

pub use adapter::BitcoinAdapter;
pub use judge::{Limits, Policy};
pub use params::{Chain, CoinParams};
pub use rpc::{RpcClient, RpcUrlError};

pub(crate) use address::p2wpkh;
pub(crate) use judge::{Past, Signed, decide};
pub(crate) use payment::Payment;
