//! The whole money path in memory, from a seed: the exchange's decisions, the ledger's core and custody's rules, driven by
//! people, rails, chains, crashes and lost answers that are all played, and checked after every step.
//!
//! A run is a program of steps. Every step carries its own chance, so a program can be run again as it was, and steps can
//! be taken out of it until only those are left that break a rule. See docs/simulation.md.

mod acts;
pub mod asked;
pub mod bug;
pub mod check;
pub mod conversion;
mod custody_jobs;
pub mod dice;
pub mod jobs;
pub mod market;
mod people;
pub mod plan;
mod rail_jobs;
pub mod rails;
pub mod recording;
mod rest;
pub mod run;
pub mod shrink;
pub mod sim;
pub mod step;
pub mod task;
pub mod trace;
