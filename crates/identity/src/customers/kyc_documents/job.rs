//! The job `verification.check`: polls the provider for the result of a submission.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::{TenantId, TenantUser, UserId};
use serde::{Deserialize, Serialize};
use store::{Job, JobError, JobHandler, JobSpec, Outcome, TenantTx};

use super::conclude::conclude;
use super::{Case, Finding, IdentityCheck};
use crate::person::verification::{self, Event, Kind, Status, Verification};
use crate::{Identity, person::user};

const KIND: &str = "verification.check";
/// With the queue's back-off of at most ten minutes this lasts about a day. Then the case is overdue, and the
/// operators' queue shows that.
const ATTEMPTS_MAX: i32 = 155;
/// The polling interval for a case in manual review at the provider.
const HELD_LOOKS_AFTER: TimeDelta = TimeDelta::minutes(30);

#[derive(Debug, Serialize, Deserialize)]
struct About {
    user: UserId,
    kind: Kind,
}

/// The polling job for a customer's submission; `version` is the version of the verification.
pub(super) fn spec(tenant: TenantId, user: UserId, kind: Kind, version: i32) -> JobSpec {
    let about = serde_json::to_value(About { user, kind }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("{user}:{}:{version}", kind.code())).attempts(ATTEMPTS_MAX)
}

/// Handles `verification.check`.
pub(crate) struct Check {
    pub(crate) identity: Identity,
    pub(crate) provider: Arc<dyn IdentityCheck>,
}

impl Check {
    /// The case for the provider; `None` if nothing is left to ask.
    async fn case(&self, tenant: TenantId, about: &About) -> Result<Option<Case>, JobError> {
        let About { user, kind } = *about;
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let known = verification::store::of_user(tx.conn(), tenant, user).await?;
        // An operator may have decided first.
        let Some(one) = known.into_iter().find(|one| one.kind == kind && may_be_asked(one)) else {
            return Ok(None);
        };
        let Some(person) = user::store::find(tx.conn(), tenant, user).await? else { return Ok(None) };
        drop(tx);
        let personal = self.identity.personal(tenant, user).await?;
        let now = self.identity.world().now();
        Ok(Some(Case {
            tenant,
            user,
            kind,
            status: one.status,
            reference: one.reference,
            attempt: one.attempts,
            submitted_at: one.submitted_at,
            waited: one.submitted_at.filter(|_| one.status.is_awaited()).map_or(TimeDelta::zero(), |at| now - at),
            moved_at: one.updated_at,
            first_name: person.first_name.unwrap_or_default(),
            last_name: person.last_name.unwrap_or_default(),
            birth_date: personal.map(|personal| personal.birth_date),
            residence: person.residence,
        }))
    }

    /// Applies `event`, unless the verification has changed during the call to the provider.
    async fn decided(&self, mut tx: TenantTx, case: &Case, event: Event, why: &[&str]) -> Result<Outcome, JobError> {
        let (tenant, world) = (case.tenant, self.identity.world());
        let now = verification::store::lock(tx.conn(), tenant, case.user, case.kind, world.now()).await?;
        if !is_same(&now, case) || verification::next(case.kind, now.status, event).is_none() {
            return Ok(Outcome::Done);
        }
        let moved = conclude(tx.conn(), world, TenantUser { tenant, user: case.user }, case.kind, event, why).await?;
        if moved.status == Status::OnHold && case.waited < verification::OVERDUE_AFTER {
            // The case is in manual review at the provider. A webhook announces the result; this poll finds it
            // otherwise.
            let question = spec(tenant, case.user, case.kind, moved.version).at(world.now() + HELD_LOOKS_AFTER);
            tx.enqueue(world.now(), &[question]).await?;
        }
        Ok(Outcome::done_in(tx))
    }

    async fn remember(&self, mut tx: TenantTx, case: &Case, reference: String) -> Result<(), JobError> {
        let (tenant, world) = (case.tenant, self.identity.world());
        let now = verification::store::lock(tx.conn(), tenant, case.user, case.kind, world.now()).await?;
        if is_same(&now, case) {
            let named = Verification { reference: Some(reference), ..now };
            verification::store::save(tx.conn(), tenant, case.user, &named).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Whether the provider can have a result: the case is pending, or was verified with documents that the provider has
/// seen.
pub(super) fn may_be_asked(one: &Verification) -> bool {
    one.status.is_awaited() || (one.status == Status::Completed && one.reference.is_some())
}

/// Whether the case is unchanged since the call: still pending, or still verified with the same result.
fn is_same(now: &Verification, case: &Case) -> bool {
    let stands = now.status == case.status && now.updated_at == case.moved_at;
    now.submitted_at == case.submitted_at && (now.status.is_awaited() || (may_be_asked(now) && stands))
}

#[async_trait]
impl JobHandler for Check {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a verification without a tenant"))?;
        let about: About = serde_json::from_value(job.payload.clone())?;
        let Some(case) = self.case(tenant, &about).await? else { return Ok(Outcome::Done) };
        let found = self.provider.check(&case).await.map_err(JobError::new)?;
        let tx = self.identity.store().tenant(tenant).await?;
        match found {
            Finding::Decided(event, reasons) => self.decided(tx, &case, event, &reasons).await,
            Finding::Manual => Ok(Outcome::Done),
            Finding::Waiting { .. } if case.waited >= verification::OVERDUE_AFTER => {
                self.decided(tx, &case, Event::Hold, &[]).await
            }
            Finding::Waiting { reference, look_again_after } => {
                if let Some(reference) = reference.filter(|name| case.reference.as_ref() != Some(name)) {
                    self.remember(tx, &case, reference).await?;
                }
                let at = self.identity.world().now() + look_again_after;
                Ok(Outcome::RetryAt(at, "the provider is at work".to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use store::jobs::backoff;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_unavailable_identity_provider_is_retried_for_a_day() {
        let (tenant, user) = (TenantId::from_uuid(Uuid::nil()), UserId::from_uuid(Uuid::nil()));
        let asked = spec(tenant, user, Kind::Identity, 1);
        let lasts: TimeDelta = (1..asked.attempts_max).map(|attempt| backoff(attempt, 0)).sum();
        assert!(lasts >= TimeDelta::hours(24) && lasts < TimeDelta::hours(30), "{lasts}");
    }
}
