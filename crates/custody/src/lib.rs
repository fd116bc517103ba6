//! Custody: deposit addresses, block scanning, coins, payouts.
//!
//! The engine here owns cursors, states and rows; a [`chain::ChainAdapter`] knows a chain, a [`signer::Signer`] holds the
//! keys. What happens is told to the exchange through jobs that are written in the same transaction as the fact. Rules
//! and the crash table: reference/rails.md, sections 5.1 to 5.4.

pub mod chain;
mod coins;
mod deposits;
mod engine;
mod error;
mod exchange_port;
mod listener;
mod payouts;
mod scan;
pub mod signer;
mod wallets;

pub use deposits::{Deposit, DepositState, Sighting};
pub use engine::{ChainSetup, Custody, CustodyHandle, CustodyLimits, Valuation};
pub use error::CustodyError;
pub use listener::{ListenerError, RailListener};
pub use payouts::{Payout, PayoutState};
pub use scan::Pass;
pub use wallets::{Coins, Holding, WalletBalance, holdings, reserves};
