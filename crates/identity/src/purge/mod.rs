//! Tidying up what is of no use any more: old codes, counters and tokens. Sessions stay as history for a while; the audit
//! log and consents stay for good.

mod store;

use ::store::{Job, JobError, JobHandler, Outcome, Schedule, Store};
use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::World;

const KIND: &str = "identity.purge";
/// Longer than the longest window that counts codes and sends.
const KEEP: TimeDelta = TimeDelta::days(4);
/// How long an ended session can still be looked into.
const KEEP_SESSIONS: TimeDelta = TimeDelta::days(90);
const ROWS_MAX: i64 = 5_000;
/// Pictures that were never handed in.
const KEEP_DRAFTS: TimeDelta = TimeDelta::days(30);
/// Pictures that somebody looked at and that stand no more: five years (Regulation (EU) 2024/1624, article 77). Those that stand
/// are kept as long as the account is.
const KEEP_DOCUMENTS: TimeDelta = TimeDelta::days(5 * 366);

pub(crate) fn schedule() -> Schedule {
    Schedule::every(KIND, TimeDelta::hours(1))
}

/// Does `identity.purge`.
pub(crate) struct Purge {
    store: Store,
    world: World,
}

impl Purge {
    pub(crate) fn new(store: Store, world: World) -> Self {
        Self { store, world }
    }
}

#[async_trait]
impl JobHandler for Purge {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.world.now();
        let mut tx = self.store.system().await?;
        store::purge(tx.conn(), now - KEEP, now - KEEP_SESSIONS, ROWS_MAX).await?;
        store::purge_documents(tx.conn(), now - KEEP_DRAFTS, now - KEEP_DOCUMENTS, ROWS_MAX).await?;
        // What was asked of a browser says nothing once it is over; anybody may ask.
        store::purge_ceremonies(tx.conn(), now, ROWS_MAX).await?;
        store::purge_external(tx.conn(), now - KEEP, ROWS_MAX).await?;
        Ok(Outcome::done_in(tx))
    }
}
