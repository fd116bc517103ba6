//! Startup in the order of dependencies, and shutdown in reverse.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use custody::CustodyError;
use exchange::ExchangeError;
use identity::IdentityError;
use kernel::{ErrorKind as Kind, World};
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreError, StoreOptions};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::ServeArgs;
use crate::cli::signer::Connection;
use crate::run::serve::{DRAIN, serve};
use crate::run::stop;
use crate::wiring::Installation;
use crate::wiring::config::{Config, SignerConfig};
use crate::wiring::secrets::Secrets;

/// Number of attempts at each startup step while the database is unavailable. The pause starts at `START_PAUSE` and
/// doubles each time, three seconds in total.
const START_ATTEMPTS: u32 = 5;
const START_PAUSE: Duration = Duration::from_millis(100);
/// Time without progress after which a startup step is retried, because its connection may be dead. The schema
/// migration has its own detection.
const START_STUCK: Duration = Duration::from_secs(10);

/// The role of this process.
#[derive(Clone, Copy)]
pub enum Role {
    /// Everything, with the embedded database unless one is configured.
    All {
        /// Whether to add the demo tenants, with any database.
        demo: bool,
    },
    /// The API and the web app.
    Serve,
    /// The workers.
    Work,
}

impl Role {
    const fn is_all(self) -> bool {
        matches!(self, Self::All { .. })
    }
}

/// Adds the demo tenants if requested, and on a local installation that is new or has them already.
async fn with_demo(role: Role, private: bool, store: &Store) -> anyhow::Result<Role> {
    let Role::All { demo } = role else { return Ok(role) };
    Ok(Role::All { demo: demo || private && patiently(async || Ok(identity::wants_demo(store).await?)).await? })
}

/// Runs until shutdown.
///
/// # Errors
/// A sentence with the remedy.
pub async fn up(place: ServeArgs, role: Role) -> anyhow::Result<()> {
    let config = Config::from_env();
    let stopped = stop::on_signal()?;
    // First, because a busy port is the most common failure and cheap to detect.
    let private = role.is_all() && config.database_url.is_none();
    let listener = if matches!(role, Role::Work) { None } else { Some(listen(&place, private).await?) };
    let mut database = if private { Some(EmbeddedPostgres::start(&place.data.data).await?) } else { None };
    if let (Some(database), Some(listener)) = (&database, &listener) {
        database.note_address(&page(listener.local_addr()?));
    }
    let url = match (&config.database_url, &database) {
        (Some(url), _) => url.clone(),
        (None, Some(database)) => database.url(),
        (None, None) => bail!("AGIO_DATABASE_URL is not set: give a PostgreSQL, or use `agio up`"),
    };
    let connect = async || Store::connect(&url, StoreOptions::default()).await.context("the database cannot be used");
    let store = patiently(connect).await?;
    if database.is_none() {
        warn_of_forgetting(&store).await?;
    }
    let ran = tokio::select! {
        ran = run(&place, role, config, &store, listener, stopped) => ran,
        () = lost(&mut database) => {
            // All connections are dead, so an orderly shutdown is impossible. Committed data is on the disk.
            let log = place.data.data.join("postgres.log");
            bail!("the embedded PostgreSQL has ended by itself: see the end of {}, then start again", log.display());
        }
    };
    store.close().await;
    if let Some(database) = database {
        database.stop().await?;
    }
    ran
}

async fn run(
    place: &ServeArgs,
    role: Role,
    config: Config,
    store: &Store,
    listener: Option<TcpListener>,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    if role.is_all() {
        patiently(async || Ok(store.migrate().await?)).await?;
    } else {
        patiently(async || Ok(store.schema().await?.check()?)).await?;
    }
    let role = with_demo(role, config.database_url.is_none(), store).await?;
    let world = World::system();
    // A process that only serves requests has no signer.
    let signing = match role {
        Role::Serve => None,
        Role::All { .. } | Role::Work => Some(Connection::open(&place.data.data, &SignerConfig::from_env()?).await?),
    };
    let open = async || {
        let secrets = Secrets::open(&place.data.data)?;
        secrets.check(store, &world).await?;
        let signer = signing.as_ref().map(Connection::signer);
        Installation::open(store.clone(), world.clone(), &config, secrets, signer).await
    };
    let ran = match patiently(async || moving(open()).await).await {
        Ok(installation) => work(place, role, installation, listener, stopped).await,
        Err(error) => Err(error),
    };
    if let Some(signing) = signing {
        signing.close().await;
    }
    ran
}

