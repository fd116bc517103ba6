//! Deletes old events of the feeds, and old deliveries.

use ::store::{Job, JobError, JobHandler, Outcome, Schedule};
use async_trait::async_trait;
use chrono::TimeDelta;

use super::repeat::WATCHED_FOR;
use super::{feed, store};
use crate::{Partners, RECORDING_KEPT, recording, widget_order};

const KIND: &str = "partners.housekeeping";
/// How long deliveries stay in the log.
const DELIVERIES_KEPT: TimeDelta = TimeDelta::days(30);
/// How long a note about a transaction stays that was never made.
const UNMADE_KEPT: TimeDelta = TimeDelta::days(1);
/// The rows of one transaction and table, so that each is short.
const ROWS_MAX: i64 = 5_000;
/// The recordings of one transaction, each with up to 500 requests.
const RECORDINGS_AT_ONCE: i64 = 10;
/// The transactions of one run; the next run continues.
const ROUNDS_MAX: usize = 30;

/// Deletes events after 90 days, deliveries after 30, recordings after 7, and notes about transactions that were never made
/// after one.
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
            let orders = (now - UNMADE_KEPT, now - WATCHED_FOR);
            let gone = gone + widget_order::store::tidy(tx.conn(), orders, ROWS_MAX).await?;
            let gone = gone + recording::store::purge(tx.conn(), now - RECORDING_KEPT, RECORDINGS_AT_ONCE).await?;
            tx.commit().await?;
            if gone == 0 {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}
