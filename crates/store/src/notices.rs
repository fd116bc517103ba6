//! Notifications between processes that share a database (PostgreSQL's NOTIFY). Only current listeners receive them, so
//! they only speed up work that a poll finds anyway.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::time::timeout;

use crate::{Store, StoreError};

/// The silence after which the connection is checked, and the timeout of the check.
const QUIET_MAX: Duration = Duration::from_secs(5);
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// A listener on one channel, with a connection of its own.
#[derive(Debug)]
pub struct Listener {
    ears: PgListener,
    /// The backend process of the connection: a different one means that the connection was lost in between.
    process: i32,
}

impl Store {
    /// Listens on `channel` to everything that commits from now on.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn listen(&self, channel: &str) -> Result<Listener, StoreError> {
        let own = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let options = self.connect_options();
        let connected = async {
            let mut ears = PgListener::connect_with(&own.connect_with(options).await?).await?;
            ears.listen(channel).await?;
            let process = process(&mut ears).await?;
            Ok(Listener { ears, process })
        };
        self.answered(connected).await
    }
}

impl Listener {
    /// The next payload; `None` if the connection was lost, and notifications may have been missed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database is gone or silent: start a new listener.
    pub async fn hear(&mut self) -> Result<Option<String>, StoreError> {
        loop {
            match timeout(QUIET_MAX, self.ears.try_recv()).await {
                Ok(word) => return Ok(word?.map(|word| word.payload().to_owned())),
                // Either there were no notifications, or the connection is broken.
                Err(_) if self.is_as_before().await? => {}
                Err(_) => return Ok(None),
            }
        }
    }

    async fn is_as_before(&mut self) -> Result<bool, StoreError> {
        let silent = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()));
        let now = timeout(ANSWER_MAX, process(&mut self.ears)).await.unwrap_or_else(silent)?;
        Ok(std::mem::replace(&mut self.process, now) == now)
    }
}

async fn process(ears: &mut PgListener) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(ears).await
}
