//! Why the embedded database did not start: one sentence each, with the remedy.

use std::io;
use std::path::PathBuf;

/// Why the embedded PostgreSQL did not start.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// Another Agio process uses the folder.
    #[error(
        "the data folder {} is in use by another running Agio (process {process}): stop that one, or choose another folder with --data",
        .folder.display()
    )]
    InUse {
        /// The data folder.
        folder: PathBuf,
        /// The process that holds the lock and its address, as far as its note says.
        process: String,
    },
    /// The folder cannot be created or written.
    #[error("the data folder {} cannot be written ({reason}): make it writable, or choose another with --data", .folder.display())]
    NotWritable {
        /// The data folder.
        folder: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// No PostgreSQL on this machine.
    #[error(
        "PostgreSQL 15 or newer was not found: run `make setup` (or apt-get install postgresql), or give a database with AGIO_DATABASE_URL"
    )]
    NoBinaries,
    /// The folder needs a version that is not installed.
    #[error(
        "the data folder {} was made by PostgreSQL {version}, which was not found: install that version",
        .folder.display()
    )]
    NoSuchVersion {
        /// The data folder.
        folder: PathBuf,
        /// Its major version.
        version: String,
    },
    /// PostgreSQL does not run as root, and no unprivileged account exists.
    #[error(
        "PostgreSQL does not run as root and no account agio, postgres or nobody exists: create one with `adduser --system agio`"
    )]
    NoAccount,
    /// No folder is short enough for a Unix socket.
    #[error(
        "no folder with a short enough path for the database's socket was found: set TMPDIR to a short path such as /tmp"
    )]
    NoSocketFolder(#[source] io::Error),
    /// A program of PostgreSQL failed.
    #[error("PostgreSQL's {program} failed: {output}")]
    Failed {
        /// The program.
        program: &'static str,
        /// The end of its output.
        output: String,
    },
    /// The server runs but accepts no connections.
    #[error("PostgreSQL did not answer within {seconds} seconds; its log is {}", .log.display())]
    Silent {
        /// The waiting time.
        seconds: u64,
        /// Its log file.
        log: PathBuf,
    },
    /// Any other error of the operating system.
    #[error("the database could not be started while {doing}: {reason}")]
    System {
        /// The operation that failed.
        doing: &'static str,
        /// The system's error.
        reason: io::Error,
    },
}

impl EmbeddedError {
    pub(super) fn system(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |reason| Self::System { doing, reason }
    }
}
