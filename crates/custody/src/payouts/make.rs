//! Building and signing payouts. Nothing is broadcast here.

use chrono::TimeDelta;
use kernel::{Network, TenantId, TransactionId};

use super::attempts::store as attempts;
use super::job::Step;
use super::model::{Payout, PayoutState};
use super::store as rows;
use crate::chain::{AddressPath, Branch, ChainError, Derived, PayoutOrder, PlanError, TxPlan};
use crate::columns::int;
use crate::engine::{ChainSetup, on};
use crate::signer::SignerError;
use crate::wallets::store::{NewAddress, Purpose, Wallet};
use crate::{Custody, CustodyError, coins, cursor, wallets};

impl Custody {
    /// Builds the transaction, reserves its UTXOs and stores the plan.
    pub(super) async fn build(&self, chain: &ChainSetup, payout: &Payout) -> Result<Step, CustodyError> {
        let info = chain.adapter.info();
        if let Some(reason) = self.closed(info.network).await? {
            return self.wait(payout, reason).await;
        }
        let mut tx = self.inner.store.tenant_read(payout.tenant).await?;
        let wallet = wallets::store::wallet(tx.conn(), payout.tenant, info.network).await?;
        let wallet = wallet.ok_or(CustodyError::Stored("wallet"))?;
        let tip = cursor::store::position(tx.conn(), info.network).await?.map_or(0, |position| position.block.height);
        let limit = self.inner.limits.coins_per_plan;
        let coins = match info.has_coins {
            true => coins::store::spendable(tx.conn(), payout.tenant, info.network, tip, limit).await?,
            false => Vec::new(),
        };
        tx.rollback().await?;
        let place = AddressPath { branch: Branch::Change, index: wallet.next_change };
        let change = chain.adapter.derive(&wallet.account_key, place).map_err(on(info.network))?;
        let order = PayoutOrder {
            reference: payout.id.simple().to_string(),
            amount: payout.amount,
            address: payout.address.clone(),
            memo: payout.memo.clone(),
        };
        // Planning may query the node for fees, so no database transaction is open. The chosen UTXOs are reserved
        // afterwards.
        match chain.adapter.plan(&order, &coins, &change).await {
            Ok(plan) => self.reserve(chain, payout, &wallet, &plan, &change).await,
            Err(PlanError::Refused(reason)) => self.fail(payout, &reason).await,
            Err(error @ PlanError::Insufficient { .. }) => self.wait(payout, error.to_string()).await,
            Err(PlanError::Chain(source)) => Err(CustodyError::Chain { network: info.network, source }),
        }
    }

    async fn reserve(
        &self,
        chain: &ChainSetup,
        payout: &Payout,
        seen: &Wallet,
        plan: &TxPlan,
        change: &Derived,
    ) -> Result<Step, CustodyError> {
        let now = self.inner.world.now();
        let (tenant, network) = (payout.tenant, payout.network);
        let mut tx = self.inner.store.tenant(tenant).await?;
        let wallet = wallets::store::lock(tx.conn(), tenant, network).await?;
        // Another payout was built since the read, so its UTXOs or its change address may be the same.
        if wallet.next_change != seen.next_change {
            return Ok(Step::Moved);
        }
        if !rows::step(tx.conn(), payout, PayoutState::Built, now, now).await? {
            return Ok(Step::Moved);
        }
        if chain.adapter.info().has_coins {
            let index = wallets::store::next_index(tx.conn(), tenant, network, Branch::Change).await?;
            let place = AddressPath { branch: Branch::Change, index };
            let (purpose, currency) = (Purpose::Change, network.native());
            let new = NewAddress { network, place, purpose, currency, required: int(1), derived: change };
            wallets::store::insert_address(tx.conn(), tenant, &new, now).await?;
            let tip = cursor::store::position(tx.conn(), network).await?.map_or(0, |position| position.block.height);
            if !coins::store::reserve(tx.conn(), tenant, network, payout.id, &plan.inputs, tip).await? {
                return Ok(Step::Moved);
            }
        }
        attempts::insert(tx.conn(), payout, plan, now).await?;
        tx.commit().await?;
        Ok(Step::Moved)
    }

