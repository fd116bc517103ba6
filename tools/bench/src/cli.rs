//! The command line, and the execution of its commands.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use kernel::World;
use store::StoreOptions;

use crate::database::{Database, unless_interrupted};
use crate::journal::{self, BenchOptions, GrowthOptions, SealingOptions};
use crate::program::{self, Agio};

/// Connections of a benchmark in which only the Journal writes.
const CONNECTIONS: u32 = 24;

/// Measures this machine: the Journal on a database of its own, or a server with its database. docs/figures.md has the
/// figures.
#[derive(Parser)]
#[command(name = "bench", version)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
    /// Data folder of the benchmark's database. A temporary folder if absent. Entries of a ledger are permanent, so never
    /// name the folder of an installation.
    #[arg(long, global = true)]
    data: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    /// Measures transfers per second through the Journal in many settings, with two baselines.
    Journal {
        /// Only the most important figures, in less than 40 seconds.
        #[arg(long)]
        quick: bool,
        /// Prints the figures as JSON.
        #[arg(long)]
        json: bool,
        /// Only settings whose description contains this text, such as `hot, hold_post`.
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Measures the cost of a transfer, the Journal's memory and the read time of an account, while the ledger grows.
    Growth {
        /// Total number of transfers.
        #[arg(long, default_value_t = 10_000_000)]
        transfers: u64,
        /// Number of transfers between two measurements.
        #[arg(long, default_value_t = 1_000_000)]
        step: u64,
    },
    /// Measures the cost of the proof log: Journal throughput with and without the sealer, alternately.
    Sealing {
        /// Number of rounds, of four turns each, in each setting.
        #[arg(long, default_value_t = 10)]
        rounds: u32,
        /// Duration of a turn in seconds.
        #[arg(long, default_value_t = 2)]
        seconds: u64,
    },
    /// Measures sign-ins per minute over HTTP, and timing differences between known and unknown emails.
    SignIn {
        #[command(flatten)]
        server: Server,
        /// Number of concurrent clients.
        #[arg(long, default_value_t = 20)]
        clients: usize,
        /// Total number of sign-ins.
        #[arg(long, default_value_t = 4_000)]
        sign_ins: usize,
        /// Number of emails of each kind, known and unknown, for which codes are requested.
        #[arg(long, default_value_t = 2_000)]
        pairs: usize,
    },
    /// Measures order creation under load, over HTTP.
    Orders {
        #[command(flatten)]
        server: Server,
        /// Number of concurrent clients.
        #[arg(long, default_value_t = 50)]
        clients: usize,
        /// Number of orders per client.
        #[arg(long, default_value_t = 20)]
        orders: usize,
    },
    /// Measures authenticated reads of partners beside an unauthenticated read, and the time from the commit of an event
    /// to its webhook.
    Partner {
        #[command(flatten)]
        server: Server,
        /// Number of API keys, each with a connection of its own. A key may read 100 times a second.
        #[arg(long, default_value_t = 128)]
        keys: usize,
        /// Seconds of each of the two measurements of reads.
        #[arg(long, default_value_t = 20)]
        seconds: u64,
        /// Number of orders whose events are sent by webhook.
        #[arg(long, default_value_t = 200)]
        orders: usize,
    },
    /// Measures transfers between customers over HTTP, beside the Journal's own rate.
    Transfers {
        #[command(flatten)]
        server: Server,
        /// Number of concurrent customers.
        #[arg(long, default_value_t = 64)]
        clients: usize,
        /// Number of transfers per customer in each of the two runs.
        #[arg(long, default_value_t = 200)]
        transfers: usize,
    },
}

/// The program under measurement.
#[derive(Args)]
struct Server {
    /// The program `agio`. Default: the one beside this program.
    #[arg(long, env = "AGIO_BIN")]
    agio: Option<PathBuf>,
}

impl Server {
    /// # Errors
    /// If there is no such program.
    fn agio(self) -> anyhow::Result<Agio> {
        let beside = || Ok::<_, std::io::Error>(std::env::current_exe()?.with_file_name("agio"));
        let path = self.agio.map_or_else(beside, Ok)?;
        anyhow::ensure!(path.is_file(), "{} is not there: build it, or name it with --agio", path.display());
        Ok(Agio(path))
    }
}

/// Runs a benchmark on its own database.
///
/// # Errors
/// A sentence with the cause.
pub(crate) async fn run(bench: Bench) -> anyhow::Result<()> {
    let data = bench.data;
    match bench.what {
        What::Journal { quick, json, only } => {
            on_database(data, async |database| measure_journal(database, quick, json, &only).await).await
        }
        What::Growth { transfers, step } => {
            let options = GrowthOptions { transfers, step, callers: 4_096, accounts: 10_000 };
            on_database(data, async |database| measure_growth(database, options).await).await
        }
        What::Sealing { rounds, seconds } => {
            let options = SealingOptions { rounds, time: Duration::from_secs(seconds) };
            on_database(data, async |database| measure_sealing(database, options).await).await
        }
        What::SignIn { server, clients, sign_ins, pairs } => {
            let agio = server.agio()?;
            on_database(data, async |database| program::sign_in(database, &agio, clients, sign_ins, pairs).await).await
        }
        What::Orders { server, clients, orders } => {
            let agio = server.agio()?;
            on_database(data, async |database| program::orders(database, &agio, clients, orders).await).await
        }
        What::Partner { server, keys, seconds, orders } => {
            let agio = server.agio()?;
            on_database(data, async |database| program::partner(database, &agio, keys, seconds, orders).await).await
        }
        What::Transfers { server, clients, transfers } => {
            let agio = server.agio()?;
            on_database(data, async |database| program::transfers(database, &agio, clients, transfers).await).await
        }
    }
}

/// Starts a database for `work`, and stops it afterwards, also after an interruption.
async fn on_database(
    data: Option<PathBuf>,
    work: impl AsyncFnOnce(&Database) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let database = Database::start(data).await?;
    let done = unless_interrupted(work(&database)).await;
    database.stop_after(done).await
}

async fn measure_journal(database: &Database, quick: bool, json: bool, only: &str) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut options = if quick { BenchOptions::quick() } else { BenchOptions::full() };
    options.cases.retain(|case| case.to_string().contains(only));
    let store = database.store(StoreOptions::default().connections_max).await?;
    let crowd = database.store(options.connections()).await?;
    let report = journal::bench(&store, crowd, &World::system(), &options, &mut stderr()).await;
    store.close().await;
    let report = report.context("the benchmark failed")?;
    eprintln!("The benchmark took {} s.", began.elapsed().as_secs());
    let mut out = stdout();
    if json { writeln!(out, "{}", report.to_json()) } else { write!(out, "{report}") }
        .context("nobody reads the figures")
}

async fn measure_growth(database: &Database, options: GrowthOptions) -> anyhow::Result<()> {
    let store = database.store(CONNECTIONS).await?;
    let done = journal::growth(&store, &World::system(), options, &mut stdout()).await;
    store.close().await;
    done.context("the benchmark failed")
}

async fn measure_sealing(database: &Database, options: SealingOptions) -> anyhow::Result<()> {
    let store = database.store(CONNECTIONS).await?;
    let done = journal::sealing(&store, &World::system(), options, &mut stdout(), &mut stderr()).await;
    store.close().await;
    done.context("the benchmark failed")
}
