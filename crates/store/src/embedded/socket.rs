//! The folder of the database's Unix socket. It is outside the data folder: the path of a socket is limited to 107
//! bytes, and the database's account has to reach it.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::EmbeddedError;
use super::account::Account;

const PREFIX: &str = "agio-pg-";
const SOCKET_PATH_MAX: usize = 107;
const SOCKET_NAME: &str = "/.s.PGSQL.5432.lock";

/// Creates a folder that only `account` (and root) can enter. Its name is random and must not exist before, so no other
/// account can prepare it.
pub(super) fn make(account: Account) -> Result<PathBuf, EmbeddedError> {
    let mut refused = io::Error::other("no temporary folder");
    for base in bases(account) {
        let folder = base.join(random_name());
        if folder.as_os_str().len() + SOCKET_NAME.len() > SOCKET_PATH_MAX {
            refused = io::Error::other(format!("{} is too long", folder.display()));
            continue;
        }
        match DirBuilder::new().mode(0o700).create(&folder).and_then(|()| account.own(&folder)) {
            Ok(()) => return Ok(folder),
            Err(error) => refused = error,
        }
    }
    Err(EmbeddedError::NoSocketFolder(refused))
}

/// Removes a folder that [`make`] created, also in another process; leaves any other folder alone.
pub(super) fn remove(folder: &Path) {
    let ours = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
    if ours && let Err(error) = std::fs::remove_dir_all(folder) {
        tracing::debug!(
            event = "socket_folder.remove_failed", %error, folder = %folder.display(),
            "The process cannot remove the socket folder."
        );
    }
}

fn bases(account: Account) -> Vec<PathBuf> {
    let runtime = match account {
        Account::Own => std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from),
        // Only root can create folders there, and every account can enter it.
        Account::Other { .. } => Some("/run".into()),
    };
    runtime.into_iter().chain([std::env::temp_dir(), "/tmp".into()]).collect()
}

fn random_name() -> String {
    let mut bytes = [0_u8; 6];
    getrandom::fill(&mut bytes).expect("the operating system gives randomness");
    format!("{PREFIX}{}", hex::encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn the_folder_is_private_short_and_removed_again() {
        let folder = make(Account::Own).unwrap();
        assert_eq!(std::fs::metadata(&folder).unwrap().mode() & 0o777, 0o700);
        assert!(folder.as_os_str().len() + SOCKET_NAME.len() <= SOCKET_PATH_MAX);
        remove(&folder);
        assert!(!folder.exists());
        remove("/tmp".as_ref());
        assert!(Path::new("/tmp").exists(), "only folders of our own making are removed");
    }
}
