//! A scheduled job that enqueues one job per tenant, so that a slow tenant does not delay the others and each is retried
//! separately.

use async_trait::async_trait;
use kernel::{TenantId, World};
use serde_json::json;
use store::{Job, JobError, JobHandler, JobSpec, Outcome, Store};

/// Number of tenants enqueued in one transaction.
const TENANTS: i64 = 500;

/// Enqueues the job `one` for each tenant, at most once at a time.
pub(super) struct EachTenant {
    /// The kind of this job.
    pub all: &'static str,
    /// The kind of the tenants' jobs.
    pub one: &'static str,
    pub store: Store,
    pub world: World,
}

#[async_trait]
impl JobHandler for EachTenant {
    fn kind(&self) -> &'static str {
        self.all
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let mut after = None;
        loop {
            let tenants = identity::tenants(&self.store, after, TENANTS).await?;
            let Some(last) = tenants.last() else { return Ok(Outcome::Done) };
            after = Some(*last);
            let job = |tenant: &TenantId| JobSpec::new(self.one, *tenant, json!({})).unique(tenant.to_string());
            let jobs: Vec<JobSpec> = tenants.iter().map(job).collect();
            let mut tx = self.store.system().await?;
            tx.enqueue(self.world.now(), &jobs).await?;
            tx.commit().await?;
        }
    }
}
