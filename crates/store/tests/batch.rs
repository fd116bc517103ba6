//! Concurrent callers share a transaction, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use kernel::TenantId;
use store::batch::{BatchWork, Batcher};
use store::testing::{TestDb, tenant};
use store::{Store, StoreError};
use tokio::sync::Semaphore;

const POISON: i64 = 0;
const PANIC: i64 = -1;

/// The batches that ran.
type Batches = Arc<Mutex<Vec<(TenantId, Vec<i64>)>>>;

/// Divides a hundred by the request in the database, and returns the result with the current tenant.
struct Divide {
    store: Store,
    /// Every batch adds a permit when it begins.
    began: Arc<Semaphore>,
    /// Every batch waits for a permit before it ends.
    leave: Arc<Semaphore>,
    batches: Batches,
}

impl BatchWork for Divide {
    type Ask = i64;
    type Answer = (i64, String);

    async fn run(&self, tenant: TenantId, asks: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
        self.began.add_permits(1);
        self.leave.acquire().await.unwrap().forget();
        self.batches.lock().unwrap().push((tenant, asks.to_vec()));
        assert!(!asks.contains(&PANIC), "asked to");
        let mut tx = self.store.tenant_read(tenant).await?;
        let sql = "SELECT 100 / n, current_setting('app.tenant_id') FROM UNNEST($1::bigint[]) WITH ORDINALITY u(n, at) ORDER BY at";
        Ok(sqlx::query_as(sql).bind(asks).fetch_all(tx.conn()).await?)
    }
}

struct Bench {
    _db: TestDb,
    batcher: Batcher<Divide>,
    began: Arc<Semaphore>,
    leave: Arc<Semaphore>,
    batches: Batches,
}

type Asked = tokio::task::JoinHandle<Result<(i64, String), StoreError>>;

impl Bench {
    async fn new() -> Self {
        let db = TestDb::new().await;
        let (began, leave, batches) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)), Arc::default());
        let work = Divide {
            store: db.store.clone(),
            began: began.clone(),
            leave: leave.clone(),
            batches: Arc::clone(&batches),
        };
        Self { _db: db, batcher: Batcher::new(work), began, leave, batches }
    }

    /// Asks in a task of its own, and returns when the request is in the queue: this runtime has one thread.
    async fn ask(&self, n: u32, ask: i64) -> Asked {
        let batcher = self.batcher.clone();
        let asked = tokio::spawn(async move { batcher.ask(tenant(n), ask).await });
        tokio::task::yield_now().await;
        asked
    }

    /// Waits until `batches` batches have begun.
    async fn begun(&self, batches: u32) {
        self.began.acquire_many(batches).await.unwrap().forget();
    }

    fn batches(&self) -> Vec<(TenantId, Vec<i64>)> {
        self.batches.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn a_caller_during_a_batch_joins_the_next_one_and_gets_its_own_answer() {
    let bench = Bench::new().await;
    let first = bench.ask(1, 1).await;
    bench.begun(1).await;
    let mut rest = Vec::new();
    for ask in [2, 4, 5, 4] {
        rest.push((100 / ask, bench.ask(1, ask).await));
    }
    bench.leave.add_permits(10);
    assert_eq!(first.await.unwrap().unwrap().0, 100);
    for (answer, asked) in rest {
        assert_eq!(asked.await.unwrap().unwrap().0, answer);
    }
    assert_eq!(bench.batches(), [(tenant(1), vec![1]), (tenant(1), vec![2, 4, 5, 4])]);
}

#[tokio::test]
async fn a_batch_is_of_one_tenant_and_one_tenant_does_not_wait_for_another() {
    let bench = Bench::new().await;
    let asked = [bench.ask(1, 1).await, bench.ask(2, 2).await, bench.ask(1, 4).await, bench.ask(2, 5).await];
    // Both batches have begun before either may end.
    bench.begun(2).await;
    bench.leave.add_permits(10);
    for (asked, n) in asked.into_iter().zip([1, 2, 1, 2]) {
        assert_eq!(asked.await.unwrap().unwrap().1, tenant(n).uuid().to_string());
    }
    let kept = |n| bench.batches().into_iter().filter(|(t, _)| *t == tenant(n)).flat_map(|(_, asks)| asks).collect();
    let (one, two): (BTreeSet<i64>, BTreeSet<i64>) = (kept(1), kept(2));
    assert_eq!((one, two), (BTreeSet::from([1, 4]), BTreeSet::from([2, 5])));
}

#[tokio::test]
async fn one_invalid_request_of_a_batch_fails_alone() {
    let bench = Bench::new().await;
    let first = bench.ask(1, 1).await;
    bench.begun(1).await;
    let mut rest = Vec::new();
    for ask in [2, POISON, 4, 5] {
        rest.push((ask, bench.ask(1, ask).await));
    }
    bench.leave.add_permits(10);
    first.await.unwrap().unwrap();
    for (ask, asked) in rest {
        assert_eq!(asked.await.unwrap().is_err(), ask == POISON, "{ask}");
    }
}

#[tokio::test]
async fn after_a_panic_its_callers_hear_an_error_and_the_next_are_served() {
    let bench = Bench::new().await;
    bench.leave.add_permits(10);
    let refused = bench.ask(1, PANIC).await.await.unwrap();
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert_eq!(bench.ask(1, 50).await.await.unwrap().unwrap().0, 2);
}

#[tokio::test]
async fn a_cancelled_caller_does_not_cancel_the_batch() {
    let bench = Bench::new().await;
    let gone = bench.ask(1, 1).await;
    bench.begun(1).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    bench.leave.add_permits(10);
    assert_eq!(bench.ask(1, 2).await.await.unwrap().unwrap().0, 50);
    assert_eq!(bench.batches(), [(tenant(1), vec![1]), (tenant(1), vec![2])]);
}

#[tokio::test]
async fn a_batch_to_which_the_database_is_silent_holds_nobody_up_for_ever() {
    let bench = Bench::new().await;
    let silent = bench.ask(1, 1).await;
    bench.begun(1).await;
    let next = bench.ask(1, 2).await;
    // The first batch gets no permit.
    assert!(matches!(silent.await.unwrap(), Err(StoreError::Unavailable(_))));
    bench.leave.add_permits(10);
    assert_eq!(next.await.unwrap().unwrap().0, 50);
}
