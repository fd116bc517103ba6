//! Execution of the commands.

use std::io::{Stdout, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use identity::{IdentityConfig, KeyEncryptionKey, Pepper};
use kernel::World;
use ledger::bench::{BenchOptions, GrowthOptions, SealingOptions};
use ledger::proof::LogKeys;
use store::embedded::{EmbeddedError, EmbeddedPostgres};
use store::{Store, StoreOptions};

use crate::cli::manual_resolution::ManualResolution;
use crate::cli::{Bench, Command, LiabilitiesCommand, Operate, Ops, PayoutCommand};
use crate::run::liabilities::Liabilities;
use crate::wiring::Installation;
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;
use crate::{cli::bench_orders, cli::bench_sign_in, cli::seed, cli::signer, cli::up, run::draw_pdf};

/// Connections of a benchmark in which only the Journal writes.
const BENCH_CONNECTIONS: u32 = 24;

/// Runs a command to completion.
pub async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Up { place, demo } => up::up(place, up::Role::All { demo }).await?,
        Command::Serve(place) => up::up(place, up::Role::Serve).await?,
        Command::Work(place) => up::up(place, up::Role::Work).await?,
        Command::Sign(place) => signer::run(place).await?,
        Command::DrawPdf => return draw_pdf::run(),
        Command::Seed { data, what } => seed::run(&data, what, &mut std::io::stdout())?,
        Command::Openapi { operator, partner } => print_openapi(operator, partner)?,
        Command::Migrate(data) => {
            let (store, database) = open_as_it_is(&data.data).await?;
            store.migrate().await?;
            println!("The database is at this version.");
            close(store, database).await?;
        }
        Command::Wallets(data) => {
            let (store, database) = open(&data.data).await?;
            let printed = crate::cli::wallets::print(&store, &mut std::io::stdout()).await;
            close(store, database).await?;
            printed?;
        }
        Command::Liabilities { what: LiabilitiesCommand::Publish(data) } => publish_liabilities(&data.data).await?,
        Command::Ops { data, what } => operate(&data.data, what).await?,
        Command::Tenant { data, what } => {
            let (store, database) = open(&data.data).await?;
            let done = crate::cli::tenants::run(&store, &World::system(), what, &mut std::io::stdout()).await;
            close(store, database).await?;
            done?;
        }
        Command::Operator { data, what } => {
            let (store, database) = open(&data.data).await?;
            let done = crate::cli::operators::run(&store, &World::system(), what, &mut std::io::stdout()).await;
            close(store, database).await?;
            done?;
        }
        Command::Doctor { data, tenant } => {
            let (store, database) = open(&data.data).await?;
            let (world, config) = (World::system(), Config::from_env());
            let told =
                crate::cli::doctor::run(&store, &world, &config, tenant.as_deref(), &mut std::io::stdout()).await;
            close(store, database).await?;
            return Ok(if told? { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Verify(proof) => return Ok(crate::cli::verify::run(proof).await),
        Command::Bench { what: Bench::Journal { place, quick, json, only } } => {
            bench_journal(place.data, quick, json, &only).await?
        }
        Command::Bench { what: Bench::Growth { place, transfers, step } } => {
            bench_growth(place.data, transfers, step).await?;
        }
        Command::Bench { what: Bench::Sealing { place, rounds, seconds } } => {
            bench_sealing(place.data, rounds, seconds).await?;
        }
        Command::Bench { what: Bench::SignIn { place, clients, sign_ins, pairs } } => {
            bench_sign_in::run(place.data, clients, sign_ins, pairs).await?;
        }
        Command::Bench { what: Bench::Orders { place, clients, orders } } => {
            bench_orders::run(place.data, clients, orders).await?;
        }
        Command::Bench { what: Bench::Transfers { place, clients, transfers } } => {
            bench_orders::transfers::run(place.data, clients, transfers).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the customers' document, or another one.
fn print_openapi(operator: bool, partner: bool) -> anyhow::Result<()> {
    let document = match (operator, partner) {
        (true, _) => api::operator_openapi(),
        (_, true) => api::partner_openapi(),
        _ => api::openapi(),
    };
    let document = document.to_pretty_json().context("the document cannot be written")?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}

async fn operate(data: &Path, what: Operate) -> anyhow::Result<()> {
    let (store, database) = open(data).await?;
    let done = match what {
        Operate::Ops(what) => ops_command(&store, data, what).await,
        Operate::Transaction { what } => {
            resolve_manually(&store, data, async |house, out| house.settle(what, out).await).await
        }
        Operate::Policy { what } => {
            crate::cli::policies::run(&store, &World::system(), what, &mut std::io::stdout()).await
        }
        Operate::Payout { what: PayoutCommand::Fail(about) } => {
            resolve_manually(&store, data, async |house, out| house.fail_payout(&about, out).await).await
        }
        Operate::Resume(on) => resolve_manually(&store, data, async |house, out| house.resume(&on, out).await).await,
    };
    close(store, database).await?;
    done
}

async fn ops_command(store: &Store, data: &Path, what: Ops) -> anyhow::Result<()> {
    let secrets = Secrets::existing(data)?;
    secrets.check(store, &World::system()).await?;
    let keys =
        IdentityConfig { pepper: Pepper::new(secrets.pepper), data_key: KeyEncryptionKey::new(secrets.data_key) };
    crate::cli::ops_cli::run(store, &World::system(), keys, what, &mut std::io::stdout()).await
}

/// Opens the complete system without workers, for one operation.
async fn resolve_manually(
    store: &Store,
    data: &Path,
    operation: impl AsyncFnOnce(ManualResolution, &mut Stdout) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let secrets = Secrets::existing(data)?;
    let house = Installation::open(store.clone(), World::system(), &Config::from_env(), secrets, None).await?;
    let done = operation(ManualResolution::of(&house), &mut std::io::stdout()).await;
    house.close().await;
    done
}

/// Opens the configured database, or the embedded one of the data folder, which is started if it is not running. A
/// folder without a database is an error, because only `agio up` creates one.
///
/// # Errors
/// A sentence with the remedy, also for a schema of another version.
pub async fn open(data: &Path) -> anyhow::Result<(Store, Option<EmbeddedPostgres>)> {
    let (store, database) = open_as_it_is(data).await?;
    let misfit = match store.schema().await {
        Ok(schema) => schema.check().err().map(anyhow::Error::from),
        Err(error) => Some(error.into()),
    };
    match misfit {
        None => Ok((store, database)),
        Some(error) => {
            close(store, database).await?;
            Err(error)
        }
    }
}

/// Opens the database with any schema version.
async fn open_as_it_is(data: &Path) -> anyhow::Result<(Store, Option<EmbeddedPostgres>)> {
    if let Some(url) = Config::from_env().database_url {
        return Ok((Store::connect(&url, StoreOptions::default()).await?, None));
    }
    ensure!(
        store::embedded::is_there(data),
        "there is no database in the data folder {}: name the folder that `agio up` runs with by --data or AGIO_DATA, or give the \
         database by AGIO_DATABASE_URL",
        std::path::absolute(data).as_deref().unwrap_or(data).display()
    );
    let database = match EmbeddedPostgres::start(data).await {
        Ok(database) => database,
        Err(error @ EmbeddedError::InUse { .. }) => {
            let url = EmbeddedPostgres::beside(data).await.ok_or(error)?;
            return Ok((Store::connect(&url, StoreOptions::default()).await?, None));
        }
        Err(error) => return Err(error.into()),
    };
    let store = Store::connect(&database.url(), StoreOptions::default()).await?;
    Ok((store, Some(database)))
}

/// Closes the result of [`open`].
pub async fn close(store: Store, database: Option<EmbeddedPostgres>) -> anyhow::Result<()> {
    store.close().await;
    if let Some(database) = database {
        database.stop().await?;
    }
    Ok(())
}

async fn publish_liabilities(data: &Path) -> anyhow::Result<()> {
    let secret = Secrets::log_key_of(data)?;
    let secret = secret.with_context(|| format!("{} has no log key: nothing could be signed", data.display()))?;
    let (store, database) = open(data).await?;
    let liabilities = Liabilities { store: store.clone(), world: World::system(), keys: LogKeys::new(secret) };
    let published = liabilities.publish_all(&mut std::io::stdout()).await;
    close(store, database).await?;
    published
}

/// Uses its own database, because ledger entries are permanent.
async fn bench_journal(data: Option<PathBuf>, quick: bool, json: bool, only: &str) -> anyhow::Result<()> {
    let (scratch, began) = (Scratch::at(data)?, Instant::now());
    let mut figures = if quick { BenchOptions::quick() } else { BenchOptions::full() };
    figures.cases.retain(|case| case.to_string().contains(only));
    let shipped = StoreOptions::default().connections_max;
    let (store, database) = bench_store(&scratch, shipped).await?;
    let many = StoreOptions { connections_max: figures.connections(), ..StoreOptions::default() };
    let crowd = Store::connect(&database.url(), many).await?;
    let (world, mut progress) = (World::system(), std::io::stderr());
    let done = unless_interrupted(ledger::bench::bench(&store, crowd, &world, &figures, &mut progress)).await;
    close(store, Some(database)).await?;
    let report = done?.context("the benchmark failed")?;
    eprintln!("The benchmark took {} s.", began.elapsed().as_secs());
    let mut out = std::io::stdout();
    if json { writeln!(out, "{}", report.to_json()) } else { write!(out, "{report}") }
        .context("nobody reads the figures")
}

async fn bench_growth(data: Option<PathBuf>, transfers: u64, step: u64) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let (store, database) = bench_store(&scratch, BENCH_CONNECTIONS).await?;
    let options = GrowthOptions { transfers, step, callers: 4_096, accounts: 10_000 };
    let mut out = std::io::stdout();
    let done = unless_interrupted(ledger::bench::growth(&store, &World::system(), options, &mut out)).await;
    close(store, Some(database)).await?;
    done?.context("the benchmark failed")
}

async fn bench_sealing(data: Option<PathBuf>, rounds: u32, seconds: u64) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let (store, database) = bench_store(&scratch, BENCH_CONNECTIONS).await?;
    let options = SealingOptions { rounds, time: Duration::from_secs(seconds) };
    let (mut out, mut progress) = (std::io::stdout(), std::io::stderr());
    let world = World::system();
    let work = ledger::bench::sealing(&store, &world, options, &mut out, &mut progress);
    let done = unless_interrupted(work).await;
    close(store, Some(database)).await?;
    done?.context("the benchmark failed")
}

/// Runs `work` until the process is interrupted. The caller can then stop the database that it started.
///
/// # Errors
/// If the process was interrupted.
pub(crate) async fn unless_interrupted<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let stopped = crate::run::stop::on_signal()?;
    tokio::select! {
        done = work => Ok(done),
        () = crate::run::stop::asked(stopped) => anyhow::bail!("interrupted"),
    }
}

async fn bench_store(scratch: &Scratch, connections: u32) -> anyhow::Result<(Store, EmbeddedPostgres)> {
    let database = EmbeddedPostgres::start(scratch.path()).await?;
    let options = StoreOptions { connections_max: connections, ..StoreOptions::default() };
    let store = Store::connect(&database.url(), options).await?;
    store.migrate().await?;
    Ok((store, database))
}

/// A data folder: a given one, or a temporary one that is deleted on drop.
pub struct Scratch {
    folder: PathBuf,
    given: bool,
}

impl Scratch {
    /// A temporary folder.
    ///
    /// # Errors
    /// If the folder for temporary files is not writable.
    pub fn new() -> anyhow::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agio-scratch-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).context("the temporary folder cannot be written: set TMPDIR")?;
        Ok(Self { folder, given: false })
    }

    /// The given folder, which is kept, or a temporary one.
    ///
    /// # Errors
    /// If the folder for temporary files is not writable.
    pub fn at(given: Option<PathBuf>) -> anyhow::Result<Self> {
        given.map_or_else(Self::new, |folder| Ok(Self { folder, given: true }))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.given {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
