//! The database of a benchmark: an embedded PostgreSQL of its own, because ledger entries are permanent.

use std::path::{Path, PathBuf};

use anyhow::Context;
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreOptions};
use tokio::signal::unix::{SignalKind, signal};

/// A data folder: a given one, or a temporary one that is deleted on drop.
struct Folder {
    path: PathBuf,
    is_given: bool,
}

impl Folder {
    fn at(given: Option<PathBuf>) -> anyhow::Result<Self> {
        if let Some(path) = given {
            return Ok(Self { path, is_given: true });
        }
        let path = std::env::temp_dir().join(format!("agio-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).context("the temporary folder cannot be written: set TMPDIR")?;
        Ok(Self { path, is_given: false })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_given {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// A running database.
pub(crate) struct Database {
    postgres: EmbeddedPostgres,
    folder: Folder,
}

impl Database {
    /// Starts the database in `folder`, or in a temporary folder.
    ///
    /// # Errors
    /// If the folder is not writable, or PostgreSQL does not start.
    pub async fn start(folder: Option<PathBuf>) -> anyhow::Result<Self> {
        let folder = Folder::at(folder)?;
        let postgres = EmbeddedPostgres::start(&folder.path).await?;
        Ok(Self { postgres, folder })
    }

    /// The folder of the database, where the server under measurement also keeps its secrets.
    pub fn folder(&self) -> &Path {
        &self.folder.path
    }

    pub fn url(&self) -> String {
        self.postgres.url()
    }

    /// A migrated store with up to `connections` connections.
    ///
    /// # Errors
    /// Database errors.
    pub async fn store(&self, connections: u32) -> anyhow::Result<Store> {
        let options = StoreOptions { connections_max: connections, ..StoreOptions::default() };
        let store = Store::connect(&self.url(), options).await?;
        store.migrate().await?;
        Ok(store)
    }

    /// Stops the database after `done`, and returns its result.
    ///
    /// # Errors
    /// That of `done`, or if PostgreSQL does not stop.
    pub async fn stop_after<T>(self, done: anyhow::Result<T>) -> anyhow::Result<T> {
        self.postgres.stop().await?;
        done
    }
}

/// Runs `work` until the process is interrupted. The caller can then stop what it started.
///
/// # Errors
/// Those of `work`, or if the process was interrupted.
pub(crate) async fn unless_interrupted<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    tokio::select! {
        done = work => done,
        _ = interrupt.recv() => anyhow::bail!("interrupted"),
        _ = terminate.recv() => anyhow::bail!("terminated"),
    }
}
