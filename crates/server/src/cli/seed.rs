//! `agio seed`: management of the seed file.

use std::io::{Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use anyhow::{Context, bail};
use kernel::World;
use providers::bitcoin::Policy;
use providers::signer::Vault;
use providers::signer::{Journal, Passphrase, SeedFile};
use zeroize::Zeroizing;

use crate::cli::Seed;
use crate::wiring::config::SignerConfig;

/// A phrase of 24 words has about 200 bytes.
const PHRASE_MAX: u64 = 1_024;

/// Runs the command and prints the result.
///
/// # Errors
/// A sentence with the remedy.
pub fn run(data: &Path, what: Seed, out: &mut impl Write) -> anyhow::Result<()> {
    let file = SeedFile::of(data);
    let passphrase = SignerConfig::from_env()?.passphrase()?;
    match what {
        Seed::Encrypt { new_passphrase_file } => {
            let other = new_passphrase_file.map(|path| Passphrase::read(&path)).transpose()?;
            let Some(new) = other.as_ref().or(passphrase.as_ref()) else {
                bail!("name a file with the passphrase in AGIO_SIGNER_PASSPHRASE_FILE");
            };
            match file.seal(passphrase.as_ref(), new, &World::system())? {
                true => writeln!(out, "{} is encrypted. Keep its passphrase elsewhere.", file.path().display())?,
                false => writeln!(out, "{} was encrypted with this passphrase already.", file.path().display())?,
            }
        }
        Seed::Check => {
            let seed = file.read(passphrase.as_ref())?.context("there is no seed yet: the first start makes one")?;
            let name = fingerprint(&seed.phrase)?;
            let how = if seed.sealed { "encrypted" } else { "plain: run `agio seed encrypt`" };
            writeln!(out, "The seed {name} opens. It is {how}.")?;
        }
        Seed::Restore => {
            let mut phrase = Zeroizing::new(String::new());
            std::io::stdin()
                .take(PHRASE_MAX)
                .read_to_string(&mut phrase)
                .context("the recovery phrase cannot be read")?;
            let folder = data.join("secrets");
            std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
            file.create(&phrase, passphrase.as_ref(), &World::system())?;
            writeln!(out, "The seed {} is in {}.", fingerprint(&phrase)?, file.path().display())?;
        }
    }
    Ok(())
}

fn fingerprint(phrase: &str) -> anyhow::Result<String> {
    Ok(Vault::new(phrase, Policy::default(), Journal::in_memory(), World::system())?.fingerprint())
}
