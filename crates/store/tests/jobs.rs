//! The job queue: each job runs once, in the transaction of its effect, whatever process dies in between.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobId, ManualClock, World};
use serde_json::json;
use store::jobs::{Housekeeping, JobState, count, dismiss, revive};
use store::testing::{TestDb, tenant};
use store::{EventSpec, Job, JobError, JobHandler, JobSpec, Outcome, Schedule, Store, Worker, WorkerConfig, events};
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

/// A handler for one kind, from a function.
struct Handler<F>(&'static str, F);

#[async_trait]
impl<F, R> JobHandler for Handler<F>
where
    F: Fn(Job) -> R + Send + Sync,
    R: Future<Output = Result<Outcome, JobError>> + Send,
{
    fn kind(&self) -> &'static str {
        self.0
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        (self.1)(job.clone()).await
    }
}

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

async fn enqueue(store: &Store, specs: &[JobSpec]) {
    let mut tx = store.system().await.unwrap();
    tx.enqueue(start(), specs).await.unwrap();
    tx.commit().await.unwrap();
}

async fn counted(store: &Store, state: JobState) -> i64 {
    count(store.system().await.unwrap().conn(), "", state).await.unwrap()
}

fn worker(store: &Store, clock: &Arc<ManualClock>, handler: impl JobHandler + 'static) -> Worker {
    Worker::new(store.clone(), World::with_clock(clock.clone()), vec![Arc::new(handler)])
}

fn work() -> JobSpec {
    JobSpec::new("work", tenant(1), json!({}))
}

#[tokio::test]
async fn a_job_runs_only_when_its_change_was_committed_and_only_once() {
    let db = TestDb::new().await;
    let mut undone = db.store.tenant(tenant(1)).await.unwrap();
    undone.enqueue(start(), &[work()]).await.unwrap();
    undone.rollback().await.unwrap();
    let mut kept = db.store.tenant(tenant(1)).await.unwrap();
    kept.enqueue(start(), &[JobSpec { payload: json!({"order": 7}), ..work() }]).await.unwrap();
    kept.commit().await.unwrap();

    let seen = Arc::new(AtomicI64::new(0));
    let handler = Handler("work", {
        let seen = seen.clone();
        move |job: Job| {
            seen.fetch_add(job.payload["order"].as_i64().unwrap(), Ordering::SeqCst);
            async move { (job.tenant == Some(tenant(1))).then_some(Outcome::Done).ok_or(JobError::new("whose?")) }
        }
    });
    let worker = worker(&db.store, &ManualClock::at(start()), handler);
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);
    assert_eq!(seen.load(Ordering::SeqCst), 7);
}

#[tokio::test]
async fn the_same_work_is_not_queued_twice_while_it_waits_but_again_when_it_is_done() {
    let db = TestDb::new().await;
    let other_tenant = JobSpec::new("work", tenant(2), json!({})).unique("a");
    enqueue(&db.store, &[work().unique("a"), work().unique("a"), work().unique("b"), other_tenant]).await;
    enqueue(&db.store, &[work().unique("a")]).await;
    assert_eq!(counted(&db.store, JobState::Ready).await, 3);
    let worker = worker(&db.store, &ManualClock::at(start()), Handler("work", |_| async { Ok(Outcome::Done) }));
    worker.run_until_idle().await.unwrap();
    enqueue(&db.store, &[work().unique("a")]).await;
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
}

#[tokio::test]
async fn a_failing_job_is_tried_later_and_later_and_then_kept_for_an_operator() {
    let db = TestDb::new().await;
    let clock = ManualClock::at(start());
    let worker = worker(&db.store, &clock, Handler("work", |_| async { Err(JobError::new("bank is closed")) }));
    enqueue(&db.store, &[work().attempts(3)]).await;
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(worker.run_until_idle().await.unwrap(), 0, "not at once");
    for _ in 0..2 {
        clock.advance(TimeDelta::minutes(1));
        assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    }
    clock.advance(TimeDelta::days(1));
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);
    let mut conn = db.connect().await;
    let kept: (String, i32, String) =
        sqlx::query_as("SELECT state, attempt, last_error FROM jobs").fetch_one(&mut conn).await.unwrap();
    assert_eq!(kept, ("dead".into(), 3, "bank is closed".into()));
}

/// The first attempt waits forever.
struct Waits;

