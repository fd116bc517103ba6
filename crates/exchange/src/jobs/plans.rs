use async_trait::async_trait;
use store::{Job, JobError, JobHandler, Outcome};

use crate::Exchange;
use crate::plan::store as plans;

/// The job kind and schedule name.
pub(super) const KIND: &str = "plan.run";
/// The number of plans of one look-up.
const BATCH: i64 = 500;
/// The maximum number of batches of one run.
const BATCHES_MAX: usize = 200;

/// Runs plans whose time has come or whose price is reached.
pub(super) struct Planner(pub Exchange);

#[async_trait]
impl JobHandler for Planner {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.0.inner.world.now();
        let mut last = None;
        for _ in 0..BATCHES_MAX {
            let mut tx = self.0.inner.store.system().await?;
            let found = plans::candidates(tx.conn(), now, last, BATCH).await?;
            tx.rollback().await?;
            last = found.last().map(|(_, id, _)| *id);
            if last.is_none() {
                break;
            }
            for (tenant, id, plan) in found {
                let Some(plan) = plan else {
                    tracing::error!(event = "plan.unreadable", %tenant, plan = %id, "This version cannot read a plan.");
                    continue;
                };
                if let Err(error) = self.0.run_plan(tenant, &plan).await {
                    tracing::warn!(
                        event = "plan.run_failed", %tenant, plan = %plan.id, %error,
                        "The worker could not run a plan. The next run tries again."
                    );
                }
            }
        }
        Ok(Outcome::Done)
    }
}
