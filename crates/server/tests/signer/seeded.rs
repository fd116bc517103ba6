//! Data folders with a seed, and their signers.

use std::fs;

use kernel::World;
use providers::signer::SeedFile;

use crate::process::{Agio, Folder};
use crate::setup::WORDS;

impl Folder {
    /// A data folder with the seed of the test wallets.
    pub fn with_seed() -> Self {
        let folder = Self::new();
        SeedFile::of(&folder.0).create(WORDS, None, &World::system()).unwrap();
        folder
    }

    /// The signer's journal, one line per payment.
    pub fn journal(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.join("secrets/signer-journal")).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

impl Agio {
    pub fn signer(folder: &Folder, environment: &[(&str, &str)]) -> Self {
        Self::start(&["sign"], &folder.0, environment, "The signer listens")
    }
}
