//! Small work of many callers in one transaction. Whoever comes while a batch is at work is in the next one: there is no
//! timer, so that a caller who is alone waits for nobody, and a crowd shares its round trips and its commits.
//!
//! A batch is of one tenant, like the transaction that it runs in, and nobody's patience decides over it: the batch's own
//! task holds the connection, and a caller who has gone is a caller who does not listen.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::TenantId;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::StoreError;

/// Asks of one batch at most.
const BATCH_MAX: usize = 256;
/// Asks of one tenant that may wait; more are turned away.
const WAITING_MAX: usize = 4_096;

/// How long a batch may take. Everybody waits for it who comes after it, so it must not wait for a database that a network has cut
/// off silently.
const ANSWER_MAX: Duration = Duration::from_secs(8);

/// What is done for a whole batch.
pub trait BatchWork: Send + Sync + 'static {
    /// What one caller asks.
    type Ask: Send + Sync + 'static;
    /// What one caller hears.
    type Answer: Send + 'static;

    /// Answers all of `asks`, in their order, in one transaction of `tenant`: all of it takes effect or, with an error,
    /// nothing. Two of the asks may be the same.
    fn run(
        &self,
        tenant: TenantId,
        asks: &[Self::Ask],
    ) -> impl Future<Output = Result<Vec<Self::Answer>, StoreError>> + Send;
}

/// Gathers what is asked at the same time. Cheap to clone; all clones share their batches.
pub struct Batcher<W: BatchWork> {
    inner: Arc<Inner<W>>,
}

struct Inner<W: BatchWork> {
    work: W,
    lanes: Mutex<HashMap<TenantId, Lane<W>>>,
}

/// The queue of one tenant. It is there while somebody works on it.
type Lane<W> = VecDeque<Waiting<W>>;

struct Waiting<W: BatchWork> {
    ask: W::Ask,
    answer: oneshot::Sender<Result<W::Answer, StoreError>>,
}

impl<W: BatchWork> Clone for Batcher<W> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone() }
    }
}

impl<W: BatchWork> Batcher<W> {
    /// Nothing runs until somebody asks.
    pub fn new(work: W) -> Self {
        Self { inner: Arc::new(Inner { work, lanes: Mutex::default() }) }
    }

    /// Asks, and waits for the answer. Dropping this gives up the answer, not the work.
    ///
    /// # Errors
    /// Those of the work for this ask alone; [`StoreError::Unavailable`] when the batch died, the database is away or too
    /// many are waiting. After the first two of these a write may have taken effect.
    pub async fn ask(&self, tenant: TenantId, ask: W::Ask) -> Result<W::Answer, StoreError> {
        let (answer, answered) = oneshot::channel();
        if self.inner.enqueue(tenant, Waiting { ask, answer })? {
            tokio::spawn(self.inner.clone().drain(tenant));
        }
        answered.await.unwrap_or(Err(StoreError::Unavailable(sqlx::Error::WorkerCrashed)))
    }
}

impl<W: BatchWork> Inner<W> {
    fn lanes(&self) -> MutexGuard<'_, HashMap<TenantId, Lane<W>>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody works on the lane yet.
    fn enqueue(&self, tenant: TenantId, waiting: Waiting<W>) -> Result<bool, StoreError> {
        let mut lanes = self.lanes();
        let idle = !lanes.contains_key(&tenant);
        let lane = lanes.entry(tenant).or_default();
        if lane.len() >= WAITING_MAX {
            return Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
        }
        lane.push_back(waiting);
        Ok(idle)
    }

    /// Whoever waits now; where nobody does, the lane ends.
    fn next(&self, tenant: TenantId) -> Vec<Waiting<W>> {
        let mut lanes = self.lanes();
        let Some(lane) = lanes.get_mut(&tenant) else { return Vec::new() };
        let many = lane.len().min(BATCH_MAX);
        let batch: Vec<_> = lane.drain(..many).collect();
        if batch.is_empty() {
            lanes.remove(&tenant);
        }
        batch
    }

    async fn drain(self: Arc<Self>, tenant: TenantId) {
        loop {
            let batch = self.next(tenant);
            if batch.is_empty() {
                return;
            }
            // A task of its own: should the work panic, its callers hear an error and the lane goes on.
            if let Err(error) = tokio::spawn(self.clone().answer(tenant, batch)).await {
                tracing::error!(%error, %tenant, work = std::any::type_name::<W>(), "a batch failed");
            }
        }
    }

    async fn answer(self: Arc<Self>, tenant: TenantId, batch: Vec<Waiting<W>>) {
        let (asks, waits): (Vec<W::Ask>, Vec<_>) = batch.into_iter().map(|w| (w.ask, w.answer)).unzip();
        for (answer, waits) in run(&self.work, tenant, &asks).await.into_iter().zip(waits) {
            // Who has gone does not listen.
            let _ = waits.send(answer);
        }
    }
}

/// Runs the batch. One ask may have something that the database does not take, and must not fail the others: the batch is
/// halved until that one is alone. Not so where the database is away: what became of a commit is unknown then.
async fn run<W: BatchWork>(work: &W, tenant: TenantId, asks: &[W::Ask]) -> Vec<Result<W::Answer, StoreError>> {
    let silent = |_| Err(StoreError::Unavailable(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
    let ran = timeout(ANSWER_MAX, work.run(tenant, asks)).await;
    let error = match ran.unwrap_or_else(silent) {
        Ok(answers) => return answers.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    if asks.len() == 1 {
        return vec![Err(error)];
    }
    if let StoreError::Unavailable(cause) = &error {
        let told = |_| Err(StoreError::Unavailable(sqlx::Error::Io(std::io::Error::other(cause.to_string()))));
        return asks.iter().map(told).collect();
    }
    let (first, second) = asks.split_at(asks.len() / 2);
    let mut answers = Box::pin(run(work, tenant, first)).await;
    answers.extend(Box::pin(run(work, tenant, second)).await);
    answers
}
