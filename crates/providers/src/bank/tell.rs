//! The job that reports an entry of a statement to the exchange, until it is accepted.

use std::sync::Arc;

use ::store::jobs::ATTEMPTS_LIMIT;
use ::store::{Job, JobError, JobHandler, JobSpec, Outcome};
use async_trait::async_trait;
use custody::RailListener;
use exchange::rails::RailEvent;
use kernel::TenantId;

const TELL: &str = "bank.tell";

/// The job for an event. Reports about one subject are delivered in sequence.
pub(super) fn job(tenant: TenantId, event: &RailEvent) -> JobSpec {
    // The maximum number of attempts, because a dead job would block all later reports about the same subject.
    JobSpec::new(TELL, tenant, serde_json::json!(event))
        .attempts(ATTEMPTS_LIMIT)
        .serial(format!("{TELL}:{}", event.subject(tenant)))
}

/// The handler of these jobs.
#[must_use]
pub fn handler(listener: Arc<dyn RailListener>) -> Arc<dyn JobHandler> {
    Arc::new(Tell { listener })
}

struct Tell {
    listener: Arc<dyn RailListener>,
}

#[async_trait]
impl JobHandler for Tell {
    fn kind(&self) -> &'static str {
        TELL
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let event: RailEvent = serde_json::from_value(job.payload.clone())?;
        self.listener.on_rail_event(tenant, &event).await?;
        Ok(Outcome::Done)
    }
}
