//! Emails to operators about alerts: a job for every tenant, every five minutes.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use custody::Custody;
use exchange::Exchange;
use exchange::rails::{
    BankDesk, BankDeskError, ConnectionDesk, ConnectionKind, ConnectionState, HotAdvice, HotWallets,
    is_statement_missing,
};
use identity::Identity;
use identity::mail::AlertKind;
use identity::operator::{Alerts, add_alert};
use kernel::{TenantId, World};
use partners::Partners;
use providers::tenant_rails::failing_card_lookups;
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
    pub custody: Custody,
    pub partners: Partners,
    pub wallets: Arc<dyn HotWallets>,
    pub bank: Arc<dyn BankDesk>,
    pub connections: Arc<dyn ConnectionDesk>,
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

    /// The present conditions of a tenant. A wallet whose node does not answer has no condition; the log has the error.
    async fn look(&self, tenant: TenantId) -> Result<Alerts, JobError> {
        let mut alerts = self.exchange.alerts(tenant).await?;
        let now = self.world.now();
        for one in self.identity.waiting_verifications(tenant, None, VERIFICATIONS_MAX).await? {
            if now - one.submitted_at >= VERIFICATION {
                add_alert(&mut alerts, AlertKind::VerificationLate, Some(one.submitted_at));
            }
        }
        for seen_at in self.custody.slow_deposits(tenant).await? {
            add_alert(&mut alerts, AlertKind::DepositSlow, Some(seen_at));
        }
        for since in self.partners.failing_webhooks(tenant).await? {
            add_alert(&mut alerts, AlertKind::WebhookFailing, Some(since));
        }
        if let Some(since) = self.exchange.declines_up(tenant).await? {
            add_alert(&mut alerts, AlertKind::DeclinesUp, Some(since));
        }
        // A sandbox has a simulated market, and no bank, acquirer and wallets of its own.
        let Some(found) = identity::tenant_of(&self.store, tenant).await? else { return Ok(alerts) };
        if !found.sandbox {
            self.look_at_live(tenant, &mut alerts).await?;
        }
        Ok(alerts)
    }

    /// The conditions of the connections of a tenant with real customers.
    async fn look_at_live(&self, tenant: TenantId, alerts: &mut Alerts) -> Result<(), JobError> {
        for since in failing_card_lookups(&self.store, tenant, self.world.now()).await?.into_iter().take(1) {
            add_alert(alerts, AlertKind::CardsDown, Some(since));
        }
        if let Some(last) = self.statement_expected_since(tenant).await?
            && is_statement_missing(last, self.world.now())
        {
            add_alert(alerts, AlertKind::StatementMissing, Some(last));
        }
        for _ in 0..self.exchange.differing_rates(tenant).await? {
            add_alert(alerts, AlertKind::RatesDiffer, None);
        }
        for _ in 0..self.exchange.unquoted(tenant).await? {
            add_alert(alerts, AlertKind::Unquoted, None);
        }
        let wallets = self.wallets.hot_wallets(tenant).await.unwrap_or_else(|error| {
            tracing::warn!(event = "hot_wallet.read_failed", %tenant, %error, "The hot wallets cannot be read.");
            Vec::new()
        });
        for wallet in wallets {
            match wallet.advice {
                HotAdvice::Fine => {}
                HotAdvice::TooLow(_) => add_alert(alerts, AlertKind::HotLow, None),
                HotAdvice::MoveToCold(_) => add_alert(alerts, AlertKind::HotFull, None),
            }
        }
        Ok(())
    }

    /// When the latest statement of the tenant's bank was read, or else when the bank was connected. `None` without a
    /// bank, and without a statement of a bank that the server's settings connect.
    async fn statement_expected_since(&self, tenant: TenantId) -> Result<Option<DateTime<Utc>>, JobError> {
        let overview = match self.bank.overview(tenant).await {
            Ok(overview) => overview,
            Err(BankDeskError::NotConnected) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if let Some(latest) = overview.statements.first() {
            return Ok(Some(latest.created_at));
        }
        let made = self.connections.connections(tenant).await?.made;
        let is_on = |kind, state| kind == ConnectionKind::Bank && state == ConnectionState::On;
        Ok(made.iter().find(|one| is_on(one.settings.kind(), one.state)).map(|one| one.made_at))
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
