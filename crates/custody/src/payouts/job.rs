//! The job `payout.chain`: advances a payout until a node has accepted it.

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

/// Job kind for payout requests.
pub(crate) const KIND: &str = "payout.chain";
/// Retry delay while a payout waits for UTXOs, for the scanner or for a node.
const WAIT: TimeDelta = TimeDelta::seconds(15);
/// Retry delay after the signer refused a payout. The signer's limits are daily, so frequent retries do not help.
const HELD: TimeDelta = TimeDelta::minutes(2);
/// Consecutive failures before an alert. The job is still retried afterwards.
const ALERT_AFTER: i32 = 10;
/// Maximum steps in one run: build, sign, send, and one repetition if the UTXOs were taken meanwhile.
const STEPS_MAX: u32 = 5;

/// Result of one step of a payout.
pub(super) enum Step {
    /// The state changed, here or concurrently; reload the payout.
    Moved,
    /// Retry later, for this reason.
    Wait(String),
    /// Held until an operator intervenes, for this reason.
    Held(String),
}

/// Why a payout pauses, and for how long.
struct Pause {
    reason: String,
    length: TimeDelta,
}

impl Step {
    /// Turns a wait into a hold that needs an operator.
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
            // UTXOs may be reserved and bytes signed, so a payout is never abandoned because a dependency was down.
            Err(error) => {
                let (transaction, attempt) = (request.transaction, job.attempt);
                if attempt >= ALERT_AFTER {
                    tracing::error!(
                        event = "alert.payout_stalled", %transaction, attempt, %error,
                        "ALERT: a payout makes no progress. The worker tries again."
                    );
                }
                Ok(Outcome::RetryAt(now + backoff(attempt, job.id.uuid().as_u64_pair().1), error.to_string()))
            }
        }
    }
}

impl Payout {
    /// The job that advances this payout again. Unique per payout, in addition to the exchange's own job.
    pub(super) fn job(&self) -> Result<JobSpec, CustodyError> {
        let payload = serde_json::to_value(self.request()).map_err(|_| CustodyError::Stored("payout"))?;
        Ok(JobSpec::new(KIND, self.tenant, payload).unique(self.id.to_string()))
    }
}

impl PayoutHandler {
    /// Advances a payout as far as possible now. Returns why it pauses, if it does.
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

    /// Alerts an operator. The payout keeps its state.
    async fn hold(&self, payout: &Payout, reason: &str) -> Result<(), CustodyError> {
        tracing::error!(
            event = "alert.payout_refused", payout = %payout.id, network = %payout.network, reason,
            "ALERT: the signer refused a payout."
        );
        let told = self.listener.on_payout_held(payout.tenant, payout.transaction, payout.leg, reason).await;
        told.map_err(|error| CustodyError::NotNotified(error.to_string()))
    }

    /// Why a payout that was never broadcast must not proceed: its order was stopped after the request, or its payway is
    /// switched off.
    async fn forbidden(&self, payout: &Payout) -> Result<Option<String>, CustodyError> {
        let counted = payout.state == PayoutState::Signed && self.custody.was_broadcast(payout).await?;
        if !payout.is_inside(counted) {
            return Ok(None);
        }
        match self.custody.may_use(payout.tenant, payout.network).await {
            Ok(()) => {}
            Err(refused @ CustodyError::NotForTenant(_)) => return Ok(Some(refused.to_string())),
            Err(other) => return Err(other),
        }
        Ok(match self.listener.may_pay_out(payout.tenant, payout.transaction, payout.leg).await {
            Ok(true) => match self.listener.payout_pause(payout.tenant, payout.network).await {
                Ok(pause) => pause,
                Err(error) => Some(format!("whether its payway is switched on is not known: {error}")),
            },
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
            reported: None,
            reports: 0,
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
