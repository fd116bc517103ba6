//! Jobs that follow a commit: charges, payouts and timeouts; and the runs of plans. A provider is never called inside a database transaction;
//! its answer returns as a command.

mod collect;
mod due;
mod payout;
mod plan_charge;
mod plans;
mod resolve;
mod switch;
mod tenant_due;

use std::sync::Arc;

use chrono::TimeDelta;
use kernel::{TenantId, TransactionId};
use store::{Job, JobError, JobHandler, Outcome, Schedule};

use crate::attempt::{End, JobReport, ReportItem};
use crate::{Exchange, ExchangeError};

/// The interval of the sweeps for overdue orders and due plans.
const SWEEP_SECONDS: i64 = 5;

impl Exchange {
    /// The job handlers of the exchange, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        let mut all: Vec<Arc<dyn JobHandler>> = vec![
            Arc::new(collect::Card(self.clone())),
            Arc::new(collect::Code(self.clone())),
            Arc::new(due::Sweeper(self.clone())),
            Arc::new(resolve::Resolver(self.clone())),
            Arc::new(switch::Switcher(self.clone())),
            Arc::new(plans::Planner(self.clone())),
            Arc::new(plan_charge::PlanCharger(self.clone())),
        ];
        for (kind, way) in payout::WAYS {
            all.push(Arc::new(payout::Payer { exchange: self.clone(), kind, way }));
        }
        all
    }

    /// The scheduled jobs of the exchange, for a worker.
    #[must_use]
    pub fn schedules(&self) -> Vec<Schedule> {
        let every = TimeDelta::seconds(SWEEP_SECONDS);
        vec![Schedule::every(due::KIND, every), Schedule::every(plans::KIND, every)]
    }

    /// Applies the entries of a report to a transaction.
    ///
    /// # Errors
    /// The errors of [`Exchange::apply`].
    pub(crate) async fn apply_report(
        &self,
        tenant: TenantId,
        id: TransactionId,
        items: Vec<ReportItem>,
    ) -> Result<(), ExchangeError> {
        for item in items {
            match item {
                ReportItem::Event(event) => self.on_rail_event(tenant, event).await?,
                ReportItem::Command(command, actor) => {
                    self.apply(tenant, id, command, &actor).await?;
                }
            }
        }
        Ok(())
    }

    /// Applies the report of an attempt to its transaction, and ends the attempt.
    async fn tell(&self, tenant: TenantId, id: TransactionId, news: JobReport) -> Result<Outcome, JobError> {
        let JobReport { items, end } = news;
        self.apply_report(tenant, id, items).await?;
        Ok(match end {
            End::Done => Outcome::Done,
            End::Again(at, why) => Outcome::RetryAt(at, why.to_owned()),
            End::Dead(why) => Outcome::Dead(why.to_owned()),
        })
    }
}

fn field<T: serde::de::DeserializeOwned>(job: &Job, name: &str) -> Result<T, serde_json::Error> {
    serde_json::from_value(job.payload.get(name).cloned().unwrap_or_default())
}

/// The charge number of a job; 1 for jobs enqueued before charges had numbers.
fn charge_of(job: &Job) -> u16 {
    field(job, "charge").unwrap_or(1)
}

/// The tenant and the transaction of a job.
fn about(job: &Job) -> Result<(TenantId, TransactionId), Outcome> {
    let dead = |why: &str| Outcome::Dead(why.to_owned());
    let tenant = job.tenant.ok_or_else(|| dead("the job names no tenant"))?;
    Ok((tenant, field(job, "transaction").map_err(|_| dead("the job names no transaction"))?))
}
