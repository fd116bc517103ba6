//! Words between processes that share a database: PostgreSQL's NOTIFY. What is said is heard by whoever listens in that moment,
//! so it only ever hurries something along that would be noticed later anyway.

use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::{Store, StoreError};

/// Ears on one channel, with a connection of their own.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Store {
    /// Listens on `channel`, to everything that is committed from now on.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn listen(&self, channel: &str) -> Result<Listener, StoreError> {
        let own = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let pool = own.connect_with(self.connect_options()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(channel).await?;
        Ok(Listener(listener))
    }
}

impl Listener {
    /// The next word; `None` when the connection was lost, and anything may have been said meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database is gone: listen anew.
    pub async fn hear(&mut self) -> Result<Option<String>, StoreError> {
        Ok(self.0.try_recv().await?.map(|word| word.payload().to_owned()))
    }
}
