//! The job `payout.raise_fee`: signs the agreed replacement, records it, and broadcasts it.
//!
//! A crash at any point is safe. The replacement follows from the recorded plan and the agreed fee, so it is signed again
//! with the same bytes. It is broadcast only after it is recorded, and the periodic check broadcasts it again.

use async_trait::async_trait;
use exchange::rails::FeeRefusal;
use identity::operator::{FeeRaise, RAISE_FEE_JOB};
use kernel::TenantId;
use serde::Deserialize;
use store::{Job, JobError, JobHandler, Outcome};

use super::decide::{fits, is_done, replaceable};
use crate::chain::{ChainError, PlanError, SignedTx, TxPlan};
use crate::engine::{ChainSetup, on};
use crate::payouts::attempts::{Attempt, store as attempts};
use crate::payouts::job::Step;
use crate::payouts::{Payout, store as rows};
use crate::signer::SignerError;
use crate::{Custody, CustodyError, wallets};

/// The payload of the job.
#[derive(Deserialize)]
struct Payload {
    raise: FeeRaise,
}

/// Why a raise was not done.
#[derive(Debug, thiserror::Error)]
enum RaiseFailure {
    /// For good: an operator has to propose it again.
    #[error("{0}")]
    Refused(String),
    /// A block or another replacement was faster.
    #[error(transparent)]
    TooLate(#[from] FeeRefusal),
    /// A dependency does not answer.
    #[error(transparent)]
    Custody(#[from] CustodyError),
}

/// Handles `payout.raise_fee`.
pub(crate) struct RaiseHandler {
    pub(crate) custody: Custody,
}

#[async_trait]
impl JobHandler for RaiseHandler {
    fn kind(&self) -> &'static str {
        RAISE_FEE_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Payload { raise } = serde_json::from_value(job.payload.clone())?;
        match self.custody.raise_fee(tenant, &raise).await {
            Ok(()) => Ok(Outcome::Done),
            Err(RaiseFailure::Refused(reason)) => {
                tracing::error!(
                    event = "alert.payout_fee_not_raised", transaction = %raise.movement, network = %raise.network,
                    txid = raise.txid, reason, "ALERT: the network fee of a payout was not raised."
                );
                Ok(Outcome::Dead(reason))
            }
            Err(RaiseFailure::TooLate(refusal)) => {
                tracing::warn!(
                    event = "payout.fee_raise_dropped", transaction = %raise.movement, network = %raise.network,
                    txid = raise.txid, reason = %refusal, "An agreed raise of a network fee was not needed any more."
                );
                Ok(Outcome::Done)
            }
            Err(RaiseFailure::Custody(error)) => Err(error.into()),
        }
    }
}

impl Custody {
    async fn raise_fee(&self, tenant: TenantId, raise: &FeeRaise) -> Result<(), RaiseFailure> {
        let payout = self.payout(tenant, raise.movement, raise.leg).await?;
        let payout = payout.ok_or(CustodyError::Stored("payout"))?;
        let chain = self.chain(payout.network)?;
        let attempts = self.signed_attempts(&payout).await?;
        if !is_done(&attempts, raise) {
            let live = replaceable(&payout, &attempts)?;
            fits(live, raise)?;
            let plan = chain.adapter.replace(&live.plan, &live.txid, raise.new_fee).map_err(refused(chain))?;
            let signed = self.sign_replacement(chain, &payout, &plan).await?;
            self.record(&payout, (&attempts, live), (&plan, &signed)).await?;
            tracing::info!(
                event = "payout.replaced", payout = %payout.id, network = %payout.network, replaced = live.txid,
                txid = signed.txid, fee = %plan.fee, "A transaction with a higher fee replaces that of a payout."
            );
        }
        // The periodic check broadcasts it again if this fails.
        if let Some(payout) = self.payout(tenant, raise.movement, raise.leg).await?
            && payout.is_unconfirmed()
            && let Step::Wait(reason) = self.send(chain, &payout).await?
        {
            tracing::error!(
                event = "alert.payout_not_accepted", payout = %payout.id, network = %payout.network, reason,
                "ALERT: the node did not accept a signed payout. The worker sends it again."
            );
        }
        Ok(())
    }

    async fn sign_replacement(
        &self,
        chain: &ChainSetup,
        payout: &Payout,
        plan: &TxPlan,
    ) -> Result<SignedTx, RaiseFailure> {
        let mut tx = self.inner.store.tenant_read(payout.tenant).await.map_err(CustodyError::from)?;
        let wallet = wallets::store::wallet(tx.conn(), payout.tenant, payout.network).await?;
        let wallet = wallet.ok_or(CustodyError::Stored("wallet"))?;
        drop(tx);
        if let Some(reason) = self.foreign(chain, &wallet).await? {
            return Err(RaiseFailure::Refused(reason));
        }
        match chain.adapter.sign(plan, wallet.account, &*self.inner.signer).await {
            Err(ChainError::Signer(refused @ SignerError::Refused { .. })) => {
                Err(RaiseFailure::Refused(refused.to_string()))
            }
            answer => Ok(answer.map_err(on(payout.network))?),
        }
    }

    /// Records the replacement as the live attempt, unless a block or another job already settled it.
    async fn record(
        &self,
        payout: &Payout,
        (all, replaced): (&[Attempt], &Attempt),
        (plan, signed): (&TxPlan, &SignedTx),
    ) -> Result<(), RaiseFailure> {
        let now = self.inner.world.now();
        let number = all.iter().map(|attempt| attempt.number).max().unwrap_or(payout.attempt) + 1;
        let mut tx = self.inner.store.tenant(payout.tenant).await.map_err(CustodyError::from)?;
        // The scanner locks this row before it includes the payout in a block.
        if !rows::set_attempt(tx.conn(), payout, number, now, now).await? {
            return Err(FeeRefusal::NotUnconfirmed.into());
        }
        let next = Payout { attempt: number, ..payout.clone() };
        attempts::insert_replacement(tx.conn(), &next, replaced.number, (plan, signed), now).await?;
        Ok(tx.commit().await.map_err(CustodyError::from)?)
    }
}

fn refused(chain: &ChainSetup) -> impl Fn(PlanError) -> RaiseFailure {
    let network = chain.adapter.info().network;
    move |error| match error {
        PlanError::Chain(source) => RaiseFailure::Custody(CustodyError::Chain { network, source }),
        other => RaiseFailure::Refused(other.to_string()),
    }
}