#[async_trait]
impl JobHandler for Waits {
    fn kind(&self) -> &'static str {
        "work"
    }

    fn stuck_after(&self) -> Duration {
        Duration::from_millis(50)
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        if job.attempt == 1 {
            std::future::pending::<()>().await;
        }
        Ok(Outcome::Done)
    }
}

#[tokio::test]
async fn a_job_that_waits_for_what_never_comes_is_given_up_and_tried_again() {
    let db = TestDb::new().await;
    enqueue(&db.store, &[work()]).await;
    let clock = ManualClock::at(start());
    let worker = worker(&db.store, &clock, Waits);
    let given_up = tokio::time::timeout(Duration::from_secs(30), worker.run_until_idle()).await;
    assert_eq!(given_up.expect("somebody stops waiting").unwrap(), 1);
    clock.advance(TimeDelta::minutes(1));
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(counted(&db.store, JobState::Done).await, 1);
}

#[tokio::test]
async fn asking_to_be_called_later_uses_up_no_attempt() {
    let db = TestDb::new().await;
    let clock = ManualClock::at(start());
    let later = clock.clone();
    let waits = Handler("work", move |job: Job| {
        let at = kernel::Clock::now(&*later) + TimeDelta::seconds(10);
        async move { Ok(if job.attempt < 6 { Outcome::RetryAt(at, "no confirmations yet".into()) } else { Outcome::Done }) }
    });
    let worker = worker(&db.store, &clock, waits);
    enqueue(&db.store, &[work().attempts(2)]).await;
    for _ in 0..6 {
        assert_eq!(worker.run_until_idle().await.unwrap(), 1);
        clock.advance(TimeDelta::seconds(10));
    }
    assert_eq!(counted(&db.store, JobState::Done).await, 1);
}

/// Writes an event in the transaction of the job's completion.
async fn write(store: &Store) -> Outcome {
    let mut tx = store.tenant(tenant(1)).await.unwrap();
    let event = EventSpec { stream: Uuid::nil(), kind: "work.done".into(), subject: Uuid::nil(), body: json!({}) };
    tx.append_events(start(), &[event]).await.unwrap();
    Outcome::done_in(tx)
}

async fn written(store: &Store) -> i64 {
    let mut tx = store.tenant_read(tenant(1)).await.unwrap();
    events::head(tx.conn(), tenant(1), Uuid::nil()).await.unwrap()
}

#[tokio::test]
async fn the_effect_of_a_worker_that_lost_its_lease_is_undone() {
    let db = TestDb::new().await;
    let clock = ManualClock::at(start());
    let (entered, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (store, entered, release) = (db.store.clone(), entered.clone(), release.clone());
        worker(
            &db.store,
            &clock,
            Handler("work", move |_| {
                let (store, entered, release) = (store.clone(), entered.clone(), release.clone());
                async move {
                    entered.notify_one();
                    release.notified().await;
                    Ok(write(&store).await)
                }
            }),
        )
    };
    enqueue(&db.store, &[work()]).await;
    let slow = tokio::spawn(async move { slow.run_until_idle().await });
    entered.notified().await;

    // The first worker has not renewed its lease in time.
    clock.advance(TimeDelta::minutes(1));
    let store = db.store.clone();
    let second = worker(
        &db.store,
        &clock,
        Handler("work", move |_| {
            let store = store.clone();
            async move { Ok(write(&store).await) }
        }),
    );
    assert_eq!(second.run_until_idle().await.unwrap(), 1);
    release.notify_one();
    slow.await.unwrap().unwrap();
    assert_eq!(written(&db.store).await, 1, "done once, by the worker that held the lease");
}

#[tokio::test]
async fn a_platform_job_can_finish_in_a_tenants_transaction() {
    let db = TestDb::new().await;
    enqueue(&db.store, &[JobSpec::new("work", None, json!({}))]).await;
    let store = db.store.clone();
    let handler = Handler("work", move |_| {
        let store = store.clone();
        async move { Ok(write(&store).await) }
    });
    worker(&db.store, &ManualClock::at(start()), handler).run_until_idle().await.unwrap();
    assert_eq!((written(&db.store).await, counted(&db.store, JobState::Done).await), (1, 1));
}

