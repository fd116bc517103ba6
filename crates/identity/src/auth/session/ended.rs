//! Broadcasts ended sessions to every process, so that their websockets are closed at once. Requests need no broadcast,
//! because each one looks up its session.

use std::time::Duration;

use ::store::{Store, StoreError};
use kernel::{SessionId, TenantId};
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use crate::Identity;

/// The PostgreSQL notification channel.
pub(super) const CHANNEL: &str = "agio_sessions";
/// The number of events that a slow receiver may lag behind before it has to check its session itself.
const BACKLOG: usize = 256;
/// The delay before a new attempt to listen.
const PAUSE: Duration = Duration::from_secs(1);

/// An end-of-session event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This session has ended.
    Session(TenantId, SessionId),
    /// Events may have been lost with the connection: check the session itself.
    Unknown,
}

impl Ended {
    /// Whether the event concerns this session, so that it has to be checked.
    pub fn concerns(self, tenant: TenantId, session: SessionId) -> bool {
        self == Self::Unknown || self == Self::Session(tenant, session)
    }
}

/// The payload on the channel.
pub(super) fn word(tenant: TenantId, session: SessionId) -> String {
    format!("{} {}", tenant.uuid(), session.uuid())
}

fn read(word: &str) -> Ended {
    let ids = word.split_once(' ').map(|(tenant, session)| (tenant.parse::<Uuid>(), session.parse::<Uuid>()));
    match ids {
        Some((Ok(tenant), Ok(session))) => Ended::Session(TenantId::from_uuid(tenant), SessionId::from_uuid(session)),
        _ => Ended::Unknown,
    }
}

/// The broadcast channel within this process.
pub(crate) struct Ends(broadcast::Sender<Ended>);

impl Default for Ends {
    fn default() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }
}

impl Identity {
    /// The sessions that end from now on, in any process, while [`Identity::hear_ends`] runs.
    pub fn ended_sessions(&self) -> broadcast::Receiver<Ended> {
        self.inner.ends.0.subscribe()
    }

    /// Listens until `stopping` turns true. Reconnects if the database is not available.
    pub async fn hear_ends(&self, mut stopping: watch::Receiver<bool>) {
        let forever = async {
            loop {
                let Err(error) = self.listen().await;
                tracing::warn!(
                    event = "session_end.listen_failed", %error,
                    "The process cannot listen for ended sessions. It tries again."
                );
                tokio::time::sleep(PAUSE).await;
            }
        };
        tokio::select! { () = forever => {}, _ = stopping.wait_for(|stop| *stop) => {} }
    }

    async fn listen(&self) -> Result<std::convert::Infallible, StoreError> {
        let store: &Store = self.store();
        let mut listener = store.listen(CHANNEL).await?;
        // Sessions may have ended before this process listened.
        let mut ended = Ended::Unknown;
        loop {
            // No receiver is not an error.
            let _ = self.inner.ends.0.send(ended);
            ended = listener.hear().await?.map_or(Ended::Unknown, |word| read(&word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_one_session_and_a_malformed_one_makes_all_check() {
        let (tenant, session) = (TenantId::from_uuid(Uuid::from_u128(1)), SessionId::from_uuid(Uuid::from_u128(2)));
        let heard = read(&word(tenant, session));
        assert!(heard.concerns(tenant, session));
        assert!(!heard.concerns(tenant, SessionId::from_uuid(Uuid::from_u128(3))));
        assert!(!heard.concerns(TenantId::from_uuid(Uuid::from_u128(3)), session));
        assert!(read("what?").concerns(tenant, session));
    }
}
