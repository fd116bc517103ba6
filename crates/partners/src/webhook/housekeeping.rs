//! Deletes old events of the feeds, and old deliveries.

use ::store::{Job, JobError, JobHandler, Outcome, Schedule};
use async_trait::async_trait;
use chrono::TimeDelta;

use super::{feed, store};
use crate::Partners;

const KIND: &str = "partners.housekeeping";
/// How long deliveries stay in the log.
const DELIVERIES_KEPT: TimeDelta = TimeDelta::days(30);
/// The rows of one transaction and table, so that each is short.
const ROWS_MAX: i64 = 5_000;
/// The transactions of one run; the next run continues.
const ROUNDS_MAX: usize = 30;

/// Deletes events after 90 days and deliveries after 30.
pub struct WebhookHousekeeping {
    partners: Partners,
}

impl WebhookHousekeeping {
    /// The handler; register it beside [`WebhookHousekeeping::schedule`].
    #[must_use]
    pub fn new(partners: Partners) -> Self {
        Self { partners }
    }

    /// Every ten minutes.
    #[must_use]
    pub fn schedule() -> Schedule {
        Schedule::every(KIND, TimeDelta::minutes(10))
    }
}

#[async_trait]
impl JobHandler for WebhookHousekeeping {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.partners.world().now();
        for _ in 0..ROUNDS_MAX {
            let mut tx = self.partners.store().system().await?;
            let before = (now - feed::EVENTS_KEPT, now - DELIVERIES_KEPT);
            let gone = store::events::purge(tx.conn(), before, ROWS_MAX).await?;
            tx.commit().await?;
            if gone == 0 {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}
