//! Deletes expired data: old codes, counters and tokens. Ended sessions are retained for a while; the audit log and
//! consents are retained permanently.

mod store;

use ::store::{Job, JobError, JobHandler, Outcome, Schedule, Store};
use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::World;

const KIND: &str = "identity.purge";
/// The maximum number of rows per table and run; tests may set another value. If rows remain, the next run starts at
/// once.
const ROWS_MAX: u32 = 5_000;

pub(crate) fn schedule() -> Schedule {
    Schedule::every(KIND, TimeDelta::minutes(1))
}

/// Handles `identity.purge`.
pub(crate) struct Purge {
    store: Store,
    world: World,
    rows_max: u32,
}

impl Purge {
    pub(crate) fn new(store: Store, world: World) -> Self {
        Self { store, world, rows_max: ROWS_MAX }
    }
}

#[async_trait]
impl JobHandler for Purge {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.world.now();
        let mut more = false;
        for (keep, delete) in store::ALL {
            // One transaction per statement, so that locks are short.
            let mut tx = self.store.system().await?;
            more |= store::purge(tx.conn(), delete, now - keep, self.rows_max).await? >= u64::from(self.rows_max);
            tx.commit().await?;
        }
        Ok(if more { Outcome::RetryAt(now, "there is more to tidy up".to_owned()) } else { Outcome::Done })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ::store::testing::TestDb;
    use ::store::{JobSpec, Worker};
    use kernel::{Clock, ManualClock};

    use super::*;

    #[tokio::test]
    async fn a_purge_of_any_size_ends_within_a_minute() {
        let db = TestDb::new().await;
        let clock = ManualClock::at("2026-03-01T12:00:00Z".parse().unwrap());
        let world = World::with_clock(clock.clone());
        let tenant = crate::seed_demo(&db.store, &world).await.unwrap();
        let mut sql = db.connect().await;
        let old = "INSERT INTO counters (tenant_id, name, subject, starts_at, count)
                   SELECT $1, 'a', n::text, $2, 1 FROM generate_series(1, 25) AS n";
        for days in [5, 1] {
            let at = clock.now() - TimeDelta::days(days);
            sqlx::query(old).bind(tenant.uuid()).bind(at).execute(&mut sql).await.unwrap();
        }
        let purge = Purge { store: db.store.clone(), world: world.clone(), rows_max: 10 };
        let worker = Worker::new(db.store.clone(), world, vec![Arc::new(purge)]);
        let mut tx = db.store.system().await.unwrap();
        tx.enqueue(clock.now(), &[JobSpec::new(KIND, None, serde_json::json!({}))]).await.unwrap();
        tx.commit().await.unwrap();
        worker.run_until_idle().await.unwrap();
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM counters").fetch_one(&mut sql).await.unwrap();
        assert_eq!(left, 25, "what is young stays");
    }
}
