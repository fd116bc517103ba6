//! Starting everything in the order in which each needs the one before, and stopping it the other way round.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use custody::CustodyError;
use exchange::ExchangeError;
use identity::IdentityError;
use kernel::ErrorKind as Kind;
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreError, StoreOptions};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::Place;
use crate::config::{Config, SignerConfig};
use crate::secrets::Secrets;
use crate::serve::{DRAIN, serve};
use crate::signer::Connection;
use crate::stop;
use crate::wiring::House;

/// Attempts at each step of the start while the database is away, and the first pause between two; each is twice the last,
/// which makes three seconds.
const START_ATTEMPTS: u32 = 5;
const START_PAUSE: Duration = Duration::from_millis(100);
/// After so long without movement a step waits for a connection that fell silent. The schema's migration knows better by itself.
const START_STUCK: Duration = Duration::from_secs(10);

/// What this process does.
#[derive(Clone, Copy)]
pub enum Role {
    /// Everything, with a private database unless one is configured.
    All {
        /// With the demo tenants, whatever the database.
        demo: bool,
    },
    /// The API and the page.
    Serve,
    /// The workers.
    Work,
}

impl Role {
    const fn is_all(self) -> bool {
        matches!(self, Self::All { .. })
    }
}

/// The role, with the demo tenants where they were asked for and on a local installation that has them or is fresh.
async fn with_demo(role: Role, private: bool, store: &Store) -> anyhow::Result<Role> {
    let Role::All { demo } = role else { return Ok(role) };
    Ok(Role::All { demo: demo || private && patiently(async || Ok(identity::wants_demo(store).await?)).await? })
}

/// Runs until somebody asks to stop.
///
/// # Errors
/// One sentence with what to do.
pub async fn up(place: Place, role: Role) -> anyhow::Result<()> {
    let config = Config::from_env();
    let stopped = stop::on_signal()?;
    // First of all, because it fails most often and costs nothing to find out.
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
            // Its connections are dead: there is nothing to close in order, and whatever was committed is on the disk.
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
    place: &Place,
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
    let world = crate::clock::world();
    // Whatever answers requests alone has no way to sign.
    let signing = match role {
        Role::Serve => None,
        Role::All { .. } | Role::Work => Some(Connection::open(&place.data.data, &SignerConfig::from_env()?).await?),
    };
    let open = async || {
        let secrets = Secrets::open(&place.data.data)?;
        secrets.check(store, &world).await?;
        let signer = signing.as_ref().map(Connection::signer);
        House::open(store.clone(), world.clone(), &config, secrets, signer).await
    };
    let ran = match patiently(async || moving(open()).await).await {
        Ok(house) => work(place, role, house, listener, stopped).await,
        Err(error) => Err(error),
    };
    if let Some(signing) = signing {
        signing.close().await;
    }
    ran
}

async fn work(
    place: &Place,
    role: Role,
    house: House,
    listener: Option<TcpListener>,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    if let Role::All { demo: true } = role {
        patiently(async || moving(house.seed()).await).await?;
        patiently(async || moving(house.furnish_console()).await).await?;
    }
    let workers = (!matches!(role, Role::Serve)).then(|| house.start_workers());
    match listener {
        Some(listener) => {
            let address = listener.local_addr()?;
            let local = place.host.is_loopback();
            let state = house.state(local, stopped.clone());
            let pages = house.pages(&state);
            greet(address, role);
            serve(listener, api::router(state.clone(), pages), house.connections(local), stopped).await?;
            // What callers have begun is carried to its end, also for those who have hung up.
            let _ = tokio::time::timeout(DRAIN, state.settled()).await;
        }
        None => stop::asked(stopped).await,
    }
    if let Some(workers) = workers {
        workers.stop().await;
    }
    house.close().await;
    Ok(())
}

/// Does a step of the start, again while only the database is away for a moment: replicas that gave up at the first lost
/// connection would all be gone after one restart of the database. A step can be done twice.
async fn patiently<T>(step: impl AsyncFn() -> anyhow::Result<T>) -> anyhow::Result<T> {
    for attempt in 0..START_ATTEMPTS {
        match step().await {
            Err(error) if is_away(&error) => {
                tracing::warn!(error = format!("{error:#}"), "the database is away; trying again");
                tokio::time::sleep(START_PAUSE * 2_u32.pow(attempt)).await;
            }
            done => return done,
        }
    }
    step().await
}

/// A step of the start, or the word that it does not move: then it can be done again.
async fn moving<T>(step: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    store::unless_stuck(START_STUCK, step).await.unwrap_or_else(|| Err(StoreError::fell_silent().into()))
}

/// Whether the database was the reason, and may be there again in a moment.
fn is_away(error: &anyhow::Error) -> bool {
    let away = |kind| kind == Kind::Unavailable;
    let by_store = error.chain().any(|cause| cause.downcast_ref::<StoreError>().is_some_and(StoreError::is_transient));
    by_store
        || error.downcast_ref::<IdentityError>().is_some_and(|error| away(error.kind()))
        || error.downcast_ref::<ExchangeError>().is_some_and(|error| away(error.kind()))
        || error.downcast_ref::<CustodyError>().is_some_and(|error| away(error.kind()))
}

/// A PostgreSQL of the host's own may be set so that it forgets: whoever runs it hears of it in one line, and decides.
async fn warn_of_forgetting(store: &Store) -> anyhow::Result<()> {
    let off = patiently(async || Ok(store.forgetful_settings().await?)).await?;
    if !off.is_empty() {
        let off = off.join(" and ");
        tracing::warn!(
            "PostgreSQL runs with {off} off: when its machine dies, it may lose what it has confirmed. Turn it on before it keeps money"
        );
    }
    Ok(())
}

/// Where `private` says that the database is the folder's own, whoever has the port may be the very Agio that runs there: then a
/// second start is told that, and not to take another port.
async fn listen(place: &Place, private: bool) -> anyhow::Result<TcpListener> {
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

/// Returns when the private database has ended by itself; never where there is none.
async fn lost(database: &mut Option<EmbeddedPostgres>) {
    match database {
        Some(database) => database.ended().await,
        None => std::future::pending().await,
    }
}

/// Where a browser on this machine finds what listens on `address`.
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
        let place = Place { data, port, host: std::net::Ipv4Addr::LOCALHOST.into() };
        let refused = listen(&place, true).await.unwrap_err().to_string();
        assert_eq!(refused, format!("port {port} is in use: stop what uses it, or choose another with --port"));
    }
}
