//! Creates, starts, checks and stops one PostgreSQL cluster.

use std::fs::{DirBuilder, File, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use super::account::Account;
use super::binaries::{self, Binaries};
use super::settings::settings;
use super::{EmbeddedError, socket};

/// The superuser of the cluster. It needs no password, because no other account can enter the socket's folder.
const SUPERUSER: &str = "agio";
/// Recovery after a crash replays at most the log of one checkpoint, which takes seconds.
const START_MAX: Duration = Duration::from_secs(60);
const FAST_STOP_MAX: Duration = Duration::from_secs(10);
const LOG_BYTES_MAX: u64 = 10 * 1024 * 1024;

/// The durability of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Acknowledged writes survive a power cut.
    Full,
    /// No data survives a crash of the machine: for tests.
    #[cfg(feature = "testing")]
    None,
}

/// A cluster that this process manages.
#[derive(Debug)]
pub(super) struct Cluster {
    folder: PathBuf,
    log: PathBuf,
    binaries: Binaries,
    account: Account,
}

impl Cluster {
    /// The folder of the cluster inside `data`: a folder of this name is a complete cluster.
    pub(super) fn folder_of(data: &Path) -> PathBuf {
        data.join("postgres")
    }

    /// Opens the cluster in `data/postgres`, and creates it if it does not exist.
    pub(super) async fn open(data: &Path, durability: Durability) -> Result<Self, EmbeddedError> {
        let folder = Self::folder_of(data);
        let log = data.join("postgres.log");
        let (binaries, account) = (binaries::find(&folder)?, Account::choose(&folder)?);
        let cluster = Self { folder, log, binaries, account };
        if !cluster.folder.join("PG_VERSION").exists() {
            cluster.init(durability).await?;
        }
        Ok(cluster)
    }

