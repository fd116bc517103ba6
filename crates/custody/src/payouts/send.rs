//! Sending stored bytes, and looking after what was sent. The same bytes, always: a second transaction is made only when
//! the first one is proven dead.

use chrono::TimeDelta;

use super::attempts::store as attempts;
use super::job::Step;
use super::model::{Payout, PayoutState};
use super::store as rows;
use crate::chain::{BroadcastOutcome, ChainError, ChainInfo, SignedTx, TxStatus};
use crate::deposits::store::height;
use crate::engine::ChainSetup;
use crate::{Custody, CustodyError, coins, scan};

/// How long nothing may have touched a payout inside the house before its job is taken for dead. A live one notes why it
/// waits some seconds apart.
const FORGOTTEN_AFTER: TimeDelta = TimeDelta::minutes(5);

impl Custody {
    /// Hands the stored bytes to the node, and notes that it has them.
    pub(super) async fn send(&self, chain: &ChainSetup, payout: &Payout) -> Result<Step, CustodyError> {
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        let signed = attempts::take_signed(tx.conn(), payout).await?;
        tx.commit().await?;
        match self.hand_over(chain, &signed).await {
            Ok(()) => self.sent(payout).await.map(|()| Step::Moved),
            Err(reason) => self.wait(payout, reason).await,
        }
    }

    /// An answer other than "accepted" says nothing certain: the node is asked whether it knows the transaction.
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
        // A block may have been faster: then there is nothing left to note.
        let moved = rows::step(tx.conn(), payout, PayoutState::Sent, now + self.resend(), now).await?;
        if moved && payout.state == PayoutState::Signed {
            tx.enqueue(now, &[Self::telling(payout.tenant, &payout.sent())?]).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Sends what is on its way once more, and gives up what is proven dead.
    pub(crate) async fn look_after_payouts(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.system().await?;
        let now = self.inner.world.now();
        let waiting = rows::to_check(tx.conn(), network, now, self.inner.limits.payouts_per_pass).await?;
        tx.rollback().await?;
        for payout in waiting {
            if let Step::Wait(reason) = self.send(chain, &payout).await? {
                tracing::error!(payout = %payout.id, %network, reason, "ALERT: a signed payout is not known to the node");
            }
        }
        self.remember_forgotten(chain).await?;
        self.bury_dead(chain).await
    }

    /// Enqueues again what no job brings on any more: a payout is owed until it is paid or has failed.
    async fn remember_forgotten(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        let (now, limit) = (self.inner.world.now(), self.inner.limits.payouts_per_pass);
        let mut tx = self.inner.store.system().await?;
        let found = rows::forgotten(tx.conn(), network, now - FORGOTTEN_AFTER, now, limit).await?;
        let jobs = found.iter().map(Payout::job).collect::<Result<Vec<_>, _>>()?;
        tx.enqueue(now, &jobs).await?;
        Ok(tx.commit().await?)
    }

    /// A payout is dead when what conflicts with it lies deeper than any reorganisation that the scanner follows: it can
    /// never be mined then, and another in its place cannot be the second.
    async fn bury_dead(&self, chain: &ChainSetup) -> Result<(), CustodyError> {
        let &ChainInfo { network, max_reorg, .. } = chain.adapter.info();
        let now = self.inner.world.now();
        let mut tx = self.inner.store.system().await?;
        let Some(position) = scan::store::position(tx.conn(), network).await? else { return Ok(()) };
        let deep = height(position.block.height) - i64::from(max_reorg);
        for payout in rows::proven_dead(tx.conn(), network, deep).await? {
            tracing::error!(payout = %payout.id, %network, txid = payout.txid, "ALERT: a coin of a payout was spent elsewhere; it is built again");
            attempts::bury(tx.conn(), &payout, now).await?;
            coins::store::release(tx.conn(), payout.tenant, payout.id).await?;
            tx.enqueue(now, &[payout.job()?]).await?;
        }
        Ok(tx.commit().await?)
    }
}
