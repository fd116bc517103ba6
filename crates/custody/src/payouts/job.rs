//! The job `payout.chain`: brings a payout as far as a node.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::rails::ChainPayout;
use kernel::{Amount, TenantId};
use store::jobs::backoff;
use store::{Job, JobError, JobHandler, JobSpec, Outcome};

use super::attempts::store as attempts;
use super::model::{Payout, PayoutState, Work};
use super::store as rows;
use crate::engine::ChainSetup;
use crate::{Custody, CustodyError, RailListener};

/// The kind of job that asks for a payout.
pub(crate) const KIND: &str = "payout.chain";
/// How long a payout waits for coins, for the scanner, or for a node.
const WAIT: TimeDelta = TimeDelta::seconds(15);
/// How long a payout that the signer refused is left alone before the signer is asked again: limits are by the day.
const HELD: TimeDelta = TimeDelta::minutes(2);
/// Attempts that fail in a row before an operator is called. It goes on being tried.
const ALERT_AFTER: i32 = 10;
/// Steps of one attempt: build, sign, send, and one repetition when coins were taken in between.
const STEPS_MAX: u32 = 5;

/// How one step of a payout ended.
pub(super) enum Step {
    /// It moved, or was moved: read it again.
    Moved,
    /// Not now, for this reason.
    Wait(String),
    /// Not before an operator has looked, for this reason.
    Held(String),
}

/// Why a payout stops here, and when it is tried again.
struct Pause {
    reason: String,
    length: TimeDelta,
}

impl Step {
    /// The same, for an operator to look at.
    pub(super) fn held(self) -> Self {
        match self {
            Self::Wait(reason) => Self::Held(reason),
            other => other,
        }
    }

    fn pause(self) -> Option<Pause> {
        match self {
            Self::Moved => None,
            Self::Wait(reason) => Some(Pause { reason, length: WAIT }),
            Self::Held(reason) => Some(Pause { reason, length: HELD }),
        }
    }
}

/// Handles `payout.chain`.
pub(crate) struct PayoutHandler {
    pub(crate) custody: Custody,
    pub(crate) listener: Arc<dyn RailListener>,
}

#[async_trait]
impl JobHandler for PayoutHandler {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let request: ChainPayout = match serde_json::from_value(job.payload.clone()) {
            Ok(request) => request,
            Err(error) => return Ok(Outcome::Dead(format!("the payout cannot be read: {error}"))),
        };
        let now = self.custody.inner.world.now();
        match self.bring(tenant, &request).await {
            Ok(None) => Ok(Outcome::Done),
            Ok(Some(pause)) => Ok(Outcome::RetryAt(now + pause.length, pause.reason)),
            Err(error @ CustodyError::PayoutDiffers { .. }) => Ok(Outcome::Dead(error.to_string())),
            // Coins may be reserved and bytes signed: a payout is never given up because something else was down.
            Err(error) => {
                let (transaction, attempt) = (request.transaction, job.attempt);
                if attempt >= ALERT_AFTER {
                    tracing::error!(%transaction, attempt, %error, "ALERT: a payout makes no progress");
                }
                Ok(Outcome::RetryAt(now + backoff(attempt, job.id.uuid().as_u64_pair().1), error.to_string()))
            }
        }
    }
}

impl Payout {
    /// The job that brings it on its way, once more. At most one such waits, beside the exchange's own.
    pub(super) fn job(&self) -> Result<JobSpec, CustodyError> {
        let payload = serde_json::to_value(self.request()).map_err(|_| CustodyError::Stored("payout"))?;
        Ok(JobSpec::new(KIND, self.tenant, payload).unique(self.id.to_string()))
    }
}

impl PayoutHandler {
    /// Brings a payout as far as it goes now; why it waits, if it does.
    async fn bring(&self, tenant: TenantId, request: &ChainPayout) -> Result<Option<Pause>, CustodyError> {
        let custody = &self.custody;
        let chain = custody.chain(request.network)?;
        custody.wallet(tenant, chain).await?;
        let mut payout = custody.requested(tenant, chain, request).await?;
        for _ in 0..STEPS_MAX {
            if let Some(reason) = self.forbidden(&payout).await? {
                return custody.wait(&payout, reason).await.map(Step::pause);
            }
            let step = match payout.work() {
                Work::Build => custody.build(chain, &payout).await?,
                Work::Sign => custody.sign(chain, &payout).await?,
                Work::Send => custody.send(chain, &payout).await?,
                Work::Leave => return Ok(None),
            };
            if let Step::Held(reason) = &step {
                self.hold(&payout, reason).await?;
            }
            if let Some(pause) = step.pause() {
                return Ok(Some(pause));
            }
            let found = custody.payout(tenant, request.transaction, request.leg).await?;
            payout = found.ok_or(CustodyError::Stored("payout"))?;
        }
        Ok(Some(Pause { reason: "others were faster at every step".into(), length: WAIT }))
    }

    /// Calls an operator; the payout itself stands where it stood.
    async fn hold(&self, payout: &Payout, reason: &str) -> Result<(), CustodyError> {
        tracing::error!(payout = %payout.id, network = %payout.network, reason, "ALERT: the signer refused a payout");
        let told = self.listener.on_payout_held(payout.tenant, payout.transaction, payout.leg, reason).await;
        told.map_err(|error| CustodyError::Untold(error.to_string()))
    }

    /// Why a payout of which nothing has left the house may not go on now: its order was stopped since it was asked for.
    async fn forbidden(&self, payout: &Payout) -> Result<Option<String>, CustodyError> {
        let counted = payout.state == PayoutState::Signed && self.custody.was_broadcast(payout).await?;
        if !payout.is_inside(counted) {
            return Ok(None);
        }
        Ok(match self.listener.may_pay_out(payout.tenant, payout.transaction, payout.leg).await {
            Ok(true) => None,
            Ok(false) => Some("the transaction does not allow it now".into()),
            Err(error) => Some(format!("whether it is still to be paid is not known: {error}")),
        })
    }
}

impl Custody {
    async fn was_broadcast(&self, payout: &Payout) -> Result<bool, CustodyError> {
        let mut tx = self.inner.store.tenant_read(payout.tenant).await?;
        attempts::was_broadcast(tx.conn(), payout).await
    }

    async fn requested(
        &self,
        tenant: TenantId,
        chain: &ChainSetup,
        request: &ChainPayout,
    ) -> Result<Payout, CustodyError> {
        let atoms = request.amount_atoms.parse().map_err(|_| CustodyError::Stored("amount_atoms"))?;
        let amount = Amount::new(atoms, request.currency);
        let new = Payout {
            tenant,
            id: self.inner.world.uuid(),
            transaction: request.transaction,
            leg: request.leg,
            network: request.network,
            amount,
            address: request.address.clone(),
            memo: request.memo.clone(),
            state: PayoutState::Requested,
            attempt: 1,
            required: self.required(chain, &[amount]),
            confirmations: 0,
            block_height: None,
            reason: None,
            txid: None,
            network_fee: None,
        };
        let mut tx = self.inner.store.tenant(tenant).await?;
        let stored = rows::request(tx.conn(), &new, self.inner.world.now()).await?;
        tx.commit().await?;
        match stored.differs(request, amount) {
            None => Ok(stored),
            Some(field) => {
                Err(CustodyError::PayoutDiffers { transaction: request.transaction, leg: request.leg, field })
            }
        }
    }
}
