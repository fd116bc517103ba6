//! The loop that takes and runs jobs, with bounded concurrency.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use kernel::World;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle, JoinSet};

use super::handler::{JobHandler, Outcome};
use super::model::{Job, backoff};
use super::presence::{self, Gone, Number, WorkerLiveness};
use super::schedule::{self, Schedule};
use super::store;
use crate::enqueue::ATTEMPTS_LIMIT;
use crate::{Store, StoreError, unless_stuck};

/// The maximum number of attempts in one [`Worker::run_until_idle`], against jobs that enqueue each other without end.
const IDLE_RUNS_MAX: usize = 10_000;

/// Limits of a worker.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The maximum number of concurrent jobs.
    pub concurrency: usize,
    /// How long a silent worker keeps a job before another may take it. The running worker renews it twice within this
    /// time, so a process that is suspended for ten seconds keeps its jobs. The jobs of a dead process are taken over
    /// within six seconds, because its session ends with it.
    pub lease: Duration,
    /// The polling interval, for jobs of other processes and for jobs that become due.
    pub poll: Duration,
    /// The time limit of one attempt.
    pub attempt_timeout: Duration,
    /// How long [`WorkerHandle::stop`] waits for running jobs before it leaves them to their leases.
    pub grace: Duration,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        Self {
            concurrency: 8,
            lease: Duration::from_secs(20),
            poll: Duration::from_secs(1),
            attempt_timeout: Duration::from_secs(120),
            grace: Duration::from_secs(10),
        }
    }
}

/// Takes jobs from the queue and runs them.
#[derive(Clone)]
pub struct Worker {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    world: World,
    handlers: HashMap<&'static str, Arc<dyn JobHandler>>,
    kinds: Vec<String>,
    schedules: Vec<Schedule>,
    config: WorkerConfig,
}

impl Worker {
    /// A worker for the kinds of `handlers`. Jobs of other kinds are left to other workers.
    pub fn new(store: Store, world: World, handlers: Vec<Arc<dyn JobHandler>>) -> Self {
        Self::with(store, world, handlers, Vec::new(), WorkerConfig::default())
    }

    /// A worker with the given schedules and limits.
    pub fn with(
        store: Store,
        world: World,
        handlers: Vec<Arc<dyn JobHandler>>,
        schedules: Vec<Schedule>,
        config: WorkerConfig,
    ) -> Self {
        let handlers: HashMap<_, _> = handlers.into_iter().map(|h| (h.kind(), h)).collect();
        let mut kinds: Vec<String> = handlers.keys().map(|&k| k.into()).collect();
        kinds.sort_unstable();
        Self { shared: Arc::new(Shared { store, world, handlers, kinds, schedules, config }) }
    }

    /// Starts the loop.
    pub fn spawn(self) -> WorkerHandle {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(self.run(stopped));
        WorkerHandle { stop, task }
    }

    /// Runs everything that is due now, including newly enqueued jobs, one job after the other; returns the number of
    /// attempts. For tests: the clock stands still, so a postponed job stays in the queue.
    ///
    /// # Errors
    /// Database errors. A failing job is not an error: it stays in the queue, with its reason.
    pub async fn run_until_idle(&self) -> Result<usize, StoreError> {
        schedule::enqueue_due(&self.shared.store, self.shared.world.now(), &self.shared.schedules).await?;
        for runs in 0..IDLE_RUNS_MAX {
            match self.claim(1, None).await?.pop() {
                Some(job) => attempt(&self.shared, job, None).await,
                None => return Ok(runs),
            }
        }
        tracing::warn!(event = "job.run_stopped", IDLE_RUNS_MAX, "Jobs enqueue jobs without end. The run stopped.");
        Ok(IDLE_RUNS_MAX)
    }

    async fn claim(&self, limit: usize, worker: Option<i32>) -> Result<Vec<Job>, StoreError> {
        let Shared { store, world, config, kinds, .. } = &*self.shared;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let held = (worker, time_delta(config.lease));
        store.answered(store::claim(store, world.now(), held, kinds, limit)).await
    }

    async fn run(self, mut stopped: watch::Receiver<bool>) {
        let config = &self.shared.config;
        // Dropped last, so that the session lives as long as any job runs.
        let presence = WorkerLiveness::open(&self.shared.store);
        let mut gone = Gone::default();
        let mut running = JoinSet::new();
        tokio::select! {
            () = presence.opened() => {}
            _ = stopped.changed() => {}
        }
        while !*stopped.borrow() {
            // Registered before the claim, so that a job that commits between the claim and the wait still wakes the
            // worker.
            let announced = self.shared.store.jobs_ready().notified();
            tokio::pin!(announced);
            announced.as_mut().enable();

            let free = config.concurrency - running.len();
            let released = gone.release(&self.shared.store, self.shared.world.now());
            if let Err(error) = self.shared.store.answered(released).await {
                tracing::warn!(
                    event = "worker.lookup_failed", %error,
                    "The worker cannot look for dead workers. It tries again."
                );
            }
            let found = self.start_due(&mut running, free, &presence).await;
            if found == free && free > 0 {
                continue;
            }
            tokio::select! {
                () = &mut announced, if free > 0 => {}
                Some(_) = running.join_next() => {}
                () = tokio::time::sleep(config.poll) => {}
                _ = stopped.changed() => {}
            }
        }
        let all_done = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(config.grace, all_done).await.is_err() {
            tracing::warn!(
                event = "job.abandoned",
                "The worker stopped while jobs ran. Another worker takes them after their leases end."
            );
        }
    }

