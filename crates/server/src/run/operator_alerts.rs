//! Emails to operators about alerts: a job for every tenant, every five minutes.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::Exchange;
use exchange::rails::{HotAdvice, HotWallets};
use identity::Identity;
use identity::mail::AlertKind;
use identity::operator::{Alerts, add_alert};
use kernel::{TenantId, World};
use store::{Job, JobError, JobHandler, Outcome, Schedule, Store};

use super::each_tenant::EachTenant;

/// Job kinds: the check of all tenants, and of one tenant.
const ALL: &str = "operators.alerts_all";
const ONE: &str = "operators.alerts";
/// The time between two checks.
const EVERY: TimeDelta = TimeDelta::minutes(5);
/// The maximum number of verifications that a check counts.
const VERIFICATIONS_MAX: i64 = 200;
/// A verification is decided within a day (specification, "Business constants and limits").
const VERIFICATION: TimeDelta = TimeDelta::days(1);

/// The dependencies of a check. Cheap to clone.
#[derive(Clone)]
pub struct OperatorAlerts {
    pub store: Store,
    pub world: World,
    pub identity: Identity,
    pub exchange: Exchange,
    pub wallets: Arc<dyn HotWallets>,
}

impl OperatorAlerts {
    /// The schedule of checks.
    pub fn schedule() -> Schedule {
        Schedule::every(ALL, EVERY)
    }

    /// The job handlers, for a worker.
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        let (store, world) = (self.store.clone(), self.world.clone());
        vec![Arc::new(EachTenant { all: ALL, one: ONE, store, world }), Arc::new(One(self.clone()))]
    }

    /// The standing conditions of a tenant. A wallet whose node does not answer has no condition; the log has the error.
    async fn look(&self, tenant: TenantId) -> Result<Alerts, JobError> {
        let mut alerts = self.exchange.alerts(tenant).await?;
        let now = self.world.now();
        for one in self.identity.waiting_verifications(tenant, None, VERIFICATIONS_MAX).await? {
            if now - one.submitted_at >= VERIFICATION {
                add_alert(&mut alerts, AlertKind::VerificationLate, Some(one.submitted_at));
            }
        }
        // A sandbox has a simulated market, and no wallets of its own.
        let Some(found) = identity::tenant_of(&self.store, tenant).await? else { return Ok(alerts) };
        if found.sandbox {
            return Ok(alerts);
        }
        for _ in 0..self.exchange.unquoted(tenant).await? {
            add_alert(&mut alerts, AlertKind::Unquoted, None);
        }
        let wallets = self.wallets.hot_wallets(tenant).await.unwrap_or_else(|error| {
            tracing::warn!(event = "hot_wallet.read_failed", %tenant, %error, "The hot wallets cannot be read.");
            Vec::new()
        });
        for wallet in wallets {
            match wallet.advice {
                HotAdvice::Fine => {}
                HotAdvice::TooLow(_) => add_alert(&mut alerts, AlertKind::HotLow, None),
                HotAdvice::MoveToCold(_) => add_alert(&mut alerts, AlertKind::HotFull, None),
            }
        }
        Ok(alerts)
    }
}

/// Checks one tenant.
struct One(OperatorAlerts);

#[async_trait]
impl JobHandler for One {
    fn kind(&self) -> &'static str {
        ONE
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let alerts = self.0.look(tenant).await?;
        self.0.identity.note_alerts(tenant, &alerts).await?;
        Ok(Outcome::Done)
    }
}
