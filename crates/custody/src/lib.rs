//! Custody: deposit addresses, block scanning, coins, payouts.
//!
//! The engine owns cursors, states and rows. A [`chain::ChainAdapter`] implements a chain; a [`signer::Signer`] holds
//! the keys. Events reach the exchange through jobs that are written in the same transaction as the state change
//! (transactional outbox).

pub mod chain;
mod coins;
mod columns;
mod cursor;
mod deposits;
mod engine;
mod error;
mod exchange_port;
mod listener;
mod payouts;
mod scan;
pub mod signer;
mod wallets;
mod workers;

pub use deposits::{ChainObservation, Deposit, DepositOwner, DepositState};
pub use engine::{ChainSetup, ChainUsers, Custody, CustodyLimits, EveryTenant, Valuation};
pub use error::CustodyError;
pub use listener::{ListenerError, RailListener};
pub use payouts::{Payout, PayoutState};
pub use scan::Pass;
pub use wallets::{Coins, Holding, WalletBalance, holdings, reserves};
pub use workers::CustodyHandle;
