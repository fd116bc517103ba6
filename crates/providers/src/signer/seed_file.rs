//! The stored seed: a BIP39 mnemonic, plain or encrypted, in a file that only its owner can read.
//!
//! The encrypted form is one JSON object: Argon2id derives the key from the passphrase with the stored parameters, and
//! AES-256-GCM authenticates the mnemonic and these parameters, so that any changed byte is detected.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Key, Nonce};
use argon2::{Algorithm, Argon2, Params, Version};
use bip39::Mnemonic;
use kernel::World;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::journal::sync_folder;
use super::passphrase::Passphrase;

/// Only the owner may read or write the file.
const MODE: u32 = 0o600;
/// The Argon2id parameters of a new file: 64 MiB, 3 passes, 1 lane.
const COST: Cost = Cost { kib: 64 * 1024, passes: 3 };
/// The accepted parameters of a file: below them the passphrase is too cheap to guess, above them the memory may not
/// suffice.
const COST_MIN: Cost = Cost { kib: 19 * 1024, passes: 2 };
const COST_MAX: Cost = Cost { kib: 1024 * 1024, passes: 20 };
const VERSION: u8 = 1;
const BYTES_MAX: u64 = 4_096;

/// Why a seed cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The words are not a BIP39 mnemonic.
    #[error("the seed is no BIP39 phrase in English: a word or the checksum is wrong")]
    Phrase,
    /// The file cannot be read or written.
    #[error("{path} cannot be used: {source}")]
    File {
        /// The path.
        path: String,
        /// The system's error.
        source: io::Error,
    },
    /// Other accounts can read the file.
    #[error("{0} can be read by others: chmod 600 it")]
    Open(String),
    /// The passphrase breaks a rule.
    #[error("the passphrase must have at least 12 characters and at most 1024 bytes, on the first line of its file")]
    Passphrase,
    /// The file is encrypted, and no passphrase is configured.
    #[error("the seed is encrypted: name the file with its passphrase in AGIO_SIGNER_PASSPHRASE_FILE")]
    Locked,
    /// A wrong passphrase or a changed file: the two are indistinguishable.
    #[error("the passphrase does not open the seed: it is another one, or the file is damaged")]
    Wrong,
    /// The encrypted file has an unknown format.
    #[error("the encrypted seed was made by another version, or is damaged")]
    Unknown,
    /// A seed already exists.
    #[error("{0} is there already: move it away first, and keep it as long as there is money behind it")]
    Exists(String),
}

/// An opened seed.
pub struct Seed {
    /// The BIP39 mnemonic.
    pub phrase: Zeroizing<String>,
    /// Whether the file is encrypted.
    pub sealed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Cost {
    kib: u32,
    passes: u32,
}

/// The content of an encrypted file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    agio_seed: u8,
    kdf: String,
    cost: Cost,
    salt: String,
    cipher: String,
    nonce: String,
    text: String,
}

/// The location of the seed.
#[derive(Debug, Clone)]
pub struct SeedFile(PathBuf);

impl SeedFile {
    /// The seed file of a data folder.
    #[must_use]
    pub fn of(data: &Path) -> Self {
        Self(data.join("secrets/signer-seed"))
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Reads the seed. Without a file, creates a mnemonic of 24 words, encrypted if there is a passphrase.
    ///
    /// # Errors
    /// See [`SeedError`].
    pub fn open(&self, passphrase: Option<&Passphrase>, world: &World) -> Result<Seed, SeedError> {
        if let Some(found) = self.read(passphrase)? {
            return Ok(found);
        }
        let entropy = Zeroizing::new(world.random::<32>());
        let words = Mnemonic::from_entropy(&*entropy).map_err(|_| SeedError::Phrase)?;
        let phrase = Zeroizing::new(words.to_string());
        match self.create(&phrase, passphrase, world) {
            // Another process was faster: there is only one seed.
            Ok(()) | Err(SeedError::Exists(_)) => self.read(passphrase)?.ok_or(SeedError::Phrase),
            Err(error) => Err(error),
        }
    }

    /// Reads the seed, if the file exists.
    ///
    /// # Errors
    /// See [`SeedError`].
    pub fn read(&self, passphrase: Option<&Passphrase>) -> Result<Option<Seed>, SeedError> {
        let found = match fs::metadata(&self.0) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        };
        if found.permissions().mode() & 0o077 != 0 {
            return Err(SeedError::Open(self.0.display().to_string()));
        }
        if found.len() > BYTES_MAX {
            return Err(SeedError::Unknown);
        }
        let text = Zeroizing::new(fs::read_to_string(&self.0).map_err(|error| self.failed(error))?);
        let sealed = text.trim_start().starts_with('{');
        let phrase = if sealed { unseal(&text, passphrase.ok_or(SeedError::Locked)?)? } else { text };
        check(&phrase)?;
        Ok(Some(Seed { phrase, sealed }))
    }

    /// Encrypts a plain seed, or an encrypted one with a new passphrase. False, without a change, if it is already
    /// encrypted with the new one. An interruption leaves either the complete old file or the complete new one.
    ///
    /// # Errors
    /// See [`SeedError`]; [`SeedError::File`] if there is no seed.
    pub fn seal(&self, old: Option<&Passphrase>, new: &Passphrase, world: &World) -> Result<bool, SeedError> {
        if let Ok(Some(Seed { sealed: true, .. })) = self.read(Some(new)) {
            return Ok(false);
        }
        let seed = self.read(old)?.ok_or_else(|| self.failed(ErrorKind::NotFound.into()))?;
        let text = seal(&seed.phrase, new, world)?;
        let draft = self.draft(&text)?;
        fs::rename(&draft, &self.0).and_then(|()| sync_folder(&self.0)).map_err(|error| self.failed(error))?;
        Ok(true)
    }

