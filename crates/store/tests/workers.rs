//! Jobs whose worker dies.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use kernel::World;
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{Job, JobError, JobHandler, JobSpec, Outcome, Store, StoreOptions, Worker, WorkerConfig};
use tokio::sync::Semaphore;

/// Longer than any test: a takeover within the test does not result from the lease.
const LEASE: Duration = Duration::from_secs(600);
const SOON: Duration = Duration::from_secs(10);

/// The shared state of all attempts.
struct Shared {
    at_once: AtomicUsize,
    most_at_once: AtomicUsize,
    begun: Semaphore,
    may_end: Semaphore,
}

/// Decrements the counter when its attempt ends or is cancelled.
struct Running(Arc<Shared>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.at_once.fetch_sub(1, Ordering::SeqCst);
    }
}

struct Slow(Arc<Shared>);

#[async_trait]
impl JobHandler for Slow {
    fn kind(&self) -> &'static str {
        "slow"
    }

    async fn run(&self, _: &Job) -> Result<Outcome, JobError> {
        let now = self.0.at_once.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most_at_once.fetch_max(now, Ordering::SeqCst);
        let _running = Running(self.0.clone());
        self.0.begun.add_permits(1);
        self.0.may_end.acquire().await?.forget();
        Ok(Outcome::Done)
    }
}

impl Shared {
    fn new() -> Arc<Self> {
        let (at_once, most_at_once) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Arc::new(Self { at_once, most_at_once, begun: Semaphore::new(0), may_end: Semaphore::new(0) })
    }

    async fn begins(&self) {
        self.begun.acquire().await.unwrap().forget();
    }
}

async fn worker(db: &TestDb, shared: &Arc<Shared>) -> Worker {
    let store = Store::connect(&db.url(), StoreOptions::default()).await.unwrap();
    let config = WorkerConfig { lease: LEASE, poll: Duration::from_millis(50), ..WorkerConfig::default() };
    Worker::with(store, World::system(), vec![Arc::new(Slow(shared.clone()))], vec![], config)
}

async fn enqueue(db: &TestDb) {
    let mut tx = db.store.system().await.unwrap();
    tx.enqueue(World::system().now(), &[JobSpec::new("slow", tenant(1), json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
}

/// Terminates the sessions of the workers.
async fn end_sessions(db: &TestDb) -> usize {
    let ended = sqlx::query_scalar::<_, bool>(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    ended.fetch_all(&mut db.connect().await).await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_taken_over_at_once_when_its_process_dies_and_stays_while_it_lives() {
    let (db, shared) = (TestDb::new().await, Shared::new());
    enqueue(&db).await;
    // A separate runtime ends like a process: its tasks get no signal, and its connections are closed.
    let process = tokio::runtime::Runtime::new().unwrap();
    let (dying, living) = (worker(&db, &shared).await, worker(&db, &shared).await);
    let handle = process.spawn(async move { dying.spawn() });
    shared.begins().await;
    let living = living.spawn();
    let early = tokio::time::timeout(Duration::from_secs(7), shared.begins()).await;
    assert!(early.is_err(), "nobody takes the job of a worker that lives");

    drop(handle);
    process.shutdown_background();
    tokio::time::timeout(SOON, shared.begins()).await.expect("it is taken over long before its lease ends");
    shared.may_end.add_permits(1);
    living.stop().await;
    assert_eq!(shared.most_at_once.load(Ordering::SeqCst), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_loses_its_session_gives_its_job_up_before_another_takes_it() {
    let (db, shared) = (TestDb::new().await, Shared::new());
    let workers = [worker(&db, &shared).await.spawn(), worker(&db, &shared).await.spawn()];
    enqueue(&db).await;
    shared.begins().await;
    while end_sessions(&db).await == 0 {
        // The sessions open soon after the start.
        tokio::task::yield_now().await;
    }
    tokio::time::timeout(SOON, shared.begins()).await.expect("it is taken over long before its lease ends");
    shared.may_end.add_permits(1);
    for worker in workers {
        worker.stop().await;
    }
    assert_eq!(shared.most_at_once.load(Ordering::SeqCst), 1, "never twice at once");
}
