//! The store: a private pool. Transactions are opened only in `begin.rs`.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Executor, PgPool};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::events::EventHub;
use crate::options::{StoreOptions, with_session_settings};
use crate::timeout::within;
use crate::{StoreError, migrate};

const SERVER_VERSION_MIN: u32 = 15;
const HEALTH_MAX: Duration = Duration::from_millis(500);
/// The idle time after which a connection is checked before its use: the check costs each transaction a round trip.
const RESTED: Duration = Duration::from_millis(500);
/// The timeout of the check of an idle connection: a caller may wait for several checks.
const PING_MAX: Duration = Duration::from_millis(500);
const CONNECTION_LIFETIME: Duration = Duration::from_secs(30 * 60);

/// The process's handle to the database. Cheap to clone; all clones share one pool.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pool: PgPool,
    answer_timeout: Duration,
    connect: PgConnectOptions,
    hub: EventHub,
    jobs_ready: Notify,
}

impl Store {
    /// Connects, and refuses a server or a role that does not meet the requirements.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`], [`StoreError::Unavailable`], [`StoreError::TooOld`] or [`StoreError::RoleTooWeak`].
    pub async fn connect(url: &str, options: StoreOptions) -> Result<Self, StoreError> {
        let connect = parse(url)?;
        let connect = with_session_settings(connect, &options);
        let answer_timeout = options.answer_timeout;
        let pool = PgPoolOptions::new()
            .max_connections(options.connections_max)
            .acquire_timeout(options.acquire_timeout)
            .max_lifetime(CONNECTION_LIFETIME)
            // A connection that was just released works; an idle one is checked first.
            .test_before_acquire(false)
            .before_acquire(|conn, resting| {
                Box::pin(async move {
                    if resting.idle_for >= RESTED {
                        within(PING_MAX, conn.ping()).await?;
                    }
                    Ok(true)
                })
            })
            // sqlx 0.9.0 can return a connection to the pool after its BEGIN was sent but not tracked, and a later
            // rollback then discards acknowledged writes. A released connection must have no open transaction, so this
            // ends one. A plain ROLLBACK would log a warning on the server whenever no transaction is open.
            .after_release(move |conn, _| {
                Box::pin(async move {
                    within(answer_timeout, conn.execute("BEGIN; ROLLBACK")).await?;
                    Ok(true)
                })
            })
            .connect_lazy_with(connect.clone());
        let (hub, jobs_ready) = (EventHub::new(), Notify::new());
        let store = Self { inner: Arc::new(Inner { pool, answer_timeout, connect, hub, jobs_ready }) };
        store.answered(store.check_server()).await?;
        Ok(store)
    }

    async fn check_server(&self) -> Result<(), StoreError> {
        let mut tx = self.system().await?;
        let server = sqlx::query!(
            r#"SELECT current_setting('server_version_num')::int AS "version!", current_user::text AS "role!",
                      (rolsuper OR rolbypassrls) AS "sees_all!" FROM pg_roles WHERE rolname = current_user"#
        )
        .fetch_one(tx.conn())
        .await?;
        let major = u32::try_from(server.version / 10_000).unwrap_or(0);
        if major < SERVER_VERSION_MIN {
            return Err(StoreError::TooOld(major));
        }
        if !server.sees_all {
            return Err(StoreError::RoleTooWeak(server.role));
        }
        Ok(())
    }

    /// The server settings that allow it to lose confirmed data in a crash of its machine; a session cannot correct
    /// them. `None` if all are safe.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the server does not answer.
    pub async fn forgetful_settings(&self) -> Result<Vec<String>, StoreError> {
        let off = "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name";
        let mut tx = self.system().await?;
        let names = self.answered(async { Ok(sqlx::query_scalar(off).fetch_all(tx.conn()).await?) }).await?;
        tx.rollback().await?;
        Ok(names)
    }

    /// Migrates the schema to this program's version; several replicas may call it concurrently.
    ///
    /// # Errors
    /// [`StoreError::Migration`] when the database has versions that this program does not know, or a migration fails;
    /// [`StoreError::Unavailable`] when the connection falls silent. The call can be repeated after either error.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        migrate::run(&self.inner.connect, self.inner.answer_timeout).await
    }

    /// The readiness check: one round trip through the pool.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection answers within half a second.
    pub async fn health(&self) -> Result<(), StoreError> {
        let answered = async { self.system().await?.rollback().await };
        let late = |_| Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
        timeout(HEALTH_MAX, answered).await.unwrap_or_else(late)
    }

    /// Limits `work` by the store's answer timeout, for callers without a timeout of their own. After a timeout the
    /// transaction is dropped, and its connection is closed unless an answer still arrives.
    ///
    /// # Errors
    /// The errors of `work`, and [`StoreError::Unavailable`] after a timeout, when the outcome is unknown.
    pub async fn answered<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let late = |_| Err(StoreError::fell_silent());
        timeout(self.inner.answer_timeout, work).await.unwrap_or_else(late)
    }

    /// Runs `work` to its end even if the caller is dropped, but within the store's answer timeout.
    pub(crate) async fn shield<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>> + Send + 'static,
    ) -> Result<T, StoreError> {
        match tokio::spawn(within(self.inner.answer_timeout, work)).await {
            Ok(result) => result.map_err(StoreError::from),
            // The runtime is shutting down, or sqlx panicked: no known commit took place.
            Err(_) => Err(StoreError::Unavailable(sqlx::Error::WorkerCrashed)),
        }
    }

    /// Signals the workers of this process that a job has been committed. Other processes find it at their next poll.
    pub fn wake_jobs(&self) {
        self.inner.jobs_ready.notify_one();
    }

    /// The hub of the event streams in this process.
    pub fn event_hub(&self) -> &EventHub {
        &self.inner.hub
    }

    /// Closes every connection once it is free. Later calls get [`StoreError::Unavailable`].
    pub async fn close(&self) {
        self.inner.pool.close().await;
    }

    pub(crate) fn connect_options(&self) -> PgConnectOptions {
        self.inner.connect.clone()
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.inner.pool
    }

    pub(crate) fn jobs_ready(&self) -> &Notify {
        &self.inner.jobs_ready
    }
}

fn parse(url: &str) -> Result<PgConnectOptions, StoreError> {
    // sqlx accepts any scheme. The message omits the URL because it may contain a password.
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(StoreError::BadUrl("it begins with something else".into()));
    }
    PgConnectOptions::from_str(url).map_err(|error| StoreError::BadUrl(error.to_string()))
}
