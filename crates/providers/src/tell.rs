//! The job that reports an event of a rail to the exchange, until it is accepted.

use std::sync::Arc;

use async_trait::async_trait;
use custody::RailListener;
use exchange::rails::RailEvent;
use kernel::TenantId;
use store::jobs::ATTEMPTS_LIMIT;
use store::{Job, JobError, JobHandler, JobSpec, Outcome};

/// The job of this kind for an event. Reports about one subject are delivered in sequence.
pub(crate) fn job(kind: &'static str, tenant: TenantId, event: &RailEvent) -> JobSpec {
    // The maximum number of attempts, because a dead job would block all later reports about the same subject.
    JobSpec::new(kind, tenant, serde_json::json!(event))
        .attempts(ATTEMPTS_LIMIT)
        .serial(format!("{kind}:{}", event.subject(tenant)))
}

/// The handler of the jobs of this kind.
pub(crate) fn handler(kind: &'static str, listener: Arc<dyn RailListener>) -> Arc<dyn JobHandler> {
    Arc::new(Tell { kind, listener })
}

struct Tell {
    kind: &'static str,
    listener: Arc<dyn RailListener>,
}

#[async_trait]
impl JobHandler for Tell {
    fn kind(&self) -> &'static str {
        self.kind
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let event: RailEvent = serde_json::from_value(job.payload.clone())?;
        self.listener.on_rail_event(tenant, &event).await?;
        Ok(Outcome::Done)
    }
}
