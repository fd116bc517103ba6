//! Group commit: callers wait on a bounded queue; committers put the waiting changes through one database transaction.

mod batch;
mod books;
mod check;
mod committer;
mod decide;
mod in_flight;
pub mod memory;
mod state;
mod store;
mod tenant_queue;
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

/// The limits of a [`Journal`]. Zero counts as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalConfig {
    /// The maximum number of waiting changes of a shard; more are refused as [`CommitError::Overloaded`].
    pub queue_max: usize,
    /// The maximum number of changes in one database transaction.
    pub batch_max: usize,
    /// The number of queues that tenants are divided between, so that a busy tenant delays only those on its queue.
    pub shards: usize,
    /// The maximum number of in-flight batches of one tenant, at most eight: while one waits for the disk, the next is
    /// written.
    pub in_flight_per_tenant: usize,
    /// The maximum number of in-flight batches of all tenants of a shard, each on a connection: small batches of many
    /// tenants share the latency of the disk.
    pub in_flight_per_shard: usize,
}

impl Default for JournalConfig {
    fn default() -> Self {
        Self { queue_max: 10_000, batch_max: 2_048, shards: 2, in_flight_per_tenant: 2, in_flight_per_shard: 4 }
    }
}

/// The only path by which money moves. Cheap to clone; several journals may use one database.
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

    /// Commits `change` for `tenant`, and returns once it is durable. A cancelled call changes nothing: the change is
    /// still committed or refused as a whole.
    ///
    /// # Errors
    /// See [`CommitError`]. After [`CommitError::Unavailable`] a retry with the same key returns the outcome.
    pub async fn commit(&self, tenant: TenantId, change: Change) -> Result<Receipt, CommitError> {
        let checked = Box::new(check(self.inner.world.uuid(), change)?);
        checked.state();
        let (answer, answered) = oneshot::channel();
        self.queue(Queued { tenant, checked, answer })?;
        // The committer has panicked during the change, so the outcome is unknown.
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

    /// Accepts no more changes, commits the waiting ones, and returns after the last answer.
    pub async fn stop(&self) {
        self.inner.shards.write().unwrap_or_else(PoisonError::into_inner).take();
        let committers = std::mem::take(&mut *self.inner.committers.lock().unwrap_or_else(PoisonError::into_inner));
        for committer in committers {
            if let Err(error) = committer.await {
                tracing::error!(event = "committer.crashed", %error, "A committer crashed.");
            }
        }
    }
}
