//! How custody tells what happened: a job per event, written with the fact, run until the listener has taken it.

use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::rails::RailEvent;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, JobSpec, Outcome};

use crate::{Custody, CustodyError};

/// The kind of the jobs that carry events.
pub(crate) const KIND: &str = "custody.event";

/// Why an event could not be taken now.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ListenerError(pub String);

/// Hears what happens on chains: the exchange.
#[async_trait]
pub trait RailListener: Send + Sync {
    /// Takes one event; it comes again until this answers `Ok`, and may come again after that too.
    async fn on_rail_event(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError>;
}

impl Custody {
    /// The job that tells `event`. Events of one transaction are told one after the other, in the order of these calls:
    /// each is due a little later than the one before, because jobs of one moment have no order.
    pub(crate) fn telling(&self, tenant: TenantId, event: &RailEvent) -> Result<JobSpec, CustodyError> {
        let payload = serde_json::to_value(event).map_err(|_| CustodyError::Stored("rail event"))?;
        let mut last = self.inner.last_told.lock().unwrap_or_else(PoisonError::into_inner);
        *last = self.inner.world.now().max(*last + TimeDelta::microseconds(1));
        Ok(JobSpec::new(KIND, tenant, payload).serial(format!("{KIND}:{}", event.transaction)).at(*last))
    }
}

/// Hands events to the listener.
pub(crate) struct EventHandler {
    pub(crate) listener: Arc<dyn RailListener>,
}

#[async_trait]
impl JobHandler for EventHandler {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        match serde_json::from_value::<RailEvent>(job.payload.clone()) {
            Ok(event) => {
                self.listener.on_rail_event(tenant, &event).await.map(|()| Outcome::Done).map_err(JobError::from)
            }
            Err(error) => Ok(Outcome::Dead(format!("the event cannot be read: {error}"))),
        }
    }
}
