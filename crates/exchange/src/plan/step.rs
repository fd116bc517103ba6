//! The rows that a run of a plan writes together with its order.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use identity::mail::{PlanEvent, PlanNotice};
use kernel::{TenantId, TransactionId};
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
    /// The charge of the plan's card, if a card pays.
    pub charge: Option<PlanCharge>,
}

/// The charge of a card for one date of a plan. The database keeps one that is not declined for each date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanCharge {
    /// The order that the card pays.
    pub order: TransactionId,
    /// The date.
    pub due_on: NaiveDate,
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
        if !rows::update(conn, tenant, &self.before, &self.after).await? {
            return Err(StoreError::NotOneRow { what: "plans as they were read", found: 0 });
        }
        match &self.charge {
            Some(charge) => rows::insert_charge(conn, tenant, self.before.id, charge).await,
            None => Ok(()),
        }
    }
}
