//! Sessions that end are told to every process at once, for what is open on their behalf: websockets. Requests need no telling,
//! they look their session up each time.

use std::time::Duration;

use ::store::{Store, StoreError};
use kernel::{SessionId, TenantId};
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use crate::Identity;

/// The channel of the database that they are told on.
pub(super) const CHANNEL: &str = "agio_sessions";
/// Ends that a slow listener may fall behind before it is told to look for itself.
const BACKLOG: usize = 256;
/// Between two attempts to listen again.
const PAUSE: Duration = Duration::from_secs(1);

/// What has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This session.
    Session(TenantId, SessionId),
    /// Nobody knows: the connection was lost for a moment. Look for yourself.
    Unknown,
}

impl Ended {
    /// Whether somebody in this session has to look whether it was theirs.
    pub fn concerns(self, tenant: TenantId, session: SessionId) -> bool {
        self == Self::Unknown || self == Self::Session(tenant, session)
    }
}

/// As it is said on the channel.
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

/// What this process has heard.
pub(crate) struct Ends(broadcast::Sender<Ended>);

impl Default for Ends {
    fn default() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }
}

impl Identity {
    /// Sessions that end from now on, whichever process ended them, as long as [`Identity::hear_ends`] runs.
    pub fn ended_sessions(&self) -> broadcast::Receiver<Ended> {
        self.inner.ends.0.subscribe()
    }

    /// Listens until `stopping` turns true. Without a database it keeps trying.
    pub async fn hear_ends(&self, mut stopping: watch::Receiver<bool>) {
        let forever = async {
            loop {
                let Err(error) = self.listen().await;
                tracing::warn!(%error, "ended sessions are not heard of; trying again");
                tokio::time::sleep(PAUSE).await;
            }
        };
        tokio::select! { () = forever => {}, _ = stopping.wait_for(|stop| *stop) => {} }
    }

    async fn listen(&self) -> Result<std::convert::Infallible, StoreError> {
        let store: &Store = self.store();
        let mut listener = store.listen(CHANNEL).await?;
        // What ended before we listened was heard by nobody here.
        let mut ended = Ended::Unknown;
        loop {
            // Nobody listens: that is fine too.
            let _ = self.inner.ends.0.send(ended);
            ended = listener.hear().await?.map_or(Ended::Unknown, |word| read(&word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_one_session_and_nonsense_makes_everybody_look() {
        let (tenant, session) = (TenantId::from_uuid(Uuid::from_u128(1)), SessionId::from_uuid(Uuid::from_u128(2)));
        let heard = read(&word(tenant, session));
        assert!(heard.concerns(tenant, session));
        assert!(!heard.concerns(tenant, SessionId::from_uuid(Uuid::from_u128(3))));
        assert!(!heard.concerns(TenantId::from_uuid(Uuid::from_u128(3)), session));
        assert!(read("what?").concerns(tenant, session));
    }
}
