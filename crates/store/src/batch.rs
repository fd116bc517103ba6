//! Combines the small requests of many callers into one transaction. A request that arrives while a batch runs joins
//! the next batch. There is no timer: a single caller never waits, and concurrent callers share round trips and
//! commits.
//!
//! A batch belongs to one tenant, like its transaction. No caller can cancel it: the batch's own task holds the
//! connection, and a dropped caller only loses its answer.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::TenantId;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::StoreError;

/// The maximum number of requests in one batch.
const BATCH_MAX: usize = 256;
/// The maximum number of waiting requests of one tenant; more are refused.
const WAITING_MAX: usize = 4_096;

/// The time limit of a batch. Later requests wait for it, so it must not wait for a database behind a silently broken
/// network connection.
const ANSWER_MAX: Duration = Duration::from_secs(8);

/// The work of a whole batch.
pub trait BatchWork: Send + Sync + 'static {
    /// The request of one caller.
    type Ask: Send + Sync + 'static;
    /// The answer to one caller.
    type Answer: Send + 'static;

    /// Answers all `asks`, in their order, in one transaction of `tenant`: everything takes effect or, on an error,
    /// nothing. Two of the requests may be equal.
    fn run(
        &self,
        tenant: TenantId,
        asks: &[Self::Ask],
    ) -> impl Future<Output = Result<Vec<Self::Answer>, StoreError>> + Send;
}

/// Collects concurrent requests into batches. Cheap to clone; all clones share their batches.
pub struct Batcher<W: BatchWork> {
    inner: Arc<Inner<W>>,
}

struct Inner<W: BatchWork> {
    work: W,
    queues: Mutex<HashMap<TenantId, TenantQueue<W>>>,
}

/// The queue of one tenant. It exists while a task works on it.
type TenantQueue<W> = VecDeque<Waiting<W>>;

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
    /// Starts no task until the first request.
    pub fn new(work: W) -> Self {
        Self { inner: Arc::new(Inner { work, queues: Mutex::default() }) }
    }

    /// Sends a request and waits for the answer. Dropping the future discards the answer, not the work.
    ///
    /// # Errors
    /// The error of the work for this request; [`StoreError::Unavailable`] if the batch task died, the database is
    /// unavailable or too many requests wait. In the first two cases a write may have taken effect.
    pub async fn ask(&self, tenant: TenantId, ask: W::Ask) -> Result<W::Answer, StoreError> {
        let (answer, answered) = oneshot::channel();
        if self.inner.enqueue(tenant, Waiting { ask, answer })? {
            tokio::spawn(self.inner.clone().drain(tenant));
        }
        answered.await.unwrap_or(Err(StoreError::Unavailable(sqlx::Error::WorkerCrashed)))
    }
}

impl<W: BatchWork> Inner<W> {
    fn queues(&self) -> MutexGuard<'_, HashMap<TenantId, TenantQueue<W>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the caller has to start a task for the queue.
    fn enqueue(&self, tenant: TenantId, waiting: Waiting<W>) -> Result<bool, StoreError> {
        let mut queues = self.queues();
        let idle = !queues.contains_key(&tenant);
        let queue = queues.entry(tenant).or_default();
        if queue.len() >= WAITING_MAX {
            return Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
        }
        queue.push_back(waiting);
        Ok(idle)
    }

    /// The next batch. Removes the queue if it is empty.
    fn next(&self, tenant: TenantId) -> Vec<Waiting<W>> {
        let mut queues = self.queues();
        let Some(queue) = queues.get_mut(&tenant) else { return Vec::new() };
        let many = queue.len().min(BATCH_MAX);
        let batch: Vec<_> = queue.drain(..many).collect();
        if batch.is_empty() {
            queues.remove(&tenant);
        }
        batch
    }

    async fn drain(self: Arc<Self>, tenant: TenantId) {
        loop {
            let batch = self.next(tenant);
            if batch.is_empty() {
                return;
            }
            // In a separate task: if the work panics, its callers get an error and the queue continues.
            if let Err(error) = tokio::spawn(self.clone().answer(tenant, batch)).await {
                tracing::error!(
                    event = "batch.failed", %error, %tenant, work = std::any::type_name::<W>(),
                    "A batch failed. Its callers get an error."
                );
            }
        }
    }

    async fn answer(self: Arc<Self>, tenant: TenantId, batch: Vec<Waiting<W>>) {
        let (asks, waits): (Vec<W::Ask>, Vec<_>) = batch.into_iter().map(|w| (w.ask, w.answer)).unzip();
        for (answer, waits) in run(&self.work, tenant, &asks).await.into_iter().zip(waits) {
            // The caller may have been dropped.
            let _ = waits.send(answer);
        }
    }
}

/// Runs the batch. A value that the database refuses must not fail the other requests, so a failed batch is halved
/// until the faulty request is alone. The batch is not repeated if the database is unavailable: the outcome of the
/// commit is unknown.
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
