//! The job that charges the saved card of a plan and follows the charge to its outcome.

use async_trait::async_trait;
use chrono::TimeDelta;
use store::{Job, JobError, JobHandler, Outcome};

use super::about;
use crate::Exchange;
use crate::transaction::PLAN_CHARGE_JOB;

/// The time between two looks at a charge without an outcome.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(5);

/// Charges the saved card of a plan.
pub(super) struct PlanCharger(pub Exchange);

#[async_trait]
impl JobHandler for PlanCharger {
    fn kind(&self) -> &'static str {
        PLAN_CHARGE_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let (tenant, order) = match about(job) {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        if self.0.follow_planned(tenant, order).await? {
            let again = self.0.inner.world.now() + LOOK_AGAIN;
            return Ok(Outcome::RetryAt(again, "the charge of the plan has no outcome yet".to_owned()));
        }
        Ok(Outcome::Done)
    }
}
