//! The job `payout.chain`: brings a payout as far as a node.

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::rails::ChainPayout;
use kernel::{Amount, TenantId};
use store::{Job, JobError, JobHandler, Outcome};

use super::model::{Payout, PayoutState};
use super::store as rows;
use crate::engine::ChainSetup;
use crate::{Custody, CustodyError};

/// The kind of job that asks for a payout.
pub(crate) const KIND: &str = "payout.chain";
/// How long a payout waits for coins, for the scanner, or for a node.
const WAIT: TimeDelta = TimeDelta::seconds(15);
/// Steps of one attempt: build, sign, send, and one repetition when coins were taken in between.
const STEPS_MAX: u32 = 5;

/// How one step of a payout ended.
pub(super) enum Step {
    /// It moved, or was moved: read it again.
    Moved,
    /// Not now, for this reason.
    Wait(String),
}

/// Handles `payout.chain`.
pub(crate) struct PayoutHandler {
    pub(crate) custody: Custody,
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
        match self.custody.bring(tenant, &request).await {
            Ok(None) => Ok(Outcome::Done),
            Ok(Some(reason)) => Ok(Outcome::RetryAt(self.custody.inner.world.now() + WAIT, reason)),
            Err(error @ CustodyError::PayoutDiffers { .. }) => Ok(Outcome::Dead(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}

impl Custody {
    /// Brings a payout as far as it goes now; the reason why it waits, if it does.
    async fn bring(&self, tenant: TenantId, request: &ChainPayout) -> Result<Option<String>, CustodyError> {
        let chain = self.chain(request.network)?;
        self.wallet(tenant, chain).await?;
        let mut payout = self.requested(tenant, chain, request).await?;
        for _ in 0..STEPS_MAX {
            let step = match payout.state {
                PayoutState::Requested => self.build(chain, &payout).await?,
                PayoutState::Built => self.sign(chain, &payout).await?,
                PayoutState::Signed => self.send(chain, &payout).await?,
                // From here on the scanner moves it.
                PayoutState::Sent | PayoutState::Included | PayoutState::Final | PayoutState::Failed => {
                    return Ok(None);
                }
            };
            if let Step::Wait(reason) = step {
                return Ok(Some(reason));
            }
            let found = self.payout(tenant, request.transaction, request.leg).await?;
            payout = found.ok_or(CustodyError::Stored("payout"))?;
        }
        Ok(Some("others were faster at every step".into()))
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
            required: self.required(chain, amount),
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
