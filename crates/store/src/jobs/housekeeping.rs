//! Deletes expired rows, a few every minute.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::World;

use super::{Job, JobError, JobHandler, Outcome, Schedule, store};
use crate::{Store, StoreError, events, idempotency};

const KIND: &str = "store.housekeeping";
/// Finished jobs stay this long for diagnosis. Dead jobs stay.
const DONE_KEPT: TimeDelta = TimeDelta::days(7);
/// Events stay this long for clients that resume a stream; a client that resumes later reloads everything.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(90);
/// The rows of one transaction, so that each is short.
const ROWS_MAX: i64 = 10_000;
/// The transactions of one run for each table; the next run continues.
const ROUNDS_MAX: usize = 30;

/// Deletes rows by their age.
#[derive(Clone, Copy)]
enum Old {
    Jobs,
    Answers,
    Events,
}

/// Deletes finished jobs after a week, idempotency responses after thirty days, and events after ninety.
pub struct Housekeeping {
    store: Store,
    world: World,
}

impl Housekeeping {
    /// The handler; register it beside [`Housekeeping::schedule`].
    pub fn new(store: Store, world: World) -> Self {
        Self { store, world }
    }

    /// Once a minute.
    pub fn schedule() -> Schedule {
        Schedule::every(KIND, TimeDelta::minutes(1))
    }
}

#[async_trait]
impl JobHandler for Housekeeping {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let mut first = Ok(());
        for old in [Old::Jobs, Old::Answers, Old::Events] {
            // An error in one table must not stop the deletion in the others.
            first = first.and(self.throw_away(old).await);
        }
        first?;
        Ok(Outcome::Done)
    }
}

impl Housekeeping {
    async fn throw_away(&self, old: Old) -> Result<(), StoreError> {
        let now = self.world.now();
        for _ in 0..ROUNDS_MAX {
            let mut tx = self.store.system().await?;
            let gone = match old {
                Old::Jobs => store::purge_done(tx.conn(), now - DONE_KEPT, ROWS_MAX).await?,
                Old::Answers => idempotency::purge(tx.conn(), now, ROWS_MAX).await?,
                Old::Events => events::purge(tx.conn(), now - EVENTS_KEPT, ROWS_MAX).await?,
            };
            tx.commit().await?;
            if gone < ROWS_MAX.unsigned_abs() {
                break;
            }
        }
        Ok(())
    }
}
