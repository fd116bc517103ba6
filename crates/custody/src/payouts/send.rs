//! Broadcasting stored bytes and monitoring them. Rebroadcasts always use the same bytes; a transaction with other inputs
//! is built only when the first is proven dead.

use chrono::TimeDelta;

use super::attempts::store as attempts;
use super::job::Step;
use super::model::{Payout, PayoutState};
use super::store as rows;
use crate::chain::{BroadcastOutcome, ChainError, ChainInfo, SignedTx, TxStatus};
use crate::columns::height;
use crate::engine::ChainSetup;
use crate::{Custody, CustodyError, coins, cursor};

/// Time without any update after which the job of an unsent payout is presumed dead. A live job updates the payout
/// every few seconds.
const FORGOTTEN_AFTER: TimeDelta = TimeDelta::minutes(5);

impl Custody {
    /// Broadcasts the stored bytes, and records the node's acceptance.
    pub(super) async fn send(&self, chain: &ChainSetup, payout: &Payout) -> Result<Step, CustodyError> {
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        let Some(signed) = attempts::take_signed(tx.conn(), payout).await? else { return Ok(Step::Moved) };
        tx.commit().await?;
        match self.hand_over(chain, &signed).await {
            Ok(()) => self.sent(payout).await.map(|()| Step::Moved),
            Err(reason) => self.wait(payout, reason).await,
        }
    }

    /// Broadcasts once. Any answer but "accepted" is inconclusive, so the node is then asked whether it knows the
    /// transaction.
    async fn hand_over(&self, chain: &ChainSetup, signed: &SignedTx) -> Result<(), String> {
        let reason = match chain.adapter.broadcast(signed).await {
            Ok(BroadcastOutcome::Accepted) => return Ok(()),
            Ok(BroadcastOutcome::Rejected { reason } | BroadcastOutcome::Unknown { reason }) => reason,
            Err(error) => error.to_string(),
        };
        match chain.adapter.status(signed).await {
            Ok(TxStatus::Pending | TxStatus::Included) => Ok(()),
            Ok(TxStatus::NotFound) | Err(ChainError::Unreachable(_) | ChainError::Refused { .. }) => Err(reason),
            Err(ChainError::Malformed(words)) => Err(words),
            Err(error @ ChainError::Signer(_)) => Err(error.to_string()),
        }
    }

    async fn sent(&self, payout: &Payout) -> Result<(), CustodyError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        // A block may already include the payout; then there is nothing to record.
        if rows::step(tx.conn(), payout, PayoutState::Sent, now + self.resend(), now).await? {
            let found = rows::of_leg(tx.conn(), payout.tenant, payout.transaction, payout.leg).await?;
            let mut stored = found.ok_or(CustodyError::Stored("payout"))?;
            if let Some(event) = stored.report() {
                rows::update(tx.conn(), &stored, now + self.resend(), now).await?;
                tx.enqueue(now, &[Self::telling(payout.tenant, &event)?]).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Rebroadcasts pending payouts, and replaces those that are proven dead.
    pub(crate) async fn look_after_payouts(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.system().await?;
        let now = self.inner.world.now();
        let waiting = rows::to_check(tx.conn(), network, now, self.inner.limits.payouts_per_pass).await?;
        tx.rollback().await?;
        for payout in waiting {
            if let Step::Wait(reason) = self.send(chain, &payout).await? {
                tracing::error!(
                    event = "alert.payout_not_accepted", payout = %payout.id, %network, reason,
                    "ALERT: the node did not accept a signed payout. The worker sends it again."
                );
            }
        }
        self.remember_forgotten(chain).await?;
        self.bury_dead(chain).await
    }

    /// Enqueues jobs for unsent payouts whose job is presumed dead. A payout stays owed until it is paid or has failed.
    async fn remember_forgotten(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        let (now, limit) = (self.inner.world.now(), self.inner.limits.payouts_per_pass);
        let mut tx = self.inner.store.system().await?;
        let found = rows::forgotten(tx.conn(), network, now - FORGOTTEN_AFTER, now, limit).await?;
        let jobs = found.iter().map(Payout::job).collect::<Result<Vec<_>, _>>()?;
        tx.enqueue(now, &jobs).await?;
        Ok(tx.commit().await?)
    }

    /// Replaces dead payouts. A payout is dead if a conflicting spend is deeper than the maximum reorg: its transaction
    /// can never be mined, so a new one cannot pay twice.
    async fn bury_dead(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let &ChainInfo { network, max_reorg, .. } = chain.adapter.info();
        let now = self.inner.world.now();
        let mut tx = self.inner.store.system().await?;
        let Some(position) = cursor::store::position(tx.conn(), network).await? else { return Ok(()) };
        let deep = height(position.block.height) - i64::from(max_reorg);
        for payout in rows::proven_dead(tx.conn(), network, deep).await? {
            tracing::error!(
                event = "alert.payout_coin_spent", payout = %payout.id, %network, txid = payout.txid,
                "ALERT: another transaction spent a coin of a payout. The worker builds the payout again."
            );
            attempts::bury(tx.conn(), &payout, now).await?;
            coins::store::release(tx.conn(), payout.tenant, payout.id).await?;
            tx.enqueue(now, &[payout.job()?]).await?;
        }
        Ok(tx.commit().await?)
    }
}
