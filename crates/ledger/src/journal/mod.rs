//! Group commit: callers wait on a bounded queue, committers take whatever is waiting and put it through one transaction.

mod batch;
pub(crate) mod bench;
mod books;
mod check;
mod committer;
mod decide;
mod flight;
mod lane;
pub mod memory;
#[cfg(feature = "planted-bugs")]
mod planted;
mod state;
mod store;
#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ::store::Store;
use kernel::{TenantId, World};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::check::check;
use self::committer::{Committer, Queued};
use crate::{Change, CommitError, Receipt};

/// Limits of a [`Journal`]. Zero counts as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalConfig {
    /// Changes that may wait in a shard; more are refused as [`CommitError::Overloaded`].
    pub queue_max: usize,
    /// Changes in one database transaction.
    pub batch_max: usize,
    /// Queues between which tenants are divided, so that a busy tenant delays only those that share its queue.
    pub shards: usize,
    /// Batches of one tenant that are under way at once, at most eight: while one waits for the disk, the next is written.
    pub lanes: usize,
    /// Batches of all tenants of a shard that are under way at once, each on a connection: many tenants' small ones share the disk's time.
    pub flights: usize,
}

impl Default for JournalConfig {
    fn default() -> Self {
        Self { queue_max: 10_000, batch_max: 2_048, shards: 2, lanes: 2, flights: 4 }
    }
}

/// The one door through which money moves. Cheap to clone; any number of them may work on one database.
#[derive(Debug, Clone)]
pub struct Journal {
    inner: Arc<Inner>,
}

struct Inner {
    world: World,
    /// `None` once stopped.
    shards: RwLock<Option<Vec<mpsc::Sender<Queued>>>>,
    committers: Mutex<Vec<JoinHandle<()>>>,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

impl Journal {
    /// Starts the committers. Must be called inside a tokio runtime.
    #[must_use]
    pub fn start(store: Store, world: World, config: JournalConfig) -> Self {
        let mut shards = Vec::new();
        let mut committers = Vec::new();
        for _ in 0..config.shards.max(1) {
            let (sender, receiver) = mpsc::channel(config.queue_max.max(1));
            let committer = Committer::new(store.clone(), world.clone(), config);
            committers.push(tokio::spawn(committer.run(receiver)));
            shards.push(sender);
        }
        let (shards, committers) = (RwLock::new(Some(shards)), Mutex::new(committers));
        Self { inner: Arc::new(Inner { world, shards, committers }) }
    }

    /// Commits `change` for `tenant`, and answers once it is durable. A caller that goes away changes nothing: its change is
    /// committed or refused as a whole all the same.
    ///
    /// # Errors
    /// See [`CommitError`]. After [`CommitError::Unavailable`] the same key tells what became of it.
    pub async fn commit(&self, tenant: TenantId, change: Change) -> Result<Receipt, CommitError> {
        let checked = Box::new(check(self.inner.world.uuid(), change)?);
        checked.state();
        let (answer, answered) = oneshot::channel();
        self.queue(Queued { tenant, checked, answer })?;
        // A committer that is gone has died in the middle of the change: nobody knows how far it came.
        answered.await.unwrap_or(Err(CommitError::Unavailable))
    }

    fn queue(&self, queued: Queued) -> Result<(), CommitError> {
        let shards = self.inner.shards.read().unwrap_or_else(PoisonError::into_inner);
        let shards = shards.as_ref().ok_or(CommitError::Unavailable)?;
        let mut hasher = DefaultHasher::new();
        queued.tenant.hash(&mut hasher);
        let shard = hasher.finish() % shards.len() as u64;
        shards[shard as usize].try_send(queued).map_err(|error| match error {
            TrySendError::Full(_) => CommitError::Overloaded,
            TrySendError::Closed(_) => CommitError::Unavailable,
        })
    }

    /// Takes no more changes, commits those that wait, and returns when the last is answered.
    pub async fn stop(&self) {
        self.inner.shards.write().unwrap_or_else(PoisonError::into_inner).take();
        let committers = std::mem::take(&mut *self.inner.committers.lock().unwrap_or_else(PoisonError::into_inner));
        for committer in committers {
            if let Err(error) = committer.await {
                tracing::error!(%error, "a committer did not end well");
            }
        }
    }
}
