//! The job that runs plans whose time has come or whose price is reached.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome};

use crate::Exchange;
use crate::plan::store as plans;

/// The job kind and schedule name.
pub(super) const KIND: &str = "plan.run";
/// The number of plans of one look-up.
const BATCH: i64 = 500;
/// How long one run looks at plans of one kind. The next run begins again with the oldest plan.
const RUN_MAX: Duration = Duration::from_secs(40);

/// Runs plans whose time has come or whose price is reached.
pub(super) struct Planner(pub Exchange);

#[async_trait]
impl JobHandler for Planner {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        // Many plans may wait for a price, and must not hold up those whose time has come.
        for is_timed in [true, false] {
            self.sweep(is_timed, None).await?;
        }
        // The plans of sandboxes whose clock is ahead of real time.
        for (tenant, _) in self.0.inner.world.tenant_clocks().ahead(self.0.inner.world.now()) {
            self.sweep(true, Some(tenant)).await?;
        }
        Ok(Outcome::Done)
    }
}

impl Planner {
    /// Runs the plans of all tenants that are due in real time, or those of one tenant that are due by its own clock.
    pub(super) async fn sweep(&self, is_timed: bool, only: Option<TenantId>) -> Result<(), JobError> {
        let (began, mut last) = (Instant::now(), None);
        while began.elapsed() < RUN_MAX {
            let mut tx = self.0.inner.store.system().await?;
            let world = &self.0.inner.world;
            let now = only.map_or_else(|| world.now(), |tenant| world.now_for(tenant));
            let found = plans::candidates(tx.conn(), (now, only), is_timed, last, BATCH).await?;
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
                        "The worker could not run a plan. It tries again in a minute."
                    );
                }
                if began.elapsed() >= RUN_MAX {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