    /// Imports a seed. Never overwrites an existing one.
    ///
    /// # Errors
    /// [`SeedError::Exists`], [`SeedError::Phrase`], and those of the file.
    pub fn create(&self, phrase: &str, passphrase: Option<&Passphrase>, world: &World) -> Result<(), SeedError> {
        check(phrase)?;
        let text = match passphrase {
            Some(passphrase) => seal(phrase, passphrase, world)?,
            None => Zeroizing::new(format!("{}\n", phrase.trim())),
        };
        let draft = self.draft(&text)?;
        // A hard link, because a rename would overwrite an existing seed and so lose its money.
        let linked = fs::hard_link(&draft, &self.0);
        let _ = fs::remove_file(&draft);
        match linked {
            Ok(()) => sync_folder(&self.0).map_err(|error| self.failed(error)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(SeedError::Exists(self.0.display().to_string()))
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Writes the text to a temporary file, and waits for the disk.
    fn draft(&self, text: &str) -> Result<PathBuf, SeedError> {
        let draft = self.0.with_extension(format!("{}.new", std::process::id()));
        let _ = fs::remove_file(&draft);
        let written: io::Result<()> = (|| {
            let mut file = OpenOptions::new().write(true).create_new(true).mode(MODE).open(&draft)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })();
        written.map(|()| draft).map_err(|error| self.failed(error))
    }

    fn failed(&self, source: io::Error) -> SeedError {
        SeedError::File { path: self.0.display().to_string(), source }
    }
}

fn check(phrase: &str) -> Result<(), SeedError> {
    Mnemonic::parse_normalized(phrase.trim()).map(|_| ()).map_err(|_| SeedError::Phrase)
}

fn key(passphrase: &Passphrase, salt: &[u8], cost: Cost) -> Result<Zeroizing<[u8; 32]>, SeedError> {
    let params = Params::new(cost.kib, cost.passes, 1, Some(32)).map_err(|_| SeedError::Unknown)?;
    let mut key = Zeroizing::new([0; 32]);
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon.hash_password_into(passphrase.bytes(), salt, &mut *key).map_err(|_| SeedError::Unknown)?;
    Ok(key)
}

/// The additional authenticated data: all parameters for decryption.
fn header(sealed: &Sealed) -> String {
    let Sealed { agio_seed, kdf, cost, salt, cipher, nonce, .. } = sealed;
    format!("{agio_seed}|{kdf}|{}|{}|{salt}|{cipher}|{nonce}", cost.kib, cost.passes)
}

fn seal(phrase: &str, passphrase: &Passphrase, world: &World) -> Result<Zeroizing<String>, SeedError> {
    let (salt, nonce) = (world.random::<16>(), world.random::<12>());
    let mut sealed = Sealed {
        agio_seed: VERSION,
        kdf: "argon2id".into(),
        cost: COST,
        salt: hex::encode(salt),
        cipher: "aes-256-gcm".into(),
        nonce: hex::encode(nonce),
        text: String::new(),
    };
    let key = key(passphrase, &salt, COST)?;
    let aad = header(&sealed);
    let payload = Payload { msg: phrase.trim().as_bytes(), aad: aad.as_bytes() };
    // The random salt makes the key unique to this file, so no nonce repeats under one key.
    let cipher = Aes256Gcm::new(Key::<Aes256Gcm>::from_slice(&*key));
    let text = cipher.encrypt(Nonce::from_slice(&nonce), payload).map_err(|_| SeedError::Unknown)?;
    sealed.text = hex::encode(text);
    let text = serde_json::to_string_pretty(&sealed).map_err(|_| SeedError::Unknown)?;
    Ok(Zeroizing::new(text + "\n"))
}

fn unseal(text: &str, passphrase: &Passphrase) -> Result<Zeroizing<String>, SeedError> {
    let sealed: Sealed = serde_json::from_str(text).map_err(|_| SeedError::Unknown)?;
    let Cost { kib, passes } = sealed.cost;
    let bounded = (COST_MIN.kib..=COST_MAX.kib).contains(&kib) && (COST_MIN.passes..=COST_MAX.passes).contains(&passes);
    let ours = sealed.agio_seed == VERSION && sealed.kdf == "argon2id" && sealed.cipher == "aes-256-gcm";
    let read = |text: &str| hex::decode(text).map_err(|_| SeedError::Unknown);
    let (salt, nonce, secret) = (read(&sealed.salt)?, read(&sealed.nonce)?, read(&sealed.text)?);
    if !ours || !bounded || salt.len() != 16 || nonce.len() != 12 {
        return Err(SeedError::Unknown);
    }
    let key = key(passphrase, &salt, sealed.cost)?;
    let aad = header(&sealed);
    let cipher = Aes256Gcm::new(Key::<Aes256Gcm>::from_slice(&*key));
    let payload = Payload { msg: &secret, aad: aad.as_bytes() };
    let phrase = Zeroizing::new(cipher.decrypt(Nonce::from_slice(&nonce), payload).map_err(|_| SeedError::Wrong)?);
    let phrase = std::str::from_utf8(&phrase).map_err(|_| SeedError::Phrase)?;
    Ok(Zeroizing::new(phrase.to_owned()))
}

#[cfg(test)]
#[path = "seed_file_tests.rs"]
mod tests;
