//! Publication of proofs of liabilities: on a schedule for every tenant, and at the request of an operator or the
//! sandbox.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::{TenantId, World};
use ledger::proof::liabilities::{PublishError, publish};
use ledger::proof::{LogKeys, seal_behind};
use store::{Job, JobError, JobHandler, Outcome, Schedule, Store};
use uuid::Uuid;

use super::each_tenant::EachTenant;

/// Job kinds: publication for all tenants, and for one tenant.
const ALL: &str = "liabilities.all";
const ONE: &str = "liabilities.publish";
/// Number of tenants read at once.
const TENANTS: i64 = 500;
/// Default hours between two publications. Configurable from 1 hour to 30 days.
const HOURS: i64 = 24;
const HOURS_MAX: i64 = 720;

/// Publishes proofs of liabilities. Cheap to clone.
#[derive(Clone)]
pub struct Liabilities {
    pub store: Store,
    pub world: World,
    pub keys: LogKeys,
}

impl Liabilities {
    /// Publishes the current liabilities of `tenant`. Idempotent by `id`. Returns the number of the publication.
    ///
    /// # Errors
    /// The cause in a sentence. Nothing was published then.
    pub async fn publish(&self, tenant: TenantId, id: Uuid) -> anyhow::Result<u64> {
        seal_behind(&self.store, &self.keys, tenant).await.context("the log cannot be sealed")?;
        let mut snapshot = self.store.tenant_read(tenant).await?;
        let chains = custody::reserves(snapshot.conn()).await.context("the wallets cannot be read")?;
        let treasury: fn(&str) -> u128 =
            if self.is_sandbox(tenant).await? { providers::sandbox::treasury } else { |_| 0 };
        let made: Result<u64, PublishError> =
            publish(&self.store, &self.world, &self.keys, id, snapshot, (chains, treasury)).await;
        if let Err(PublishError::Negative { rail, currency }) = &made {
            tracing::error!(
                event = "alert.reserve_negative", %tenant, rail, currency,
                "ALERT: a reserve is below zero. Agio does not publish the proof of balances."
            );
        }
        made.context("the proof of liabilities was not published")
    }

    async fn is_sandbox(&self, tenant: TenantId) -> anyhow::Result<bool> {
        Ok(identity::tenant_of(&self.store, tenant).await?.is_some_and(|tenant| tenant.sandbox))
    }

    /// Publishes the liabilities of every tenant and prints the result.
    ///
    /// # Errors
    /// The first tenant that failed.
    pub async fn publish_all(&self, out: &mut impl std::io::Write) -> anyhow::Result<()> {
        let mut after = None;
        loop {
            let tenants = identity::tenants(&self.store, after, TENANTS).await?;
            let Some(last) = tenants.last() else { return Ok(()) };
            after = Some(*last);
            for tenant in tenants {
                let number = self.publish(tenant, self.world.uuid()).await.with_context(|| tenant.to_string())?;
                writeln!(out, "{tenant}: publication {number}")?;
            }
        }
    }

    /// The job handlers, for a worker.
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        let (store, world) = (self.store.clone(), self.world.clone());
        vec![Arc::new(EachTenant { all: ALL, one: ONE, store, world }), Arc::new(One(self.clone()))]
    }
}

/// The schedule of publications: `hours` from the configuration, or once a day.
///
/// # Errors
/// The rule that `hours` violates.
pub fn schedule(hours: Option<&str>) -> anyhow::Result<Schedule> {
    let rule = || format!("AGIO_LIABILITIES_HOURS must be a whole number from 1 to {HOURS_MAX}");
    let hours: i64 = hours.map_or(Ok(HOURS), |text| text.trim().parse()).with_context(rule)?;
    anyhow::ensure!((1..=HOURS_MAX).contains(&hours), rule());
    Ok(Schedule::every(ALL, TimeDelta::hours(hours)))
}

/// Publishes for one tenant.
struct One(Liabilities);

#[async_trait]
impl JobHandler for One {
    fn kind(&self) -> &'static str {
        ONE
    }

    /// One statement may read every account of a large tenant.
    fn stuck_after(&self) -> Duration {
        Duration::from_secs(125)
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".to_owned())) };
        // The job's id is the same for all attempts, so it publishes once.
        let made = self.0.publish(tenant, job.id.uuid()).await;
        // A retry cannot help: an operator must act. The next publication is tried on schedule.
        if let Err(error) = &made
            && let Some(PublishError::Negative { .. }) = error.downcast_ref()
        {
            return Ok(Outcome::Dead(format!("{error:#}")));
        }
        made.map(|_| Outcome::Done).map_err(|error| JobError::new(format!("{error:#}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_between_publications_are_a_number_in_their_range_or_a_sentence() {
        assert_eq!(schedule(None).unwrap().every, TimeDelta::days(1));
        assert_eq!(schedule(Some(" 6 ")).unwrap().every, TimeDelta::hours(6));
        for bad in ["0", "721", "often", ""] {
            let said = schedule(Some(bad)).unwrap_err().to_string();
            assert_eq!(said, "AGIO_LIABILITIES_HOURS must be a whole number from 1 to 720", "{bad}");
        }
    }
}
