//! Secrets of the installation, generated at its first start and readable only by its operating system account.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use hmac::{Hmac, Mac};
use kernel::World;
use sha2::Sha256;
use store::Store;

const LOG_KEY: &str = "AGIO_LOG_KEY";

/// The secrets of an installation. No `Debug`, so that they cannot be logged.
pub struct Secrets {
    /// Pepper for the hashes of one-time codes.
    pub pepper: [u8; 32],
    /// Key that signs firm quotes.
    pub quote_key: [u8; 32],
    /// Master key of the tenants' log keys. It allows forging a log.
    pub log_key: [u8; 32],
    /// Wraps the keys that encrypt personal data. Without it, the data is lost.
    pub data_key: [u8; 32],
}

impl Secrets {
    /// Reads the secrets from the environment or the data folder, and generates missing ones there.
    ///
    /// # Errors
    /// If the folder is not writable, or a secret cannot be read.
    pub fn open(data: &Path) -> anyhow::Result<Self> {
        let folder = data.join("secrets");
        fs::create_dir_all(&folder).with_context(|| {
            format!("the data folder {} cannot be written: choose another with --data", data.display())
        })?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        Ok(Self {
            pepper: secret("AGIO_PEPPER", &folder.join("pepper"), make)?,
            quote_key: secret("AGIO_QUOTE_KEY", &folder.join("quote-key"), make)?,
            log_key: secret(LOG_KEY, &folder.join("log-key"), make)?,
            data_key: secret("AGIO_DATA_KEY", &folder.join("data-key"), make)?,
        })
    }

    /// Reads the secrets from the environment or the data folder, and generates none. For commands on an existing
    /// installation.
    ///
    /// # Errors
    /// If a secret is missing or cannot be read.
    pub fn existing(data: &Path) -> anyhow::Result<Self> {
        let folder = data.join("secrets");
        let read = |variable: &str, name: &str| secret(variable, &folder.join(name), |file| missing(variable, file));
        Ok(Self {
            pepper: read("AGIO_PEPPER", "pepper")?,
            quote_key: read("AGIO_QUOTE_KEY", "quote-key")?,
            log_key: read(LOG_KEY, "log-key")?,
            data_key: read("AGIO_DATA_KEY", "data-key")?,
        })
    }

    /// Checks that the secrets are those that the database was created with. The first start records their
    /// fingerprints.
    ///
    /// # Errors
    /// A sentence that names the missing or different secret, and the remedy.
    pub async fn check(&self, store: &Store, world: &World) -> anyhow::Result<()> {
        let all = [
            ("pepper", "AGIO_PEPPER", &self.pepper),
            ("quote-key", "AGIO_QUOTE_KEY", &self.quote_key),
            ("log-key", LOG_KEY, &self.log_key),
            ("data-key", "AGIO_DATA_KEY", &self.data_key),
        ];
        let mut tx = store.system().await?;
        for (name, variable, secret) in all {
            let same = store::installation::is_the_same(tx.conn(), name, &mark(name, secret), world.now()).await?;
            ensure!(
                same,
                "the secret {name} is not the one that this database was made with: put the file secrets/{name} of the data \
                 folder back from its copy, or set {variable} to what it was"
            );
        }
        Ok(tx.commit().await?)
    }

    /// The log key alone, if it exists. For verification, which must not generate secrets.
    ///
    /// # Errors
    /// If the secret cannot be read.
    pub fn log_key_of(data: &Path) -> anyhow::Result<Option<[u8; 32]>> {
        let file = data.join("secrets/log-key");
        let given = std::env::var(LOG_KEY).is_ok_and(|text| !text.is_empty());
        if given || file.exists() { secret(LOG_KEY, &file, |file| missing(LOG_KEY, file)).map(Some) } else { Ok(None) }
    }
}

