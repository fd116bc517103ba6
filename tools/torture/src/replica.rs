//! A running process of the program, restarted whenever it ends.

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

/// The pause before a restart, so that a failing start does not overload the machine.
const BREATH: Duration = Duration::from_millis(100);

/// The parameters of a start.
#[derive(Clone, Debug)]
pub struct Start {
    pub bin: PathBuf,
    /// The folder of the secrets, shared by all replicas.
    pub data: PathBuf,
    pub database: String,
    pub port: u16,
    pub log: PathBuf,
    /// Additional environment variables.
    pub environment: Vec<(String, String)>,
}

/// A replica.
pub struct Replica {
    start: Start,
    process: AtomicU32,
    stopping: AtomicBool,
    /// The number of starts.
    pub starts: AtomicU64,
    /// The number of ends without a kill by the harness.
    pub ended_alone: AtomicU64,
    killed: AtomicBool,
}

impl Replica {
    /// Starts it and restarts it whenever it ends.
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

    /// Sends the signal with this name; returns whether the process was running.
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

    /// Ends it permanently.
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
