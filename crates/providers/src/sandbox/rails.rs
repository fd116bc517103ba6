//! The simulated rails: one store for cards, bank transfers and other services. A request is recorded at once; jobs report its
//! outcome a moment later, like a real rail.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use custody::RailListener;
use exchange::rails::{PayoutOutcome, RailError, Target};
use kernel::{Amount, TenantId, World};
use serde::{Deserialize, Serialize};
use store::{Job, JobError, JobHandler, JobSpec, Outcome, Store, StoreError, TenantTx};
use uuid::Uuid;

use super::clock::{SandboxClock, Tick};
use super::movement::{Flow, Movement, Rail, State, Way};
use super::store as memory;
use crate::tell;

const SETTLE: &str = "sandbox.settle";
const TELL: &str = "sandbox.tell";
/// The usual delay of a simulated rail.
const MOMENT: TimeDelta = TimeDelta::milliseconds(1_500);
/// How often a movement that waits for a frozen clock is looked at.
const FROZEN_LOOK: TimeDelta = TimeDelta::minutes(1);

/// The simulated card acquirer, bank and other services. Cheap to clone.
#[derive(Clone)]
pub struct SandboxRails {
    pub(super) store: Store,
    pub(super) world: World,
}

/// The outcome of a pending movement without an action of the sandbox controls.
#[derive(Debug, Clone)]
pub(super) struct Fate {
    /// The reason of a refusal; `None` for success.
    refused: Option<String>,
    /// The delay on the sandbox's clock; `None` for [`MOMENT`] of real time.
    after: Option<TimeDelta>,
}

impl Fate {
    /// Success after a moment.
    pub(super) const fn done() -> Self {
        Self { refused: None, after: None }
    }

    /// Success after a delay on the sandbox's clock.
    pub(super) const fn done_after(wait: TimeDelta) -> Self {
        Self { refused: None, after: Some(wait) }
    }

    /// Refusal after a moment.
    pub(super) fn refused(reason: &str) -> Self {
        Self { refused: Some(reason.to_owned()), after: None }
    }
}

/// The payload of the job that settles a movement.
#[derive(Debug, Serialize, Deserialize)]
struct Ending {
    movement: Uuid,
    refused: Option<String>,
}

impl SandboxRails {
    /// The rails on this store.
    #[must_use]
    pub fn new(store: Store, world: World) -> Self {
        Self { store, world }
    }