    /// Claims and starts up to `free` jobs; returns how many.
    async fn start_due(&self, running: &mut JoinSet<()>, free: usize, presence: &WorkerLiveness) -> usize {
        let shared = &self.shared;
        let due = schedule::enqueue_due(&shared.store, shared.world.now(), &shared.schedules);
        if let Err(error) = shared.store.answered(due).await {
            tracing::warn!(
                event = "schedule.read_failed", %error,
                "The worker cannot read the schedules. It tries again."
            );
            return 0;
        }
        if free == 0 {
            return 0;
        }
        let now = presence.number();
        let number = *now.borrow();
        match self.claim(free, number).await {
            Ok(jobs) => {
                let found = jobs.len();
                for job in jobs {
                    let (shared, held) = (shared.clone(), (now.clone(), number));
                    running.spawn(async move { attempt(&shared, job, Some(held)).await });
                }
                found
            }
            Err(error) => {
                tracing::warn!(event = "job.claim_failed", %error, "The worker cannot claim jobs. It tries again.");
                0
            }
        }
    }
}

/// A running worker.
#[derive(Debug)]
pub struct WorkerHandle {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl WorkerHandle {
    /// Takes no more jobs, waits for running jobs up to the configured grace, then leaves the rest to their leases.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(event = "worker.crashed", %error, "The worker crashed.");
        }
    }
}

/// Runs one attempt of a job and records its outcome.
async fn attempt(shared: &Shared, job: Job, held: Option<(Number, Option<i32>)>) {
    let noted = match run_handler(shared, &job, held).await {
        Some(ended) => shared.store.answered(note(shared, &job, ended)).await,
        None => Ok(false),
    };
    match noted {
        Ok(true) => {}
        Ok(false) => tracing::warn!(
            event = "job.handed_over", job = %job.id, kind = job.kind,
            "The worker leaves the job to another worker."
        ),
        Err(error) => tracing::warn!(
            event = "job.record_failed", job = %job.id, kind = job.kind, %error,
            "The worker cannot record how the job ended."
        ),
    }
}

/// The outcome of an attempt.
enum Ended {
    With(Outcome),
    Failed(String),
}

/// Runs the handler under its time limit, and renews the lease meanwhile. `None` if the job was taken over, or will be
/// because the worker has lost its session.
async fn run_handler(shared: &Shared, job: &Job, held: Option<(Number, Option<i32>)>) -> Option<Ended> {
    if job.attempt > job.attempts_max {
        return Some(Ended::Failed("its worker died every time".into()));
    }
    let (handler, own) = (shared.handlers.get(job.kind.as_str())?.clone(), job.clone());
    let longest = shared.config.attempt_timeout;
    // A separate task that ends with this one, so that no other future wakes it and looks like progress.
    let mut run = JoinSet::new();
    run.spawn(async move {
        let attempt = tokio::time::timeout(longest, handler.run(&own));
        match unless_stuck(handler.stuck_after(), attempt).await {
            Some(Ok(Ok(outcome))) => Ended::With(outcome),
            Some(Ok(Err(error))) => Ended::Failed(error.to_string()),
            Some(Err(_)) => Ended::Failed("the attempt took too long".into()),
            None => Ended::Failed("nothing came of what the attempt waited for".into()),
        }
    });
    let lost = async {
        match held {
            Some((mut now, number)) => presence::lost(&mut now, number).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(lost);
    let renewal = shared.config.lease / 3;
    loop {
        tokio::select! {
            () = &mut lost => return None,
            ended = run.join_next() => {
                let died = |error: JoinError| Ended::Failed(format!("the attempt died: {error}"));
                return ended.map(|ended| ended.unwrap_or_else(died));
            }
            () = tokio::time::sleep(renewal) => {
                let until = shared.world.now() + time_delta(shared.config.lease);
                // A failed renewal changes nothing: the completion checks the attempt number.
                if let Ok(false) = shared.store.answered(store::renew(&shared.store, job, until)).await {
                    return None;
                }
            }
        }
    }
}

/// Records how the attempt ended; false if another worker has taken the job over.
async fn note(shared: &Shared, job: &Job, ended: Ended) -> Result<bool, StoreError> {
    let Shared { store, world, .. } = shared;
    let now = world.now();
    match ended {
        Ended::With(Outcome::Done) => complete(shared, job, store.system().await?.into()).await,
        Ended::With(Outcome::DoneIn(tx)) => complete(shared, job, tx).await,
        Ended::With(Outcome::Dead(reason)) => {
            tracing::error!(event = "job.died", job = %job.id, kind = job.kind, reason, "The job is dead.");
            store::bury(store, job, now, &reason).await
        }
        Ended::With(Outcome::RetryAt(at, reason)) if job.attempt < ATTEMPTS_LIMIT => {
            store::postpone(store, job, at, &reason).await
        }
        Ended::Failed(error) if !job.is_last_attempt() => {
            tracing::warn!(
                event = "job.failed", job = %job.id, kind = job.kind, attempt = job.attempt, error,
                "The job failed. A worker tries it again."
            );
            let at = now + backoff(job.attempt, job.id.uuid().as_u64_pair().1);
            store::retry(store, job, at, &error).await
        }
        Ended::With(Outcome::RetryAt(_, reason)) | Ended::Failed(reason) => {
            tracing::error!(
                event = "job.died", job = %job.id, kind = job.kind, reason,
                "The last attempt of the job failed. The job is dead."
            );
            store::bury(store, job, now, &reason).await
        }
    }
}

async fn complete(shared: &Shared, job: &Job, tx: crate::AnyTx) -> Result<bool, StoreError> {
    match store::complete(tx, job, shared.world.now()).await {
        Ok(()) => Ok(true),
        Err(StoreError::NotOneRow { .. }) => Ok(false),
        // The outcome of the commit is unknown: the lease expires, and the next attempt finds out.
        Err(error) => Err(error),
    }
}

fn time_delta(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX)
}
