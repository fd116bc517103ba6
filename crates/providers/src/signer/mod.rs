//! The signer as a process of its own: its seed file, its memory, and both ends of the socket between it and the workers.
//!
//! The process that holds the seed reads frames and answers them, and does nothing else: no database, no network. It runs
//! as a child over an inherited socket pair that nobody else can connect to, or on a Unix socket beside which other
//! accounts work. Either way it judges every payment by itself (`bitcoin::judge`); whoever asks is not believed.

mod child;
mod client;
mod journal;
mod passphrase;
mod seed_file;
mod service;
mod wire;

pub use child::ChildSigner;
pub use client::RemoteSigner;
pub use journal::{Journal, JournalError};
pub use passphrase::Passphrase;
pub use seed_file::{Seed, SeedError, SeedFile};
pub use service::{Service, bind};

pub(crate) use journal::Entry;
