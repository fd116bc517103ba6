//! One running copy of the program, started again whenever it ends.

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::process;

/// Between an end and the next start, so that one that cannot start does not take the machine.
const BREATH: Duration = Duration::from_millis(100);

/// How it is started.
#[derive(Clone, Debug)]
pub struct Start {
    pub bin: PathBuf,
    /// The folder of the secrets, which all replicas share.
    pub data: PathBuf,
    pub database: String,
    pub port: u16,
    pub log: PathBuf,
    /// More of the environment, as the build under torture understands it.
    pub environment: Vec<(String, String)>,
}

/// A replica.
pub struct Replica {
    start: Start,
    process: AtomicU32,
    stopping: AtomicBool,
    /// How often it was started.
    pub starts: AtomicU64,
    /// How often it ended without having been killed from here.
    pub ended_alone: AtomicU64,
    killed: AtomicBool,
}

impl Replica {
    /// Starts it and keeps it running.
    pub fn keep(start: Start) -> (Arc<Self>, JoinHandle<()>) {
        let replica = Arc::new(Self {
            start,
            process: AtomicU32::new(0),
            stopping: AtomicBool::new(false),
            starts: AtomicU64::new(0),
            ended_alone: AtomicU64::new(0),
            killed: AtomicBool::new(false),
        });
        let task = tokio::spawn(keep(replica.clone()));
        (replica, task)
    }

    pub const fn port(&self) -> u16 {
        self.start.port
    }

    /// Sends it a signal, as its number's name; whether there was anybody to get it.
    pub async fn signal(&self, signal: &str) -> anyhow::Result<bool> {
        let process = self.process.load(Ordering::SeqCst);
        if process == 0 {
            return Ok(false);
        }
        if signal == "KILL" {
            self.killed.store(true, Ordering::SeqCst);
        }
        process::signal(signal, &[process]).await?;
        Ok(true)
    }

    /// Ends it for good.
    pub async fn stop(&self) -> anyhow::Result<()> {
        self.stopping.store(true, Ordering::SeqCst);
        self.signal("KILL").await.map(|_| ())
    }

    fn spawn(&self) -> anyhow::Result<Child> {
        let Start { bin, data, database, port, log, environment } = &self.start;
        let log = OpenOptions::new().create(true).append(true).open(log)?;
        let mut command = Command::new(bin);
        command.args(["up", "--demo", "--host", "127.0.0.1", "--port", &port.to_string(), "--data"]).arg(data);
        command.env("AGIO_DATABASE_URL", database).env("RUST_LOG", "warn").envs(environment.iter().cloned());
        command.env_remove("AGIO_SMTP_URL").env_remove("AGIO_LITECOIN_RPC").env_remove("AGIO_BITCOIN_RPC");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).kill_on_drop(true).process_group(0);
        command.spawn().context("the program under torture cannot be started")
    }
}

async fn keep(replica: Arc<Replica>) {
    while !replica.stopping.load(Ordering::SeqCst) {
        replica.killed.store(false, Ordering::SeqCst);
        match replica.spawn() {
            Ok(mut child) => {
                replica.starts.fetch_add(1, Ordering::SeqCst);
                replica.process.store(child.id().unwrap_or(0), Ordering::SeqCst);
                let _ = child.wait().await;
                replica.process.store(0, Ordering::SeqCst);
                if !replica.killed.load(Ordering::SeqCst) && !replica.stopping.load(Ordering::SeqCst) {
                    replica.ended_alone.fetch_add(1, Ordering::SeqCst);
                }
            }
            Err(error) => eprintln!("{error:#}"),
        }
        tokio::time::sleep(BREATH).await;
    }
}
