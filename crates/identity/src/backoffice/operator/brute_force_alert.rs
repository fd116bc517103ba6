//! Brute-force alert: if a tenant has more wrong sign-in codes in an hour than typing errors explain, its security
//! operators get one email per hour.

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{OperatorId, TenantId};

use super::account::{Account, OPERATORS_MAX};
use super::model::Role;
use super::store::accounts;
use crate::auth::login::brute_force::{KIND, WrongCodes};
use crate::{Identity, notify::mail};

/// Whether the operator's role gets the alert.
fn hears(account: &Account, now: DateTime<Utc>) -> bool {
    let looks =
        matches!(account.role, Role::PlatformOwner | Role::TenantAdmin | Role::ComplianceOfficer | Role::RiskAnalyst);
    looks && account.is_at_work(now)
}

/// The address of the operator; `None` if the operator may no longer get the alert.
pub(crate) async fn address(
    identity: &Identity,
    tenant: TenantId,
    to: OperatorId,
) -> Result<Option<String>, StoreError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let found = accounts::find(tx.conn(), tenant, to).await?;
    Ok(found.filter(|account| hears(account, identity.world().now())).map(|account| account.email))
}

/// Handles the alert job: selects the recipients and enqueues their emails.
pub(crate) struct BruteForceAlertJob {
    pub identity: Identity,
}

#[async_trait]
impl JobHandler for BruteForceAlertJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("an alarm without a tenant"))?;
        let wrong_codes: WrongCodes = serde_json::from_value(job.payload.clone())?;
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        let all = accounts::all(tx.conn(), tenant, OPERATORS_MAX).await?;
        let hear = all.iter().filter(|one| hears(one, now));
        let mails: Vec<JobSpec> = hear.map(|one| mail::job::brute_force_alert(tenant, wrong_codes, one.id)).collect();
        tx.enqueue(now, &mails).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}
