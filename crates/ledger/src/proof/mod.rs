//! Tamper evidence: a hash over every commit, a Merkle log of the commits per tenant with signed checkpoints, and
//! receipts that anyone can verify offline. docs/ledger.md explains all of it.
//!
//! `hash`, `tree`, `encode`, `json`, `entry`, `commit` and `note` are pure.

pub mod commit;
pub mod encode;
pub mod entry;
mod hash;
pub mod json;
pub mod liabilities;
pub mod log;
mod note;
pub mod receipt;
mod seal;
pub mod tree;

pub use hash::{Domain, Hash, NotAHash};
pub use note::{Checkpoint, LogKeys, NOTE_BYTES_MAX, NoteError, NoteSigner, VerifierKey, origin, tenant_of};
pub use seal::{SEALING_PACE, oldest_unsealed, seal, seal_all, seal_behind};