    /// Creates the cluster under a temporary name first: a folder with the final name is a complete cluster.
    async fn init(&self, durability: Durability) -> Result<(), EmbeddedError> {
        let making = self.folder.with_extension("making");
        // The remains of an interrupted attempt.
        let _ = std::fs::remove_dir_all(&making);
        DirBuilder::new()
            .mode(0o700)
            .create(&making)
            .and_then(|()| self.account.own(&making))
            .map_err(EmbeddedError::system("making the database's folder"))?;
        let sync = if durability == Durability::Full { "--data-checksums" } else { "--no-sync" };
        let output = self
            .command("initdb", &making, |folder| {
                let folder = folder.display().to_string();
                ["-D", &folder, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", sync]
                    .map(String::from)
                    .into()
            })?
            .output()
            .await
            .map_err(EmbeddedError::system("running initdb"))?;
        if !output.status.success() {
            let _ = std::fs::remove_dir_all(&making);
            return Err(EmbeddedError::Failed { program: "initdb", output: tail(&output.stderr) });
        }
        std::fs::rename(&making, &self.folder).map_err(EmbeddedError::system("naming the database's folder"))
    }

    /// Starts the server and waits until it accepts connections.
    pub(super) async fn start(&self, durability: Durability) -> Result<Running, EmbeddedError> {
        self.end_orphan().await?;
        let socket = socket::make(self.account)?;
        let log = self.open_log().map_err(EmbeddedError::system("opening the database's log"))?;
        let settings = settings(&socket, durability);
        let child = self
            .command("postgres", &self.folder, |folder| {
                let mut arguments = vec!["-D".into(), folder.display().to_string()];
                arguments.extend(settings.into_iter().flat_map(|setting| ["-c".into(), setting]));
                arguments
            })?
            .stdout(log.try_clone().map_err(EmbeddedError::system("opening the database's log"))?)
            .stderr(log)
            .spawn()
            .map_err(EmbeddedError::system("starting postgres"))?;
        let mut running = Running { child, socket };
        self.wait_until_ready(&mut running).await?;
        Ok(running)
    }

    /// Stops the server with a fast shutdown: it rolls back open transactions, writes all committed data and closes
    /// connections.
    pub(super) async fn stop(&self, mut running: Running) -> Result<(), EmbeddedError> {
        for signal in ["INT", "QUIT"] {
            if let Some(process) = running.child.id() {
                self.signal(signal, process).await?;
            }
            if timeout(FAST_STOP_MAX, running.child.wait()).await.is_ok() {
                socket::remove(&running.socket);
                return Ok(());
            }
            tracing::warn!(event = "database.stop_timed_out", signal, "The database did not stop in time.");
        }
        running.child.kill().await.map_err(EmbeddedError::system("killing the database"))
    }

    /// The socket folder of the server that runs on `data`, from the server's own pid file.
    pub(super) fn noted_socket(data: &Path) -> Option<PathBuf> {
        let text = std::fs::read_to_string(data.join("postgres/postmaster.pid")).ok()?;
        text.lines().nth(4).filter(|line| !line.is_empty()).map(PathBuf::from)
    }

    /// Whether the server accepts the connection `connect`.
    pub(super) async fn answers(connect: &PgConnectOptions) -> bool {
        match timeout(Duration::from_secs(5), connect.connect()).await {
            Ok(Ok(conn)) => conn.close().await.is_ok(),
            _ => false,
        }
    }

    /// Ends a server that outlived its killed parent. No other process uses it, because this process holds the folder's
    /// lock, and PostgreSQL would refuse a second server.
    async fn end_orphan(&self) -> Result<(), EmbeddedError> {
        let Ok(text) = std::fs::read_to_string(self.folder.join("postmaster.pid")) else { return Ok(()) };
        let mut lines = text.lines();
        let process = lines.next().and_then(|line| line.trim().parse::<u32>().ok());
        if let Some(process) = process.filter(|process| self.runs_here(*process)) {
            tracing::warn!(
                event = "database.orphan_ended",
                process,
                "An earlier run left a database running. This run ends it."
            );
            self.signal("INT", process).await?;
            let deadline = Instant::now() + FAST_STOP_MAX;
            while self.runs_here(process) && Instant::now() < deadline {
                sleep(Duration::from_millis(20)).await;
            }
            if self.runs_here(process) {
                self.signal("QUIT", process).await?;
            }
        }
        if let Some(socket) = lines.nth(3) {
            socket::remove(socket.as_ref());
        }
        Ok(())
    }

    /// Whether `process` is a server on this folder; the operating system may have reused the number.
    fn runs_here(&self, process: u32) -> bool {
        let works_in = std::fs::metadata(format!("/proc/{process}/cwd"));
        let here = std::fs::metadata(&self.folder);
        matches!((works_in, here), (Ok(a), Ok(b)) if (a.dev(), a.ino()) == (b.dev(), b.ino()))
    }

    async fn signal(&self, signal: &str, process: u32) -> Result<(), EmbeddedError> {
        let arguments = vec!["kill".into(), signal.into(), process.to_string()];
        self.command("pg_ctl", &self.folder, |_| arguments)?
            .output()
            .await
            .map(|_| ())
            .map_err(EmbeddedError::system("signalling the database"))
    }

    async fn wait_until_ready(&self, running: &mut Running) -> Result<(), EmbeddedError> {
        let connect = running.connect("postgres");
        let deadline = Instant::now() + START_MAX;
        while Instant::now() < deadline {
            if let Ok(Some(_)) = running.child.try_wait() {
                socket::remove(&running.socket);
                let log = std::fs::read(&self.log).unwrap_or_default();
                return Err(EmbeddedError::Failed { program: "postgres", output: tail(&log) });
            }
            if Self::answers(&connect).await {
                return Ok(());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Err(EmbeddedError::Silent { seconds: START_MAX.as_secs(), log: self.log.clone() })
    }

    fn command(
        &self,
        program: &'static str,
        folder: &Path,
        arguments: impl FnOnce(&Path) -> Vec<String>,
    ) -> Result<Command, EmbeddedError> {
        self.account
            .command(&self.binaries.program(program), folder, arguments)
            .map_err(EmbeddedError::system("opening the database's folder"))
    }

    fn open_log(&self) -> std::io::Result<File> {
        if std::fs::metadata(&self.log).is_ok_and(|log| log.len() > LOG_BYTES_MAX) {
            std::fs::rename(&self.log, self.log.with_extension("log.old"))?;
        }
        OpenOptions::new().create(true).append(true).open(&self.log)
    }
}

/// A running server that this process started.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) child: Child,
    pub(super) socket: PathBuf,
}

impl Running {
    pub(super) fn connect(&self, database: &str) -> PgConnectOptions {
        connect(&self.socket, database)
    }
}

pub(super) fn connect(socket: &Path, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass().socket(socket).port(5432).username(SUPERUSER).database(database)
}

/// The address for [`crate::Store::connect`].
pub(super) fn url(socket: &Path, database: &str) -> String {
    format!("postgres://{SUPERUSER}@localhost:5432/{database}?host={}", socket.display())
}

/// The last lines of a program's output, for an error message.
fn tail(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" / ")
}
