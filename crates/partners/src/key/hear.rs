//! Changes of keys in other processes: a revoked key is dead at once everywhere.

use std::convert::Infallible;
use std::time::Duration;

use store::StoreError;
use tokio::sync::watch;

use crate::Partners;

/// The PostgreSQL notification channel.
pub(super) const CHANNEL: &str = "agio_partner_keys";
/// The delay before a new attempt to listen.
const PAUSE: Duration = Duration::from_secs(1);

impl Partners {
    /// Listens until `stopping` turns true. While it does not listen, every request looks its key up.
    pub async fn hear_keys(&self, mut stopping: watch::Receiver<bool>) {
        let forever = async {
            loop {
                let Err(error) = self.listen().await;
                self.inner.known.hears(false);
                tracing::warn!(
                    event = "partner_key.listen_failed", %error,
                    "The process cannot listen for changed API keys. It looks every key up, and tries again."
                );
                tokio::time::sleep(PAUSE).await;
            }
        };
        tokio::select! { () = forever => {}, _ = stopping.wait_for(|stop| *stop) => {} }
        self.inner.known.hears(false);
    }

    async fn listen(&self) -> Result<Infallible, StoreError> {
        let mut listener = self.store().listen(CHANNEL).await?;
        self.inner.known.hears(true);
        loop {
            // Whatever is heard, also a lost connection, makes this process look keys up again.
            listener.hear().await?;
            self.inner.known.purge();
        }
    }
}