#[tokio::test]
async fn two_workers_share_a_hundred_jobs_and_jobs_of_one_key_never_overlap() {
    let db = TestDb::new().await;
    let jobs: Vec<JobSpec> = (0..100).map(|n| work().serial(format!("wallet-{}", n % 3))).collect();
    enqueue(&db.store, &jobs).await;
    let wallets: Arc<Vec<Semaphore>> = Arc::new((0..3).map(|_| Semaphore::new(1)).collect());
    let (done, overlaps) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let (wallets, done, overlaps) = (wallets.clone(), done.clone(), overlaps.clone());
            let store = db.store.clone();
            let handler = Handler("work", move |job: Job| {
                let (wallets, done, overlaps, store) = (wallets.clone(), done.clone(), overlaps.clone(), store.clone());
                async move {
                    let key = sqlx_key(&store, &job).await;
                    match wallets[key].try_acquire() {
                        Ok(_held) => tokio::task::yield_now().await,
                        Err(_) => drop(overlaps.fetch_add(1, Ordering::SeqCst)),
                    }
                    done.fetch_add(1, Ordering::SeqCst);
                    Ok(Outcome::Done)
                }
            });
            let config = WorkerConfig { concurrency: 3, poll: Duration::from_millis(5), ..Default::default() };
            let world = World::with_clock(ManualClock::at(start()));
            Worker::with(db.store.clone(), world, vec![Arc::new(handler)], vec![], config).spawn()
        })
        .collect();
    until(|| async { counted(&db.store, JobState::Done).await == 100 }).await;
    for handle in handles {
        handle.stop().await;
    }
    assert_eq!((done.load(Ordering::SeqCst), overlaps.load(Ordering::SeqCst)), (100, 0));
}

/// A handler that records its jobs in order. `credited` decides the outcome of the jobs "credited".
fn teller(told: &Arc<Mutex<Vec<String>>>, credited: fn(i32) -> Result<Outcome, JobError>) -> impl JobHandler + use<> {
    let told = told.clone();
    Handler("work", move |job: Job| {
        let what = job.payload["what"].as_str().unwrap().to_owned();
        let ended = if what == "credited" { credited(job.attempt) } else { Ok(Outcome::Done) };
        if matches!(ended, Ok(Outcome::Done)) {
            told.lock().unwrap().push(what);
        }
        async move { ended }
    })
}

fn event(what: &str) -> JobSpec {
    JobSpec { payload: json!({"what": what}), ..work() }.serial("order")
}

#[tokio::test]
async fn jobs_of_one_serial_key_wait_for_the_retry_of_an_earlier_one() {
    let (db, clock, told) = (TestDb::new().await, ManualClock::at(start()), Arc::default());
    let busy_once = |attempt| if attempt == 1 { Err(JobError::new("busy")) } else { Ok(Outcome::Done) };
    let worker = worker(&db.store, &clock, teller(&told, busy_once));
    enqueue(&db.store, &[event("seen"), event("credited")]).await;
    worker.run_until_idle().await.unwrap();
    // A replica whose clock is behind enqueues later events.
    enqueue(&db.store, &[event("gone").at(start() - TimeDelta::minutes(5)), event("seen again")]).await;
    worker.run_until_idle().await.unwrap();
    assert_eq!(*told.lock().unwrap(), ["seen"]);
    clock.advance(TimeDelta::minutes(1));
    worker.run_until_idle().await.unwrap();
    assert_eq!(*told.lock().unwrap(), ["seen", "credited", "gone", "seen again"]);
}

#[tokio::test]
async fn a_dead_job_holds_those_behind_it_until_an_operator_decides() {
    for revived in [true, false] {
        let (db, clock, told) = (TestDb::new().await, ManualClock::at(start()), Arc::default());
        let dead_once = |attempt| Ok(if attempt == 1 { Outcome::Dead("a fault".into()) } else { Outcome::Done });
        let worker = worker(&db.store, &clock, teller(&told, dead_once));
        enqueue(&db.store, &[event("credited"), event("gone")]).await;
        clock.advance(TimeDelta::days(1));
        worker.run_until_idle().await.unwrap();
        assert!(told.lock().unwrap().is_empty());

        let id: Uuid = sqlx::query_scalar("SELECT id FROM jobs WHERE state = 'dead'")
            .fetch_one(&mut db.connect().await)
            .await
            .unwrap();
        let (id, mut tx) = (JobId::from_uuid(id), db.store.system().await.unwrap());
        let decided = match revived {
            true => revive(tx.conn(), id, start()).await.unwrap(),
            false => dismiss(tx.conn(), id).await.unwrap(),
        };
        assert!(decided);
        tx.commit().await.unwrap();
        worker.run_until_idle().await.unwrap();
        let expected: &[&str] = if revived { &["credited", "gone"] } else { &["gone"] };
        assert_eq!(*told.lock().unwrap(), expected);
    }
}

