//! The store: a private pool. The only ways to a transaction are in `begin.rs`.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Executor, PgPool};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::events::EventHub;
use crate::options::{StoreOptions, with_session_settings};
use crate::{StoreError, migrate};

const SERVER_VERSION_MIN: u32 = 15;
const HEALTH_MAX: Duration = Duration::from_millis(500);
/// How long a connection may have been idle and be used unasked: a round trip that each transaction would wait for.
const RESTED: Duration = Duration::from_millis(500);
/// How long a connection that has rested may take to say that it is there: several may be asked while a caller waits for one.
const PING_MAX: Duration = Duration::from_millis(500);
const CONNECTION_LIFETIME: Duration = Duration::from_secs(30 * 60);

/// The database of this process. Cheap to clone; all clones share one pool.
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
    /// Connects, and refuses a server or a role that Agio cannot work with.
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
            // Whoever was just released has answered; one that has rested is asked first whether it is still there.
            .test_before_acquire(false)
            .before_acquire(|conn, resting| {
                Box::pin(async move {
                    if resting.idle_for >= RESTED {
                        within(PING_MAX, conn.ping()).await?;
                    }
                    Ok(true)
                })
            })
            // sqlx 0.9.0 can hand on a connection whose BEGIN was sent but not noticed, and then "acknowledged" writes
            // are rolled back with it. Nothing is ever open on a released connection, so this ends what should not be. A
            // ROLLBACK alone would make the server write a warning to its log each time that there is nothing to end.
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

    /// Settings of the server that let it lose what it has confirmed when its machine dies; they are the server's, and no session can
    /// mend them. None where all is well.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it does not answer.
    pub async fn forgetful_settings(&self) -> Result<Vec<String>, StoreError> {
        let off = "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name";
        let mut tx = self.system().await?;
        let names = self.answered(async { Ok(sqlx::query_scalar(off).fetch_all(tx.conn()).await?) }).await?;
        tx.rollback().await?;
        Ok(names)
    }

    /// Brings the schema to this program's version; safe to call from many replicas at once.
    ///
    /// # Errors
    /// [`StoreError::Migration`] when the database has versions this program does not know, or one fails;
    /// [`StoreError::Unavailable`] when the connection fell silent. It can be done again after either.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        migrate::run(&self.inner.connect, self.inner.answer_timeout).await
    }

    /// One round trip through the pool: readiness.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection answers within half a second.
    pub async fn health(&self) -> Result<(), StoreError> {
        let answered = async { self.system().await?.rollback().await };
        let late = |_| Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
        timeout(HEALTH_MAX, answered).await.unwrap_or_else(late)
    }

    /// Waits for the database no longer than it may be silent. For who has nobody above them that stops waiting: after a timeout the
    /// transaction is dropped, and its connection is closed unless it answers after all.
    ///
    /// # Errors
    /// Those of `work`, and [`StoreError::Unavailable`] when there was no answer in time: what became of it is unknown.
    pub async fn answered<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let late = |_| Err(StoreError::fell_silent());
        timeout(self.inner.answer_timeout, work).await.unwrap_or_else(late)
    }

    /// Runs `work` to its end even when the caller is dropped meanwhile, but waits for the database no longer than it may be silent.
    pub(crate) async fn shield<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>> + Send + 'static,
    ) -> Result<T, StoreError> {
        match tokio::spawn(within(self.inner.answer_timeout, work)).await {
            Ok(result) => result.map_err(StoreError::from),
            // The runtime is shutting down, or sqlx panicked: either way nothing was committed that we know of.
            Err(_) => Err(StoreError::Unavailable(sqlx::Error::WorkerCrashed)),
        }
    }

    /// Tells workers of this process that a job has been committed. Others find it at their next poll.
    pub fn wake_jobs(&self) {
        self.inner.jobs_ready.notify_one();
    }

    /// What has been committed to event streams by this process.
    pub fn event_hub(&self) -> &EventHub {
        &self.inner.hub
    }

    /// Closes every connection once it is free again. Callers after this get [`StoreError::Unavailable`].
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
    // sqlx takes any scheme. The URL itself stays out of the message: it may hold a password.
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(StoreError::BadUrl("it begins with something else".into()));
    }
    PgConnectOptions::from_str(url).map_err(|error| StoreError::BadUrl(error.to_string()))
}

/// `work`, or the word that nobody answered within `longest`.
pub(crate) async fn within<T>(
    longest: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(longest, work).await.unwrap_or_else(|_| Err(silent()))
}

/// A connection on which nothing is heard is as good as cut.
pub(crate) fn silent() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}
