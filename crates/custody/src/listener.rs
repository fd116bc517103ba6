//! How custody tells what happened: a job per event, written with the fact, run until the listener has taken it.

use std::sync::Arc;

use async_trait::async_trait;
use exchange::rails::RailEvent;
use kernel::{TenantId, TransactionId};
use store::jobs::ATTEMPTS_LIMIT;
use store::{Job, JobError, JobHandler, JobSpec, Outcome};

use crate::{Custody, CustodyError};

/// The kind of the jobs that carry events.
pub(crate) const KIND: &str = "custody.event";
/// Failures in a row before an operator is called: a quarter of an hour. It goes on being told meanwhile.
const ALERT_AFTER: i32 = 10;

/// Why an event could not be taken now.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ListenerError(pub String);

/// Hears what happens on chains: the exchange.
#[async_trait]
pub trait RailListener: Send + Sync {
    /// Takes one event; it comes again until this answers `Ok`, and may come again after that too.
    async fn on_rail_event(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError>;

    /// Whether this leg of the transaction is still to be paid. Asked before a payout is built and before its bytes first
    /// leave the house; while it is not, the payout waits.
    async fn may_pay_out(&self, tenant: TenantId, transaction: TransactionId, leg: u16) -> Result<bool, ListenerError> {
        let _ = (tenant, transaction, leg);
        Ok(true)
    }

    /// A payout stands still until an operator has looked, and goes on by itself when what holds it has gone. Told again
    /// and again while it stands.
    async fn on_payout_held(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
        reason: &str,
    ) -> Result<(), ListenerError> {
        let _ = (tenant, transaction, leg, reason);
        Ok(())
    }
}

impl Custody {
    /// The job that tells `event`. Events of one subject are told one after the other, in the order in which they are
    /// enqueued, and for ever: what happened on a chain cannot be dropped because nobody could hear it for a night.
    pub(crate) fn telling(tenant: TenantId, event: &RailEvent) -> Result<JobSpec, CustodyError> {
        let payload = serde_json::to_value(event).map_err(|_| CustodyError::Stored("rail event"))?;
        let job = JobSpec::new(KIND, tenant, payload).attempts(ATTEMPTS_LIMIT);
        Ok(job.serial(format!("{KIND}:{}", event.subject(tenant))))
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
            Ok(event) => match self.listener.on_rail_event(tenant, &event).await {
                Ok(()) => Ok(Outcome::Done),
                Err(error) => {
                    if job.attempt >= ALERT_AFTER {
                        let (target, attempt) = (&event.target, job.attempt);
                        tracing::error!(%target, event = event.event_id, attempt, %error, "ALERT: an event of a chain is not taken; those behind it wait");
                    }
                    Err(error.into())
                }
            },
            Err(error) => Ok(Outcome::Dead(format!("the event cannot be read: {error}"))),
        }
    }
}
