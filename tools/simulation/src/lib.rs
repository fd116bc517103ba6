//! The whole money path in memory, from a seed: the production decisions of the exchange, the ledger's core and
//! custody's rules, with simulated customers, rails, chains, crashes and lost answers. Invariants are checked after
//! every step.
//!
//! A run is a program of steps. Every step contains its own random numbers, so a program can be repeated exactly, and
//! steps can be removed until only those remain that violate an invariant. See docs/simulation.md.

mod acts;
pub mod bug;
pub mod check;
pub mod conversion;
mod counting;
mod custody_jobs;
pub mod dice;
/// The mistakes of the executor, as the exchange's model test plants them.
#[path = "../../../crates/exchange/src/transaction/decide/tests/executor.rs"]
pub mod executor;
mod invariants;
pub mod jobs;
pub mod limits;
pub mod market;
mod people;
pub mod plan;
pub mod promise;
mod rail_jobs;
pub mod rails;
pub mod recording;
pub mod recording_ledger;
mod rest;
pub mod run;
mod running;
pub mod shrink;
pub mod sim;
pub mod step;
pub mod task;
pub mod trace;