    /// The handlers of the rails' jobs; `listener` receives the outcome of every movement.
    #[must_use]
    pub fn handlers(&self, listener: Arc<dyn RailListener>) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(Settle { rails: self.clone() }),
            Arc::new(Tick { rails: self.clone() }),
            tell::handler(TELL, listener),
        ]
    }

    /// A new movement with a new reference.
    pub(super) fn movement(
        &self,
        rail: Rail,
        flow: Flow,
        key: &str,
        target: impl Into<Target>,
        amount: Amount,
    ) -> Movement {
        let reference = format!("{}_{}", rail.code(), Uuid::from_bytes(self.world.random()).as_simple());
        Movement {
            id: self.world.uuid(),
            rail,
            flow,
            key: key.to_owned(),
            target: target.into(),
            amount,
            state: State::Pending,
            reference,
            reason: None,
            return_url: None,
            payer: None,
            way: Way::Get,
        }
    }

    /// Stores a movement, or returns the one with the same key. Without a fate a pending movement waits for the
    /// controls.
    pub(super) async fn book(
        &self,
        tenant: TenantId,
        movement: Movement,
        fate: Option<Fate>,
    ) -> Result<Movement, RailError> {
        let rail = movement.rail;
        let booked = async {
            let now = self.world.now();
            let mut tx = self.store.tenant(tenant).await?;
            let fate = fate.filter(|_| movement.state == State::Pending);
            let mut due_at = None;
            if let Some(wait) = fate.as_ref().and_then(|fate| fate.after) {
                let ahead = memory::hold_clock(tx.conn(), tenant, now).await?;
                due_at = Some(SandboxClock::at(self.world.now_for(tenant), ahead).now + wait);
            }
            if !memory::insert(tx.conn(), tenant, &movement, due_at, now).await? {
                return memory::by_key(tx.conn(), tenant, rail, &movement.key).await;
            }
            if let Some(Fate { refused, after }) = fate {
                // A running clock is never behind real time, so the movement is due then even if the clock is never
                // advanced. With a frozen one, the job looks again.
                let at = now + after.unwrap_or(MOMENT);
                let ending = serde_json::json!(Ending { movement: movement.id, refused });
                tx.enqueue(now, &[JobSpec::new(SETTLE, tenant, ending).at(at)]).await?;
            }
            tx.commit().await?;
            Ok(Some(movement))
        };
        let found = booked.await.map_err(|error| unavailable(rail, &error))?;
        found.ok_or_else(|| RailError::Unavailable { rail: rail.code().into(), reason: "unreadable movement".into() })
    }

    /// Sends a payout or refund, which settles without an action of the controls.
    pub(super) async fn send(
        &self,
        tenant: TenantId,
        movement: Movement,
        fate: Fate,
    ) -> Result<PayoutOutcome, RailError> {
        Ok(sent(self.book(tenant, movement, Some(fate)).await?))
    }

    /// The movement with this key.
    pub(super) async fn find(&self, tenant: TenantId, rail: Rail, key: &str) -> Result<Option<Movement>, RailError> {
        let found = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            memory::by_key(tx.conn(), tenant, rail, key).await
        };
        found.await.map_err(|error| unavailable(rail, &error))
    }

    /// Settles a pending movement and enqueues its report, in `tx`. Returns whether it was still pending.
    pub(super) async fn decide(
        &self,
        tx: &mut TenantTx,
        movement: &Movement,
        refused: Option<String>,
    ) -> Result<bool, StoreError> {
        let now = self.world.now();
        let state = if refused.is_some() { State::Refused } else { State::Done };
        let tenant = tx.tenant();
        if !memory::decide(tx.conn(), tenant, movement.id, state, refused.as_deref(), now).await? {
            return Ok(false);
        }
        let ended = Movement { state, reason: refused, ..movement.clone() };
        self.tell(tx, &ended).await?;
        Ok(true)
    }

    /// Enqueues the report of a settled movement, in `tx`.
    pub(super) async fn tell(&self, tx: &mut TenantTx, movement: &Movement) -> Result<(), StoreError> {
        let Some(event) = movement.report() else { return Ok(()) };
        let job = tell::job(TELL, tx.tenant(), &event);
        tx.enqueue(self.world.now(), &[job]).await
    }
}

/// The outcome of a payout or refund.
pub(super) fn sent(movement: Movement) -> PayoutOutcome {
    match movement.state {
        State::Pending => PayoutOutcome::Accepted { reference: movement.reference },
        State::Done => PayoutOutcome::Settled { reference: movement.reference },
        State::Refused => PayoutOutcome::Rejected { reason: movement.reason.unwrap_or_default() },
    }
}

pub(super) fn unavailable(rail: Rail, error: &StoreError) -> RailError {
    RailError::Unavailable { rail: rail.code().to_owned(), reason: error.to_string() }
}

/// Settles movements that are still pending at their due time.
struct Settle {
    rails: SandboxRails,
}

#[async_trait]
impl JobHandler for Settle {
    fn kind(&self) -> &'static str {
        SETTLE
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let ending: Ending = serde_json::from_value(job.payload.clone())?;
        let mut tx = self.rails.store.tenant(tenant).await?;
        let ahead = memory::ahead(tx.conn(), tenant).await?;
        let clock = SandboxClock::at(self.rails.world.now_for(tenant), ahead).now;
        if let Some(due_at) = memory::due_at(tx.conn(), tenant, ending.movement).await?.filter(|due_at| *due_at > clock)
        {
            let again = self.rails.world.now() + (due_at - clock).min(FROZEN_LOOK);
            return Ok(Outcome::RetryAt(again, "the sandbox's clock is not there yet".to_owned()));
        }
        if let Some(movement) = memory::by_id(tx.conn(), tenant, ending.movement).await? {
            self.rails.decide(&mut tx, &movement, ending.refused).await?;
        }
        Ok(Outcome::done_in(tx))
    }
}
