//! The signer's process, and how the others reach it.

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
use providers::bitcoin::{Policy, Vault};
use providers::signer::{ChildSigner, Journal, JournalError, RemoteSigner, SeedFile, Service, bind};
use tokio::net::UnixStream;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep};

use crate::cli::Sign;
use crate::config::SignerConfig;
use crate::confine::confine;
use crate::stop;

/// What a child is told of our environment; everything else (databases, mail) is none of its business.
const TOLD: [&str; 4] = ["RUST_LOG", "AGIO_LOG_JSON", "CREDENTIALS_DIRECTORY", "TZ"];

/// How long the signer before may take to end, and how often that is looked at.
const HANDOVER: Duration = Duration::from_secs(3);
const HANDOVER_LOOK: Duration = Duration::from_millis(50);

/// Runs `agio sign` until its other end hangs up, or it is asked to stop.
///
/// # Errors
/// One sentence with what to do.
pub async fn run(place: Sign) -> anyhow::Result<()> {
    let config = SignerConfig::from_env()?;
    match place.inherited {
        true => inherited(&place, &config).await,
        false => listening(&place, &config).await,
    }
}

/// As a child: signals are for the parent, whose end is this one's.
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

/// On its own.
async fn listening(place: &Sign, config: &SignerConfig) -> anyhow::Result<()> {
    let stopped = stop::on_signal()?;
    let data = &place.data.data;
    let journal = journal(data).await?;
    let path = place.socket.clone().unwrap_or_else(|| data.join("signer.sock"));
    // The accounts are asked of the kernel. Where the worker has another one, the mode must let it in.
    let mode = if config.peer.is_some() { 0o666 } else { 0o600 };
    let listener = bind(&path, mode).with_context(|| format!("{} cannot be listened on", path.display()))?;
    confine()?;
    let service = open(data, config, journal)?;
    println!("The signer listens at {}.", path.display());
    service.listen(listener, config.accounts(), stop::asked(stopped)).await;
    let _ = std::fs::remove_file(&path);
    Ok(())
}

/// The journal. The signer of a server that was just killed takes a moment to notice: it is waited for.
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
            "the seed of the wallets is not encrypted: fine for played and test chains; live ones are not paid from"
        );
    }
    let policy = Policy { sealed: seed.sealed, limits: config.limits.clone() };
    Ok(Service::new(Vault::new(&seed.phrase, policy, journal, world)?, seed.sealed))
}

/// The connection of a worker to its signer.
pub enum Connection {
    /// To one that somebody else runs.
    Remote(Arc<RemoteSigner>),
    /// To a child.
    Child(Arc<ChildSigner>),
}

impl Connection {
    /// Connects to the configured signer; without one, starts a child over the data folder.
    ///
    /// # Errors
    /// A child that cannot be started. A configured signer may come later: payouts wait for it.
    pub async fn open(data: &Path, config: &SignerConfig) -> anyhow::Result<Self> {
        if let Some(path) = &config.socket {
            let remote = RemoteSigner::at(path.clone(), config.accounts());
            if let Err(error) = remote.hello().await {
                tracing::warn!(%error, "payouts wait for the signer at {}", path.display());
            }
            return Ok(Self::Remote(Arc::new(remote)));
        }
        let data = std::path::absolute(data)?;
        let child = ChildSigner::start(move || command(&data)).await.context("the signer cannot be started")?;
        Ok(Self::Child(Arc::new(child)))
    }

    /// For custody.
    pub fn signer(&self) -> Arc<dyn Signer> {
        match self {
            Self::Remote(remote) => remote.clone(),
            Self::Child(child) => child.clone(),
        }
    }

    /// Hangs up; a child has ended afterwards.
    pub async fn close(&self) {
        match self {
            Self::Remote(remote) => remote.hang_up().await,
            Self::Child(child) => child.stop().await,
        }
    }
}

/// This very program, also when its file has been replaced meanwhile.
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
