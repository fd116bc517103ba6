//! Throws away what nobody needs any more, a little every minute.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::World;

use super::{Job, JobError, JobHandler, Outcome, Schedule, store};
use crate::{Store, idempotency};

const KIND: &str = "store.housekeeping";
/// Finished jobs are kept this long for whoever asks what happened. Dead ones stay.
const DONE_KEPT: TimeDelta = TimeDelta::days(7);
/// Rows per run and table: a run stays short, and a minute's worth of work does not exceed it.
const ROWS_MAX: i64 = 10_000;

/// Deletes finished jobs after a week and answers to idempotency keys after thirty days.
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
        let now = self.world.now();
        let mut tx = self.store.system().await?;
        store::purge_done(tx.conn(), now - DONE_KEPT, ROWS_MAX).await?;
        idempotency::purge(tx.conn(), now, ROWS_MAX).await?;
        Ok(Outcome::done_in(tx))
    }
}
