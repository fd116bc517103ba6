//! The server under measurement: the program `agio` on the benchmark's database.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::database::Database;

/// The maximum time until the server listens, and until it has ended.
const START_MAX: Duration = Duration::from_secs(60);

/// The path of the program.
pub(crate) struct Agio(pub PathBuf);

/// What the server runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The API and the workers, with the demo tenants.
    All,
    /// The API on a database that has the demo tenants. Its statements are logged. Without workers, because their
    /// statements would be logged too.
    Logged,
}

/// A running server.
pub(super) struct Server {
    process: Child,
    /// Kept open, because the server would fail on a closed output.
    _output: Lines<BufReader<ChildStdout>>,
    pub address: SocketAddr,
    /// The folder of its database.
    pub data: PathBuf,
}

impl Server {
    /// Starts the server and waits until it listens. `proxies` are trusted to report client addresses; without them, all
    /// clients have the address of this machine.
    ///
    /// # Errors
    /// If it does not start within a minute.
    pub async fn start(agio: &Agio, database: &Database, role: Role, proxies: Option<&str>) -> anyhow::Result<Self> {
        let mut command = Command::new(&agio.0);
        // Its own settings only, whatever the environment is.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AGIO_")) {
            command.env_remove(name);
        }
        let url = database.url();
        match role {
            Role::All => command.args(["up", "--demo"]).env("AGIO_DATABASE_URL", url),
            Role::Logged => command.arg("serve").env("AGIO_DATABASE_URL", format!("{url}&options[log_statement]=all")),
        };
        command.envs(proxies.map(|proxies| ("AGIO_TRUSTED_PROXIES", proxies)));
        command.args(["--port", "0", "--data"]).arg(database.folder());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().with_context(|| format!("{} cannot be started", agio.0.display()))?;
        let output = process.stdout.take().context("the server has no output")?;
        let mut output = BufReader::new(output).lines();
        let line =
            timeout(START_MAX, output.next_line()).await.context("the server did not start within a minute")??;
        let port = line.as_deref().and_then(|line| line.rsplit_once(':')?.1.parse().ok());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.context("the server did not start")?));
        Ok(Self { process, _output: output, address, data: database.folder().to_owned() })
    }

    /// The number of its process.
    pub fn process(&self) -> Option<u32> {
        self.process.id()
    }

    /// The log of its database.
    pub fn log(&self) -> PathBuf {
        self.data.join("postgres.log")
    }

    /// Stops the server.
    ///
    /// # Errors
    /// If it does not end within a minute, or fails.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        let process = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        kill_process(process.context("the server has ended by itself")?, Signal::TERM)?;
        let ended = timeout(START_MAX, self.process.wait()).await.context("the server does not stop")??;
        if !ended.success() {
            bail!("the server failed: {ended}");
        }
        Ok(())
    }
}
