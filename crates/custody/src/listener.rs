//! Delivery of custody events: one job per event, written with the state change and retried until the listener accepts
//! it.

use std::sync::Arc;

use async_trait::async_trait;
use exchange::rails::RailEvent;
use kernel::{Network, TenantId, TransactionId};
use store::jobs::ATTEMPTS_LIMIT;
use store::{Job, JobError, JobHandler, JobSpec, Outcome};

use crate::{Custody, CustodyError};

/// Job kind for event delivery.
pub(crate) const KIND: &str = "custody.event";
/// Consecutive failures before an alert (about a quarter of an hour). Delivery is still retried afterwards.
const ALERT_AFTER: i32 = 10;

/// Why an event was not accepted.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ListenerError(pub String);

/// Receives custody events. Implemented by the exchange.
#[async_trait]
pub trait RailListener: Send + Sync {
    /// Processes one event. Delivery is at least once: it is retried until `Ok`, and may repeat after that.
    async fn on_rail_event(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError>;

    /// Whether this leg of the transaction is still to be paid. Checked before a payout is built and before its first
    /// broadcast; on `false` the payout waits.
    async fn may_pay_out(&self, tenant: TenantId, transaction: TransactionId, leg: u16) -> Result<bool, ListenerError> {
        let _ = (tenant, transaction, leg);
        Ok(true)
    }

    /// Why payouts on a network wait now, in a sentence: an operator has switched its payway off. Checked as
    /// [`RailListener::may_pay_out`] is.
    async fn payout_pause(&self, tenant: TenantId, network: Network) -> Result<Option<String>, ListenerError> {
        let _ = (tenant, network);
        Ok(None)
    }

    /// A payout is held until an operator resolves the cause, and then resumes automatically. Called repeatedly while
    /// the payout is held.
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
    /// The job that delivers `event`. Events of one subject are delivered in order of enqueueing and retried without
    /// limit, because a fact on the chain must not be lost through a long outage.
    pub(crate) fn telling(tenant: TenantId, event: &RailEvent) -> Result<JobSpec, CustodyError> {
        let payload = serde_json::to_value(event).map_err(|_| CustodyError::Stored("rail event"))?;
        let job = JobSpec::new(KIND, tenant, payload).attempts(ATTEMPTS_LIMIT);
        Ok(job.serial(format!("{KIND}:{}", event.subject(tenant))))
    }
}

/// Delivers events to the listener.
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
                        tracing::error!(
                            event = "alert.chain_event_failed", %target, event_id = event.event_id, attempt, %error,
                            "ALERT: an event of a chain failed. The later events of its order or account wait."
                        );
                    }
                    Err(error.into())
                }
            },
            Err(error) => Ok(Outcome::Dead(format!("the event cannot be read: {error}"))),
        }
    }
}