    /// Signs the stored plan, then stores the bytes and the transaction id. Nothing is broadcast before they are
    /// stored.
    pub(super) async fn sign(&self, chain: &ChainSetup, payout: &Payout) -> Result<Step, CustodyError> {
        let mut tx = self.inner.store.tenant_read(payout.tenant).await?;
        let wallet = wallets::store::wallet(tx.conn(), payout.tenant, payout.network).await?;
        let wallet = wallet.ok_or(CustodyError::Stored("wallet"))?;
        let plan = attempts::plan(tx.conn(), payout).await?;
        let intact = coins::store::intact(tx.conn(), payout.tenant, payout.id).await?;
        tx.rollback().await?;
        if !intact {
            return self.unbuild(payout).await;
        }
        if let Some(reason) = self.foreign(chain, &wallet).await? {
            return self.wait(payout, reason).await.map(Step::held);
        }
        let signed = match chain.adapter.sign(&plan, wallet.account, &*self.inner.signer).await {
            // The UTXOs stay reserved: the payout was not sent, and it must be retried with the same plan.
            Err(ChainError::Signer(refused @ SignerError::Refused { .. })) => {
                return self.wait(payout, refused.to_string()).await.map(Step::held);
            }
            answer => answer.map_err(on(payout.network))?,
        };
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        // The job broadcasts it next. The periodic check waits until then.
        if rows::step(tx.conn(), payout, PayoutState::Signed, now + self.resend(), now).await? {
            attempts::store_signed(tx.conn(), payout, &signed).await?;
            tx.commit().await?;
        }
        Ok(Step::Moved)
    }

    /// Why the signer's seed does not match the wallet's account key: a second worker created its own seed, or the
    /// database was restored without the seed. Such signatures would be invalid.
    pub(super) async fn foreign(&self, chain: &ChainSetup, wallet: &Wallet) -> Result<Option<String>, CustodyError> {
        let info = chain.adapter.info();
        // A simulated chain has no keys.
        if !info.has_coins {
            return Ok(None);
        }
        let key = chain.adapter.account_key(&*self.inner.signer, wallet.account).await?;
        let reason = || format!("the signer has another seed than the wallet on {}", info.network);
        Ok((key != wallet.account_key).then(reason))
    }

    /// Returns an unsigned payout to `requested` after a reorg took one of its UTXOs. Safe: it was never broadcast.
    async fn unbuild(&self, payout: &Payout) -> Result<Step, CustodyError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        if rows::step(tx.conn(), payout, PayoutState::Requested, now, now).await? {
            attempts::bury(tx.conn(), payout, now).await?;
            coins::store::release(tx.conn(), payout.tenant, payout.id).await?;
            tx.commit().await?;
        }
        Ok(Step::Moved)
    }

    /// Why no payout may be built on a network now: its scanner is stopped or behind, so the balance is uncertain.
    async fn closed(&self, network: Network) -> Result<Option<String>, CustodyError> {
        let mut tx = self.inner.store.system().await?;
        let at_tip = cursor::store::last_at_tip(tx.conn(), network).await?;
        tx.rollback().await?;
        let lag = TimeDelta::from_std(self.inner.limits.scanner_lag).unwrap_or(TimeDelta::MAX);
        let current = at_tip.is_some_and(|at| self.inner.world.now() - at <= lag);
        Ok((!current).then(|| format!("the scanner of {network} is behind")))
    }

    pub(super) async fn wait(&self, payout: &Payout, reason: String) -> Result<Step, CustodyError> {
        let now = self.inner.world.now();
        tracing::warn!(
            event = "payout.delayed", payout = %payout.id, network = %payout.network, reason,
            "A payout waits."
        );
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        rows::note(tx.conn(), payout, &reason, now + self.resend(), now).await?;
        tx.commit().await?;
        Ok(Step::Wait(reason))
    }

    async fn fail(&self, payout: &Payout, reason: &str) -> Result<Step, CustodyError> {
        self.end_unsigned(payout, reason).await.map(|_| Step::Moved)
    }

    /// Fails an unsigned payout. Returns false if its state has changed. Signing updates the same row first, so bytes
    /// signed concurrently are never stored, and only stored bytes are broadcast.
    async fn end_unsigned(&self, payout: &Payout, reason: &str) -> Result<bool, CustodyError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(payout.tenant).await?;
        if !rows::step(tx.conn(), payout, PayoutState::Failed, now, now).await? {
            return Ok(false);
        }
        rows::note(tx.conn(), payout, reason, now, now).await?;
        attempts::end(tx.conn(), payout).await?;
        coins::store::release(tx.conn(), payout.tenant, payout.id).await?;
        tx.enqueue(now, &[Self::telling(payout.tenant, &payout.failed(reason))?]).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Fails an unsigned payout at an operator's request: releases its UTXOs and notifies the exchange. Returns false,
    /// without any effect, if the payout is signed, failed or unknown.
    ///
    /// # Errors
    /// Database errors.
    pub async fn fail_unsigned(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
        reason: &str,
    ) -> Result<bool, CustodyError> {
        let Some(payout) = self.payout(tenant, transaction, leg).await? else { return Ok(false) };
        if !matches!(payout.state, PayoutState::Requested | PayoutState::Built) {
            return Ok(false);
        }
        self.end_unsigned(&payout, reason).await
    }

    pub(super) fn resend(&self) -> TimeDelta {
        TimeDelta::from_std(self.inner.limits.resend).unwrap_or(TimeDelta::MAX)
    }
}
