//! The signer process, and the connection of other processes to it.

use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream as Inherited;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use custody::signer::Signer;
use kernel::World;
use providers::bitcoin::Policy;
use providers::signer::{ChildSigner, Journal, JournalError, RemoteSigner, SeedFile, Service, Vault, bind};
use tokio::net::UnixStream;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep};

use crate::cli::Sign;
use crate::run::confine::confine;
use crate::run::stop;
use crate::wiring::config::SignerConfig;

/// Environment variables that the child inherits. It needs no others (database, mail).
const TOLD: [&str; 4] = ["RUST_LOG", "AGIO_LOG_JSON", "CREDENTIALS_DIRECTORY", "TZ"];

/// Time limit for a previous signer to end, and the interval of the check.
const HANDOVER: Duration = Duration::from_secs(3);
const HANDOVER_LOOK: Duration = Duration::from_millis(50);

/// Runs `agio sign` until its peer disconnects, or until shutdown.
///
/// # Errors
/// A sentence with the remedy.
pub async fn run(place: Sign) -> anyhow::Result<()> {
    let config = SignerConfig::from_env()?;
    match place.inherited {
        true => inherited(&place, &config).await,
        false => listening(&place, &config).await,
    }
}

/// Runs as a child. It ignores signals, because it ends with its parent.
async fn inherited(place: &Sign, config: &SignerConfig) -> anyhow::Result<()> {
    let (_interrupt, _terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let stdin = io::stdin();
    ensure!(!stdin.is_terminal(), "--inherited is how `agio up` starts its own signer: leave it out");
    let stream = Inherited::from(stdin.as_fd().try_clone_to_owned()?);
    stream.set_nonblocking(true)?;
    let stream = UnixStream::from_std(stream).context("standard input is no socket")?;
    confine()?;
    let service = open(&place.data.data, config, journal(&place.data.data).await?)?;
    service.answer(stream).await;
    Ok(())
}

/// Runs standalone.
async fn listening(place: &Sign, config: &SignerConfig) -> anyhow::Result<()> {
    let stopped = stop::on_signal()?;
    let data = &place.data.data;
    let journal = journal(data).await?;
    let path = place.socket.clone().unwrap_or_else(|| data.join("signer.sock"));
    // Access is checked by the peer's account, which the kernel reports. If the worker has another account, the file
    // mode must allow it to connect.
    let mode = if config.peer.is_some() { 0o666 } else { 0o600 };
    let listener = bind(&path, mode).with_context(|| format!("{} cannot be listened on", path.display()))?;
    confine()?;
    let service = open(data, config, journal)?;
    println!("The signer listens at {}.", path.display());
    service.listen(listener, config.accounts(), stop::asked(stopped)).await;
    let _ = std::fs::remove_file(&path);
    Ok(())
}

/// Opens the signer's journal. Waits for the signer of a killed server, which takes a moment to release it.
async fn journal(data: &Path) -> anyhow::Result<Journal> {
    let folder = data.join("secrets");
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&folder)
        .with_context(|| format!("the data folder {} cannot be written: choose another with --data", data.display()))?;
    let (path, end) = (folder.join("signer-journal"), Instant::now() + HANDOVER);
    loop {
        match Journal::open(&path) {
            Err(JournalError::InUse(_)) if Instant::now() < end => sleep(HANDOVER_LOOK).await,
            opened => return Ok(opened?),
        }
    }
}

fn open(data: &Path, config: &SignerConfig, journal: Journal) -> anyhow::Result<Service> {
    let (file, world) = (SeedFile::of(data), World::system());
    let seed = file.open(config.passphrase()?.as_ref(), &world)?;
    if !seed.sealed {
        tracing::warn!(
            event = "seed.opened_unencrypted",
            "The seed of the wallets is not encrypted. The signer signs for simulated and test chains only."
        );
    }
    let policy = Policy { sealed: seed.sealed, limits: config.limits.clone() };
    Ok(Service::new(Vault::new(&seed.phrase, policy, journal, world)?, seed.sealed))
}

/// The connection of a worker to its signer.
pub enum Connection {
    /// To a separately managed signer.
    Remote(Arc<RemoteSigner>),
    /// To a child process.
    Child(Arc<ChildSigner>),
}

impl Connection {
    /// Connects to the configured signer. Without one, starts a child with the data folder.
    ///
    /// # Errors
    /// If the child cannot be started. A configured signer may start later; payouts wait for it.
    pub async fn open(data: &Path, config: &SignerConfig) -> anyhow::Result<Self> {
        if let Some(path) = &config.socket {
            let remote = RemoteSigner::at(path.clone(), config.accounts());
            if let Err(error) = remote.hello().await {
                tracing::warn!(
                    event = "signer.unavailable", %error, path = %path.display(),
                    "The signer does not answer. Payouts wait for it."
                );
            }
            return Ok(Self::Remote(Arc::new(remote)));
        }
        let data = std::path::absolute(data)?;
        let child = ChildSigner::start(move || command(&data)).await.context("the signer cannot be started")?;
        Ok(Self::Child(Arc::new(child)))
    }

    /// The signer, for custody.
    pub fn signer(&self) -> Arc<dyn Signer> {
        match self {
            Self::Remote(remote) => remote.clone(),
            Self::Child(child) => child.clone(),
        }
    }

    /// Disconnects. A child process has ended afterwards.
    pub async fn close(&self) {
        match self {
            Self::Remote(remote) => remote.hang_up().await,
            Self::Child(child) => child.stop().await,
        }
    }
}

/// The current program, even if its file was replaced meanwhile.
fn command(data: &Path) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("agio").args(["sign", "--inherited", "--data"]).arg(data).env_clear().current_dir("/");
    let told = |(name, _): &(std::ffi::OsString, std::ffi::OsString)| {
        name.to_str().is_some_and(|name| {
            TOLD.contains(&name) || (name.starts_with("AGIO_SIGNER_") && name != "AGIO_SIGNER_SOCKET")
        })
    };
    command.envs(std::env::vars_os().filter(told)).stderr(Stdio::inherit());
    command
}
