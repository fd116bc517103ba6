//! The rows that a run of a plan writes together with its order.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use identity::mail::{PlanEvent, PlanNotice};
use kernel::TenantId;
use ledger::ChangeRows;
use sqlx::PgConnection;
use store::{JobSpec, StoreError};

use super::{Plan, PlanRun, store as rows};

/// The step of a plan over one run. The change of the run's order writes it, so that a run exchanges once, and a plan
/// that was paused, deleted or run meanwhile does not exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    /// The plan as it was read.
    pub before: Plan,
    /// The plan after the run.
    pub after: Plan,
}

impl PlanStep {
    /// The run.
    #[must_use]
    pub const fn run(&self) -> PlanRun {
        PlanRun { plan: self.before.id, run: self.before.run }
    }

    /// The email to the owner about this step.
    pub(crate) fn mail(&self, tenant: TenantId, event: PlanEvent) -> JobSpec {
        let Plan { id, profile, updated_at, .. } = &self.after;
        let notice = PlanNotice { profile: *profile, path: format!("/balances/plans/{id}"), event };
        identity::mail::plan(tenant, &notice, &format!("{id} {}", updated_at.timestamp_micros()))
    }
}

#[async_trait]
impl ChangeRows for PlanStep {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, _now: DateTime<Utc>) -> Result<(), StoreError> {
        if rows::update(conn, tenant, &self.before, &self.after).await? {
            return Ok(());
        }
        Err(StoreError::NotOneRow { what: "plans as they were read", found: 0 })
    }
}
