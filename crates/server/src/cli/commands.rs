//! Execution of the commands.

use std::io::{Stdout, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use identity::{IdentityConfig, KeyEncryptionKey, Pepper};
use kernel::World;
use ledger::proof::LogKeys;
use store::embedded::{EmbeddedError, EmbeddedPostgres};
use store::{Store, StoreOptions};

use crate::cli::manual_resolution::ManualResolution;
use crate::cli::{Command, LiabilitiesCommand, Operate, Ops, PayoutCommand};
use crate::run::liabilities::Liabilities;
use crate::wiring::Installation;
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;
use crate::{cli::seed, cli::signer, cli::up, run::draw_pdf};

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
            resolve_manually(&store, data, async |resolution, out| resolution.settle(what, out).await).await
        }
        Operate::Policy { what } => {
            crate::cli::policies::run(&store, &World::system(), what, &mut std::io::stdout()).await
        }
        Operate::Payout { what: PayoutCommand::Fail(about) } => {
            resolve_manually(&store, data, async |resolution, out| resolution.fail_payout(&about, out).await).await
        }
        Operate::Resume(on) => {
            resolve_manually(&store, data, async |resolution, out| resolution.resume(&on, out).await).await
        }
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
    let installation = Installation::open(store.clone(), World::system(), &Config::from_env(), secrets, None).await?;
    let done = operation(ManualResolution::of(&installation), &mut std::io::stdout()).await;
    installation.close().await;
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
