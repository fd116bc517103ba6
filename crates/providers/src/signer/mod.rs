//! The signer as a separate process: its seed file, its journal, and both sides of its socket.
//!
//! The process with the seed reads requests and answers them, and does nothing else: no database, no network. It runs
//! as a child over an inherited socket pair, which no other process can reach, or on a Unix socket for other accounts.
//! In both cases it decides about every payment itself (`bitcoin::judge`) and does not trust its caller.

mod child;
mod client;
mod journal;
mod passphrase;
mod seed_file;
mod service;
mod vault;
mod wire;

pub use child::ChildSigner;
pub use client::RemoteSigner;
pub use journal::{Journal, JournalError};
pub use passphrase::Passphrase;
pub use seed_file::{Seed, SeedError, SeedFile};
pub use service::{Service, bind};
pub use vault::Vault;

use journal::Entry;