/// 32 bytes in hexadecimal: from the environment, from the file, or from `absent` if the file does not exist.
fn secret(
    variable: &str,
    file: &Path,
    absent: impl FnOnce(&Path) -> anyhow::Result<[u8; 32]>,
) -> anyhow::Result<[u8; 32]> {
    if let Some(text) = std::env::var(variable).ok().filter(|text| !text.is_empty()) {
        return decode(&text).with_context(|| format!("{variable} must be 64 hexadecimal digits"));
    }
    match fs::read_to_string(file) {
        Ok(text) => decode(text.trim()).with_context(|| format!("{} is damaged", file.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => absent(file),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
    }
}

fn missing(variable: &str, file: &Path) -> anyhow::Result<[u8; 32]> {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    bail!(
        "the secret {} is not there: name the data folder of this installation by --data or AGIO_DATA, or set {variable}",
        file.display()
    )
}

/// The stored fingerprint of a secret. It detects a different secret and reveals nothing else.
fn mark(name: &str, secret: &[u8; 32]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(b"agio installation 1 ");
    mac.update(name.as_bytes());
    mac.finalize().into_bytes().into()
}

fn decode(text: &str) -> anyhow::Result<[u8; 32]> {
    match hex::decode(text)?.try_into() {
        Ok(bytes) => Ok(bytes),
        Err(_) => bail!("not 32 bytes"),
    }
}

/// Written to a temporary file and hard-linked, so that a crash leaves a complete secret or none, and two concurrent
/// starts agree on one.
fn make(file: &Path) -> anyhow::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the operating system gives no randomness")?;
    let draft = file.with_extension(format!("{}.new", std::process::id()));
    let mut handle = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    handle.write_all(hex::encode(bytes).as_bytes())?;
    handle.sync_all()?;
    let linked = fs::hard_link(&draft, file);
    fs::remove_file(&draft)?;
    // The directory entry is durable only after an fsync of the folder. A secret lost in a power failure would make
    // encrypted data unreadable.
    if let Some(folder) = file.parent() {
        File::open(folder)?.sync_all()?;
    }
    match linked {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => decode(fs::read_to_string(file)?.trim()),
        Err(error) => Err(error).with_context(|| format!("{} cannot be written", file.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_starts_with_the_secrets_that_it_was_made_with_and_no_others() {
        let db = store::testing::TestDb::new().await;
        let secrets = |data_key| Secrets { pepper: [1; 32], quote_key: [2; 32], log_key: [3; 32], data_key };
        for _ in 0..2 {
            secrets([4; 32]).check(&db.store, &World::system()).await.unwrap();
        }
        let refused = secrets([5; 32]).check(&db.store, &World::system()).await.unwrap_err().to_string();
        assert!(refused.contains("data-key") && refused.contains("AGIO_DATA_KEY"), "{refused}");
        secrets([4; 32]).check(&db.store, &World::system()).await.expect("the refusal has changed nothing");
    }

    #[test]
    fn a_command_on_a_folder_without_secrets_names_the_file_and_makes_nothing() {
        let folder = std::env::temp_dir().join(format!("agio-no-secrets-{}", std::process::id()));
        let refused = Secrets::existing(&folder).err().unwrap().to_string();
        let file = folder.join("secrets/pepper");
        assert!(refused.contains(file.to_str().unwrap()) && refused.contains("--data"), "{refused}");
        assert!(!folder.exists());
        let made = Secrets::open(&folder).unwrap();
        assert_eq!(Secrets::existing(&folder).unwrap().data_key, made.data_key);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn secrets_are_made_once_and_only_their_owner_reads_them() {
        let folder = std::env::temp_dir().join(format!("agio-secrets-{}", std::process::id()));
        let first = Secrets::open(&folder).unwrap();
        let again = Secrets::open(&folder).unwrap();
        assert_eq!(first.pepper, again.pepper);
        assert_eq!(first.data_key, again.data_key);
        assert_ne!(first.pepper, first.quote_key);
        let mode = fs::metadata(folder.join("secrets/quote-key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(folder.join("secrets/pepper"), "nonsense").unwrap();
        assert!(Secrets::open(&folder).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
