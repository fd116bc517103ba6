//! The passphrase of an encrypted seed: from a file, never from an argument or the environment, which other accounts
//! can see.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use zeroize::Zeroizing;

use super::seed_file::SeedError;

/// In characters; the same minimum as for all passwords of the platform.
const CHARACTERS_MIN: usize = 12;
const BYTES_MAX: usize = 1_024;

/// A passphrase; wiped after use, and never logged.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// Reads the first line of a file that only its owner can read.
    ///
    /// # Errors
    /// [`SeedError::Passphrase`] with the rule, [`SeedError::File`], [`SeedError::Open`].
    pub fn read(path: &Path) -> Result<Self, SeedError> {
        let failed = |source| SeedError::File { path: path.display().to_string(), source };
        if fs::metadata(path).map_err(failed)?.permissions().mode() & 0o077 != 0 {
            return Err(SeedError::Open(path.display().to_string()));
        }
        let text = Zeroizing::new(fs::read_to_string(path).map_err(failed)?);
        Self::of(text.lines().next().unwrap_or_default())
    }

    /// A passphrase from this text.
    ///
    /// # Errors
    /// [`SeedError::Passphrase`].
    pub fn of(words: &str) -> Result<Self, SeedError> {
        match words.chars().count() >= CHARACTERS_MIN && words.len() <= BYTES_MAX {
            true => Ok(Self(Zeroizing::new(words.to_owned()))),
            false => Err(SeedError::Passphrase),
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}
