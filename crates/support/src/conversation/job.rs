//! The job `support.tidy`: ends answered conversations after a week of silence, and deletes pictures that no message
//! took.

use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;
use chrono::TimeDelta;

use super::model::QUIET;
use super::store;
use crate::{Support, picture};

/// The job kind and schedule name.
pub(crate) const TIDY: &str = "support.tidy";
/// The maximum number of rows that a run changes in each table.
const ROWS_MAX: i64 = 1_000;
/// How long a picture waits for its message.
const LOOSE_FOR: TimeDelta = TimeDelta::days(1);

/// Handles `support.tidy`.
pub(crate) struct Tidy(pub Support);

#[async_trait]
impl JobHandler for Tidy {
    fn kind(&self) -> &'static str {
        TIDY
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.0.inner.world.now();
        let mut tx = self.0.inner.store.system().await?;
        let ended = store::end_quiet(tx.conn(), now, now - QUIET, ROWS_MAX).await?;
        let deleted = picture::store::purge(tx.conn(), now - LOOSE_FOR, ROWS_MAX).await?;
        tx.commit().await?;
        let full = ended.max(deleted) >= u64::try_from(ROWS_MAX).unwrap_or(u64::MAX);
        Ok(if full { Outcome::RetryAt(now, "there is more to tidy".to_owned()) } else { Outcome::Done })
    }
}
