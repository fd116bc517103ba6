//! The sweep of the referral programme: counts friends' completed orders and books the rewards that are due.

use kernel::TenantUser;
use std::time::{Duration, Instant};

use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;

use super::store;
use crate::Rewards;

/// The job kind and schedule name.
pub(crate) const KIND: &str = "referral.follow";
/// The interval of the sweeps.
pub(crate) const SWEEP_SECONDS: i64 = 5;
/// The job that questions booked earnings, and its schedule name.
pub(crate) const QUESTION: &str = "referral.question";
/// The interval of its runs. A dispute is open for weeks.
pub(crate) const QUESTION_MINUTES: i64 = 10;
/// The maximum number of friends, of bookings and of disputed orders of one sweep. The next one begins with those that
/// waited longest.
const BATCH: i64 = 200;
/// How long one run works.
const RUN_MAX: Duration = Duration::from_secs(40);

/// Counts completed orders of friends, and books what is due.
pub(crate) struct EarningFollower(pub Rewards);

#[async_trait]
impl JobHandler for EarningFollower {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let (began, now) = (Instant::now(), self.0.world().now());
        let mut tx = self.0.store().system().await?;
        let friends = store::followed(tx.conn(), now, BATCH).await?;
        tx.commit().await?;
        for TenantUser { tenant, user: referee } in friends {
            if let Err(error) = self.0.count(tenant, referee).await {
                tracing::warn!(
                    event = "referral.count_failed", %tenant, %referee, %error,
                    "The worker could not count the orders of an invited friend. It tries again in a moment."
                );
            }
            if began.elapsed() >= RUN_MAX {
                return Ok(Outcome::Done);
            }
        }
        let mut tx = self.0.store().system().await?;
        let due = store::due(tx.conn(), self.0.world().now(), BATCH).await?;
        tx.rollback().await?;
        for (tenant, order) in due {
            if let Err(error) = self.0.book(tenant, order).await {
                tracing::warn!(
                    event = "referral.booking_failed", %tenant, %order, %error,
                    "The worker could not book a referral reward. It tries again in a moment."
                );
            }
            if began.elapsed() >= RUN_MAX {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}

/// Asks operators about booked earnings of orders that were disputed or lost their payment.
pub(crate) struct Questioner(pub Rewards);

#[async_trait]
impl JobHandler for Questioner {
    fn kind(&self) -> &'static str {
        QUESTION
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let mut tx = self.0.store().system().await?;
        store::question(tx.conn(), self.0.world().now(), BATCH).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}
