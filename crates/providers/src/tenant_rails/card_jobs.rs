//! The jobs that look up card payments and disputes at the orchestrator of their tenant.

use std::sync::Arc;

use async_trait::async_trait;
use custody::RailListener;
use store::{Job, JobError, JobHandler, Outcome};

use super::TenantRails;
use crate::orchestrator::{DISPUTE_KIND, LOOK_UP_KIND};

/// The handlers of the look-ups; `listener` receives the states of payments, refunds, payouts and disputes.
#[must_use]
pub fn card_handlers(rails: TenantRails, listener: Arc<dyn RailListener>) -> [Arc<dyn JobHandler>; 2] {
    [Subject::Payment, Subject::Dispute]
        .map(|subject| Arc::new(CardJobs { subject, rails: rails.clone(), listener: Arc::clone(&listener) }) as _)
}

/// What a job looks up.
#[derive(Clone, Copy)]
enum Subject {
    /// A payment, refund or payout.
    Payment,
    Dispute,
}

struct CardJobs {
    subject: Subject,
    rails: TenantRails,
    listener: Arc<dyn RailListener>,
}

#[async_trait]
impl JobHandler for CardJobs {
    fn kind(&self) -> &'static str {
        match self.subject {
            Subject::Payment => LOOK_UP_KIND,
            Subject::Dispute => DISPUTE_KIND,
        }
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Some(account) = self.rails.orchestrator(tenant).await? else {
            return Ok(Outcome::Dead("the tenant has no card acquirer connected".into()));
        };
        match self.subject {
            Subject::Payment => account.look_up(tenant, job, &*self.listener).await,
            Subject::Dispute => account.look_at_dispute(tenant, job, &*self.listener).await,
        }
    }
}
