//! A signer whose seed is twelve or more words in a file of the data folder. For one machine; a process or hardware
//! module of its own takes its place behind the same trait.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use async_trait::async_trait;
use bip39::Mnemonic;
use bitcoin::NetworkKind;
use bitcoin::bip32::{ChildNumber, Xpriv, Xpub};
use bitcoin::secp256k1::{All, Message, Secp256k1};
use custody::signer::{KeyPath, Signer, SignerError};
use kernel::World;

/// Only its owner may read or write the file.
const MODE: u32 = 0o600;

/// Why a seed cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The words are no BIP39 phrase.
    #[error("the seed is no BIP39 phrase in English: a word or the checksum is wrong")]
    Phrase,
    /// The file cannot be read or made.
    #[error("the seed file {path} cannot be used: {source}")]
    File {
        /// Where.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// Others can read the file.
    #[error("the seed file {0} can be read by others: chmod 600 it")]
    Open(String),
}

/// Signs with keys from a seed.
pub struct SeedSigner {
    master: Xpriv,
    secp: Secp256k1<All>,
}

impl SeedSigner {
    /// The signer of a BIP39 phrase, without a passphrase.
    ///
    /// # Errors
    /// [`SeedError::Phrase`].
    pub fn from_phrase(phrase: &str) -> Result<Self, SeedError> {
        let words = Mnemonic::parse_normalized(phrase.trim()).map_err(|_| SeedError::Phrase)?;
        let master =
            Xpriv::new_master(NetworkKind::Main, &words.to_seed_normalized("")).map_err(|_| SeedError::Phrase)?;
        Ok(Self { master, secp: Secp256k1::new() })
    }

    /// The signer of the phrase in `path`; a new phrase of 24 words is written there when there is no file.
    ///
    /// # Errors
    /// [`SeedError::File`], [`SeedError::Open`] when others can read it, [`SeedError::Phrase`].
    pub fn open(path: &Path, world: &World) -> Result<Self, SeedError> {
        let failed = |source| SeedError::File { path: path.display().to_string(), source };
        match fs::metadata(path) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => Err(SeedError::Open(path.display().to_string())),
            Ok(_) => Self::from_phrase(&fs::read_to_string(path).map_err(failed)?),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let phrase = Mnemonic::from_entropy(&world.random::<32>()).map_err(|_| SeedError::Phrase)?.to_string();
                // Never over an existing file: that would be the end of the money behind it.
                let mut file =
                    fs::OpenOptions::new().write(true).create_new(true).mode(MODE).open(path).map_err(failed)?;
                writeln!(file, "{phrase}").and_then(|()| file.sync_all()).map_err(failed)?;
                Self::from_phrase(&phrase)
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn key(&self, path: &KeyPath) -> Result<Xpriv, SignerError> {
        let steps: Vec<ChildNumber> = path.steps().iter().map(|step| ChildNumber::from(*step)).collect();
        self.master.derive_priv(&self.secp, &steps).map_err(|error| SignerError::Refused(format!("{path}: {error}")))
    }
}

#[async_trait]
impl Signer for SeedSigner {
    async fn xpub(&self, path: &KeyPath) -> Result<String, SignerError> {
        Ok(Xpub::from_priv(&self.secp, &self.key(path)?).to_string())
    }

    async fn public_key(&self, path: &KeyPath) -> Result<[u8; 33], SignerError> {
        Ok(self.key(path)?.private_key.public_key(&self.secp).serialize())
    }

    async fn sign_secp256k1(&self, path: &KeyPath, digest: [u8; 32]) -> Result<[u8; 64], SignerError> {
        let key = self.key(path)?.private_key;
        Ok(self.secp.sign_ecdsa_low_r(&Message::from_digest(digest), &key).serialize_compact())
    }
}

impl std::fmt::Debug for SeedSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SeedSigner(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_seed_is_made_once_and_kept_from_others() {
        let folder = std::env::temp_dir().join(format!("agio-seed-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("seed");
        let account = KeyPath::account(84, 0, 0);
        let first = SeedSigner::open(&path, &World::system()).unwrap().xpub(&account).await.unwrap();
        let again = SeedSigner::open(&path, &World::system()).unwrap().xpub(&account).await.unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, MODE);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(SeedSigner::open(&path, &World::system()), Err(SeedError::Open(_))));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "abandon abandon about").unwrap();
        assert!(matches!(SeedSigner::open(&path, &World::system()), Err(SeedError::Phrase)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
