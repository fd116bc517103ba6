//! The account of the PostgreSQL process. PostgreSQL refuses to run as root, so root starts it under an unprivileged
//! account.

use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use super::EmbeddedError;

/// The path of the cluster's folder for a process under [`Account::command`] if the account is not the current one.
const OPEN_FOLDER: &str = "/proc/self/fd/9";
/// Moves standard input to another descriptor and closes inherited descriptors: a lock that the parent holds must not
/// live as long as the database.
const PREPARE: &str = "exec 9<&0 </dev/null 3<&- 4<&- 5<&- 6<&- 7<&- 8<&-; exec \"$@\"";
const CANDIDATES: [&str; 3] = ["agio", "postgres", "nobody"];

/// The account of PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// The current process is not root: the current account.
    Own,
    /// The current process is root: this account.
    Other { uid: u32, gid: u32 },
}

impl Account {
    /// The current account unless it is root; then the owner of an existing cluster, or the first candidate that
    /// exists.
    pub(super) fn choose(cluster: &Path) -> Result<Self, EmbeddedError> {
        if !we_are_root() {
            return Ok(Self::Own);
        }
        if let Ok(folder) = std::fs::metadata(cluster)
            && folder.uid() != 0
        {
            return Ok(Self::Other { uid: folder.uid(), gid: folder.gid() });
        }
        let passwd = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        CANDIDATES.iter().find_map(|name| look_up(&passwd, name)).ok_or(EmbeddedError::NoAccount)
    }

    /// Changes the owner of `path` to the account.
    pub(super) fn own(self, path: &Path) -> io::Result<()> {
        match self {
            Self::Own => Ok(()),
            Self::Other { uid, gid } => chown(path, Some(uid), Some(gid)),
        }
    }

    /// A command under the account, in a process group of its own so that Ctrl-C does not reach it. `arguments`
    /// receives the path that the command must use for the folder `cluster`.
    ///
    /// An unprivileged account cannot enter root's home, where the data folder often is. An open descriptor needs no
    /// access to the parent folders, so the command gets the folder as a descriptor. It arrives as standard input, and
    /// the shell moves it to another number because some of PostgreSQL's programs read standard input.
    pub(super) fn command(
        self,
        program: &Path,
        cluster: &Path,
        arguments: impl FnOnce(&Path) -> Vec<String>,
    ) -> io::Result<Command> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", PREPARE, "sh"]).arg(program);
        match self {
            Self::Own => command.args(arguments(cluster)).stdin(Stdio::null()),
            Self::Other { uid, gid } => {
                command.args(arguments(OPEN_FOLDER.as_ref())).stdin(File::open(cluster)?).uid(uid).gid(gid)
            }
        };
        command.current_dir("/").env("LC_ALL", "C").process_group(0);
        Ok(command)
    }
}

fn we_are_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// The user and group of `name` in the text of `/etc/passwd`; an alias of root does not count.
fn look_up(passwd: &str, name: &str) -> Option<Account> {
    let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut numbers = line.split(':').skip(2).map(str::parse);
    match (numbers.next()?, numbers.next()?) {
        (Ok(uid), Ok(gid)) if uid != 0 => Some(Account::Other { uid, gid }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_found_by_their_whole_name() {
        let passwd = "root:x:0:0::/root:/bin/bash\npostgresql:x:5:6::/:\npostgres:x:101:104:,,,:/var:/bin/bash\n";
        assert_eq!(look_up(passwd, "postgres"), Some(Account::Other { uid: 101, gid: 104 }));
        assert_eq!(look_up(passwd, "root"), None);
        assert_eq!(look_up(passwd, "agio"), None);
    }
}
