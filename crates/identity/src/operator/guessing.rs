//! Codes that are being guessed: when a tenant has seen more wrong sign-in codes in an hour than people mistype, those of its operators
//! hear of it by mail who look after accounts, once an hour (reference security.md, C.3).

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{OperatorId, TenantId};
use serde::{Deserialize, Serialize};

use super::account::{Account, OPERATORS_MAX};
use super::model::Role;
use super::store::accounts;
use crate::{Identity, mail};

const KIND: &str = "operators.guessing_alarm";
/// It protects somebody: tried for half a day, as the mails themselves.
const ATTEMPTS_MAX: i32 = 100;

/// How many wrong codes there were, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Guessing {
    /// When the hour began.
    pub since: DateTime<Utc>,
    /// Wrong codes since then.
    pub count: i32,
}

/// Tells of it, in the transaction of the answer that was one too many.
pub(crate) fn alarm(tenant: TenantId, guessing: Guessing) -> JobSpec {
    let payload = serde_json::to_value(guessing).unwrap_or_default();
    let key = format!("{tenant} {}", guessing.since.timestamp());
    JobSpec::new(KIND, tenant, payload).unique(key).attempts(ATTEMPTS_MAX)
}

/// Who looks after accounts and those who attack them.
fn hears(account: &Account, now: DateTime<Utc>) -> bool {
    let looks =
        matches!(account.role, Role::PlatformOwner | Role::TenantAdmin | Role::ComplianceOfficer | Role::RiskAnalyst);
    looks && account.is_at_work(now)
}

/// Where a mail to this operator goes; `None` for somebody who is to hear nothing any more.
pub(crate) async fn address(
    identity: &Identity,
    tenant: TenantId,
    to: OperatorId,
) -> Result<Option<String>, StoreError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let found = accounts::find(tx.conn(), tenant, to).await?;
    Ok(found.filter(|account| hears(account, identity.world().now())).map(|account| account.email))
}

/// Finds who is to hear of it, and has each of them sent a mail.
pub(crate) struct TellOfGuessing {
    pub identity: Identity,
}

#[async_trait]
impl JobHandler for TellOfGuessing {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("an alarm without a tenant"))?;
        let guessing: Guessing = serde_json::from_value(job.payload.clone())?;
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        let all = accounts::all(tx.conn(), tenant, OPERATORS_MAX).await?;
        let hear = all.iter().filter(|one| hears(one, now));
        let mails: Vec<JobSpec> = hear.map(|one| mail::job::guessing(tenant, guessing, one.id)).collect();
        tx.enqueue(now, &mails).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}