async fn work(
    place: &ServeArgs,
    role: Role,
    mut installation: Installation,
    listener: Option<TcpListener>,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    if let Role::All { demo: true } = role {
        patiently(async || moving(installation.seed()).await).await?;
        patiently(async || moving(installation.furnish_console()).await).await?;
    }
    installation.start_recording();
    let workers = (!matches!(role, Role::Serve)).then(|| installation.start_workers());
    match listener {
        Some(listener) => {
            let address = listener.local_addr()?;
            let local = place.host.is_loopback();
            let state = installation.state(local, stopped.clone());
            let pages = installation.pages(&state);
            greet(address, role);
            serve(listener, api::router(state.clone(), pages), installation.connections(local), stopped).await?;
            // Operations in progress are completed, even if their callers have disconnected.
            let _ = tokio::time::timeout(DRAIN, state.settled()).await;
        }
        None => stop::asked(stopped).await,
    }
    if let Some(workers) = workers {
        workers.stop().await;
    }
    installation.close().await;
    Ok(())
}

/// Runs a startup step, and retries it while the database is temporarily unavailable. Otherwise one restart of the
/// database would end all replicas that are starting. Steps must be idempotent.
async fn patiently<T>(step: impl AsyncFn() -> anyhow::Result<T>) -> anyhow::Result<T> {
    for attempt in 0..START_ATTEMPTS {
        match step().await {
            Err(error) if is_away(&error) => {
                tracing::warn!(
                    event = "database.unavailable",
                    error = format!("{error:#}"),
                    "The process cannot reach its database. It tries again."
                );
                tokio::time::sleep(START_PAUSE * 2_u32.pow(attempt)).await;
            }
            done => return done,
        }
    }
    step().await
}

/// Fails a startup step without progress, so that it can be retried.
async fn moving<T>(step: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    store::unless_stuck(START_STUCK, step).await.unwrap_or_else(|| Err(StoreError::fell_silent().into()))
}

/// Whether the database is the cause and may become available again.
fn is_away(error: &anyhow::Error) -> bool {
    let away = |kind| kind == Kind::Unavailable;
    let by_store = error.chain().any(|cause| cause.downcast_ref::<StoreError>().is_some_and(StoreError::is_transient));
    by_store
        || error.downcast_ref::<IdentityError>().is_some_and(|error| away(error.kind()))
        || error.downcast_ref::<ExchangeError>().is_some_and(|error| away(error.kind()))
        || error.downcast_ref::<CustodyError>().is_some_and(|error| away(error.kind()))
}

/// Warns if an external PostgreSQL is configured in a way that can lose committed data.
async fn warn_of_forgetting(store: &Store) -> anyhow::Result<()> {
    let off = patiently(async || Ok(store.forgetful_settings().await?)).await?;
    if !off.is_empty() {
        let off = off.join(" and ");
        tracing::warn!(
            event = "database.durability_disabled",
            settings = off,
            "PostgreSQL can lose confirmed data when its machine fails. Turn these settings on before it keeps money."
        );
    }
    Ok(())
}

/// Binds the listener. With `private`, the port may be used by another Agio on the same data folder; the error then
/// says so instead of suggesting another port.
async fn listen(place: &ServeArgs, private: bool) -> anyhow::Result<TcpListener> {
    let address = SocketAddr::new(place.host, place.port);
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => match private.then(|| store::embedded::in_use(&place.data.data)).flatten() {
            Some(running) => running.into(),
            None => anyhow::anyhow!("port {} is in use: stop what uses it, or choose another with --port", place.port),
        },
        ErrorKind::PermissionDenied => {
            anyhow::anyhow!("port {} may not be used by this account: choose one above 1023 with --port", place.port)
        }
        _ => anyhow::anyhow!("{address} cannot be listened on: {error}"),
    })
}

/// Returns when the embedded database has ended unexpectedly. Never returns without one.
async fn lost(database: &mut Option<EmbeddedPostgres>) {
    match database {
        Some(database) => database.ended().await,
        None => std::future::pending().await,
    }
}

/// The URL of `address` for a browser on this machine.
fn page(address: SocketAddr) -> String {
    if address.ip().is_unspecified() || address.ip().is_loopback() {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}

fn greet(address: SocketAddr, role: Role) {
    let page = page(address);
    println!("Agio is running at {page}");
    if let Role::All { demo } = role {
        if demo {
            println!("Sign in with any e-mail address; the code arrives at {page}/sandbox/mail");
        }
        println!("Ctrl-C stops it.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_in_use_is_said_in_one_sentence_with_what_to_do() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = taken.local_addr().unwrap().port();
        let data = crate::cli::Data { data: "data".into() };
        let place = ServeArgs { data, port, host: std::net::Ipv4Addr::LOCALHOST.into() };
        let refused = listen(&place, true).await.unwrap_err().to_string();
        assert_eq!(refused, format!("port {port} is in use: stop what uses it, or choose another with --port"));
    }
}