/// The serial key of a job, read from the queue.
async fn sqlx_key(store: &Store, job: &Job) -> usize {
    let mut tx = store.system().await.unwrap();
    let key: String = sqlx::query_scalar("SELECT serial_key FROM jobs WHERE id = $1")
        .bind(job.id.uuid())
        .fetch_one(tx.conn())
        .await
        .unwrap();
    key.trim_start_matches("wallet-").parse().unwrap()
}

/// Waits until a condition holds, and yields to other tasks in between.
async fn until<F: Future<Output = bool>>(mut holds: impl FnMut() -> F) {
    let waited = async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waited).await.expect("it becomes true within 20 seconds");
}

#[tokio::test]
async fn a_running_worker_hears_of_a_commit_at_once_and_stops_when_its_job_is_done() {
    let db = TestDb::new().await;
    let (entered, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let handler = {
        let (entered, release) = (entered.clone(), release.clone());
        Handler("work", move |_| {
            let (entered, release) = (entered.clone(), release.clone());
            async move {
                entered.notify_one();
                release.notified().await;
                Ok(Outcome::Done)
            }
        })
    };
    // With one poll an hour, only the signal can start the job.
    let config = WorkerConfig { poll: Duration::from_secs(3600), ..Default::default() };
    let world = World::with_clock(ManualClock::at(start()));
    let handle = Worker::with(db.store.clone(), world, vec![Arc::new(handler)], vec![], config).spawn();
    tokio::task::yield_now().await;
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    tx.enqueue(start(), &[work()]).await.unwrap();
    tx.commit().await.unwrap();
    tokio::time::timeout(Duration::from_secs(10), entered.notified()).await.expect("the worker was woken");

    let stopping = tokio::spawn(handle.stop());
    release.notify_one();
    stopping.await.unwrap();
    assert_eq!(counted(&db.store, JobState::Done).await, 1);
}

#[tokio::test]
async fn a_schedule_gives_one_job_per_tick_however_many_replicas_look() {
    let db = TestDb::new().await;
    let clock = ManualClock::at(start());
    let runs = Arc::new(AtomicUsize::new(0));
    let workers: Vec<Worker> = (0..2)
        .map(|_| {
            let runs = runs.clone();
            let handler = Handler("sweep", move |_| {
                runs.fetch_add(1, Ordering::SeqCst);
                async { Ok(Outcome::Done) }
            });
            let schedules = vec![Schedule::every("sweep", TimeDelta::seconds(10))];
            let world = World::with_clock(clock.clone());
            Worker::with(db.store.clone(), world, vec![Arc::new(handler)], schedules, WorkerConfig::default())
        })
        .collect();
    for seconds in [0, 4, 5, 30, 1] {
        clock.advance(TimeDelta::seconds(seconds));
        for worker in &workers {
            worker.run_until_idle().await.unwrap();
        }
    }
    // At 0, at 39, and at 40: missed ticks are skipped.
    assert_eq!(runs.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn finished_jobs_are_thrown_away_after_a_week_and_dead_ones_kept() {
    let db = TestDb::new().await;
    let clock = ManualClock::at(start());
    let world = World::with_clock(clock.clone());
    let handler = Handler("work", |job: Job| async move {
        Ok(if job.payload["bad"] == true { Outcome::Dead("bad".into()) } else { Outcome::Done })
    });
    let keeper = Housekeeping::new(db.store.clone(), world.clone());
    let handlers: Vec<Arc<dyn JobHandler>> = vec![Arc::new(handler), Arc::new(keeper)];
    let schedules = vec![Housekeeping::schedule()];
    let worker = Worker::with(db.store.clone(), world, handlers, schedules, WorkerConfig::default());
    enqueue(&db.store, &[work(), JobSpec { payload: json!({"bad": true}), ..work() }]).await;
    worker.run_until_idle().await.unwrap();
    assert_eq!(counted(&db.store, JobState::Done).await, 2);
    clock.advance(TimeDelta::days(8));
    worker.run_until_idle().await.unwrap();
    // Of the finished jobs, only the current clean-up run is left.
    assert_eq!((counted(&db.store, JobState::Done).await, counted(&db.store, JobState::Dead).await), (1, 1));
}
