//! The system under test: a database on its own disk, three replicas of the program, and a proxy in front of each.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::disk::Disk;
use crate::faults::Faults;
use crate::http::{Ask, Line};
use crate::points::{Aim, Points};
use crate::postgres::Postgres;
use crate::process;
use crate::proxy;
use crate::replica::{Replica, Start};
use crate::wallet::BOT_TOKEN;

/// The number of replicas.
pub const REPLICAS: usize = 3;
/// The timeout of a command line call.
const TELL_MAX: Duration = Duration::from_secs(30);
const START_MAX: Duration = Duration::from_secs(120);

/// The system under test.
pub struct TestSystem {
    folder: PathBuf,
    bin: PathBuf,
    pub disk: Disk,
    pub postgres: Postgres,
    pub replicas: Vec<Arc<Replica>>,
    pub proxies: Vec<Arc<Faults>>,
    pub points: Arc<Points>,
    keepers: Vec<JoinHandle<()>>,
    /// The external signer with the wallet keys, as in production with several replicas.
    signer: Child,
}

impl TestSystem {
    /// Builds the system in a new folder, and waits until every replica serves. For `aim` see [`Points::aimed_at`];
    /// with `archived` the database can be restored to any moment.
    pub async fn open(
        bin: &Path,
        environment: &[(String, String)],
        aim: Option<Aim>,
        archived: bool,
    ) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("agio-torture-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("secrets"))?;
        let disk = Disk::make(&folder.join("disk")).await?;
        let archive = archived.then(|| folder.join("archive"));
        let postgres = Postgres::make(&folder.join("disk"), folder.join("postgres.log"), archive).await?;
        let signer = start_signer(bin, &folder)?;
        let mut system = Self {
            folder,
            bin: bin.to_owned(),
            disk,
            postgres,
            replicas: Vec::new(),
            proxies: Vec::new(),
            points: Arc::new(Points::aimed_at(aim)),
            keepers: Vec::new(),
            signer,
        };
        for number in 0..REPLICAS {
            system.add_replica(bin, number, environment).await?;
            // One after the other: the first creates the secrets and the schema.
            system.wait_for(number).await?;
        }
        Ok(system)
    }

    async fn add_replica(&mut self, bin: &Path, number: usize, more: &[(String, String)]) -> anyhow::Result<()> {
        let faults = proxy::start(self.postgres.port(), self.points.clone()).await?;
        let mut environment = more.to_vec();
        let own = |name: &str| self.folder.join(format!("{name}-{number}")).display().to_string();
        environment.push(("AGIO_SIGNER_SOCKET".into(), self.folder.join("signer.sock").display().to_string()));
        environment.push(("AGIO_TORTURE_CLOCK".into(), own("clock")));
        environment.push(("AGIO_SIGN_IN_AGIO_TELEGRAM_BOT_TOKEN".into(), BOT_TOKEN.into()));
        let start = Start {
            bin: bin.to_owned(),
            data: self.folder.join("secrets"),
            database: faults.url(),
            port: process::free_port()?,
            log: self.folder.join(format!("replica-{number}.log")),
            environment,
        };
        let (replica, keeper) = Replica::keep(start);
        faults.belong_to(replica.clone());
        self.replicas.push(replica);
        self.proxies.push(faults);
        self.keepers.push(keeper);
        Ok(())
    }

    async fn wait_for(&self, number: usize) -> anyhow::Result<()> {
        let replica = &self.replicas[number];
        let (mut line, deadline) = (Line::to(replica.port()), Instant::now() + START_MAX);
        loop {
            let answer = line.ask(&Ask::get("config"), "").await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            let tries = replica.ended_alone.load(Ordering::SeqCst);
            let log = || std::fs::read_to_string(self.folder.join(format!("replica-{number}.log"))).unwrap_or_default();
            ensure!(tries < 5 && Instant::now() < deadline, "replica {number} does not start: {}", log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Runs a command of the program's command line through a proxy, and returns its output. After a failure the
    /// outcome is unknown.
    pub async fn tell(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let Some(proxy) = self.proxies.first() else { anyhow::bail!("there is no way to the database") };
        self.tell_at(&proxy.url(), arguments).await
    }

    /// Runs a command on the database at `url`.
    pub async fn tell_at(&self, url: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(&self.bin);
        let (what, how) = arguments.split_at(1.min(arguments.len()));
        command.args(what).arg("--data").arg(self.folder.join("secrets")).args(how);
        command.env("AGIO_DATABASE_URL", url).env("RUST_LOG", "warn");
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = tokio::time::timeout(TELL_MAX, command.output()).await??;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The ports of the replicas.
    pub fn ports(&self) -> Vec<u16> {
        self.replicas.iter().map(|replica| replica.port()).collect()
    }

    /// A control file of the replica, for example for its clock.
    pub fn file(&self, name: &str, replica: usize) -> PathBuf {
        self.folder.join(format!("{name}-{replica}"))
    }

    /// A path inside the system's folder, which is deleted at the end.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Ends all faults.
    pub async fn heal(&self) -> anyhow::Result<()> {
        for proxy in &self.proxies {
            proxy.heal();
        }
        for (number, replica) in self.replicas.iter().enumerate() {
            replica.signal("CONT").await?;
            let _ = std::fs::remove_file(self.file("clock", number));
        }
        self.disk.free()?;
        if !self.postgres.runs().await {
            self.postgres.start().await?;
        }
        Ok(())
    }

    /// Stops everything, and copies the logs to `keep` if given. The logs contain no secrets, which are in another
    /// folder.
    pub async fn close(mut self, keep: Option<&Path>) -> anyhow::Result<()> {
        for replica in &self.replicas {
            replica.stop().await?;
        }
        for keeper in self.keepers {
            let _ = keeper.await;
        }
        self.signer.kill().await?;
        self.postgres.kill().await?;
        if let Some(kept) = keep {
            std::fs::create_dir_all(kept).context("the logs cannot be kept")?;
            for entry in std::fs::read_dir(&self.folder)?.flatten() {
                if entry.path().is_file() && !entry.file_name().to_string_lossy().ends_with(".img") {
                    std::fs::copy(entry.path(), kept.join(entry.file_name()))?;
                }
            }
        }
        self.disk.remove().await;
        std::fs::remove_dir_all(&self.folder)?;
        Ok(())
    }
}

fn start_signer(bin: &Path, folder: &Path) -> anyhow::Result<Child> {
    let log = std::fs::File::create(folder.join("signer.log"))?;
    let mut command = Command::new(bin);
    command.arg("sign").arg("--data").arg(folder.join("secrets")).arg("--socket").arg(folder.join("signer.sock"));
    command.env("RUST_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.kill_on_drop(true).process_group(0).spawn().context("the signer cannot be started")
}
