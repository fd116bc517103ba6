//! Simulated chains without a node: stored in the database, with new blocks while a payment waits for them.
//!
//! A simulated chain is a [`custody::chain::ChainAdapter`] like a real one, so scanning, confirmations, reorganisations
//! and payouts use the production code. The controls of [`SandboxChain`] replace the events of a real chain.

mod activity;
mod adapter;
mod address;
mod pace;
mod store;

use std::sync::Arc;
use std::time::Duration;

use ::store::{Store, StoreError};
use custody::chain::{ChainError, ChainInfo};
use kernel::{Amount, Network, World};
use sha2::{Digest, Sha256};

use self::activity::Activity;
pub use self::store::ShownTransfer;

/// The maximum number of blocks in one call.
const MINE_MAX: u32 = 500;
/// The maximum depth of a reorganisation by the controls.
const REORG_MAX: u32 = 50;

/// Why a control was refused.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The amount is not above zero.
    #[error("amount: must be above zero")]
    Amount,
    /// The address is missing or too long.
    #[error("address: must have 1 to 128 characters")]
    Address,
    /// Too many blocks in one call.
    #[error("blocks: must be 1 to {0}")]
    Blocks(u32),
    /// The reorganisation would also remove credited payments of other customers.
    #[error("other people's payments are final in these blocks already; reorganise sooner after paying")]
    Final,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A simulated chain.
#[derive(Clone)]
pub struct SandboxChain {
    store: Store,
    world: World,
    info: ChainInfo,
    seed: String,
    activity: Arc<Activity>,
}

impl SandboxChain {
    /// The simulated chain of `network`. Addresses are derived from `seed`.
    #[must_use]
    pub fn new(store: Store, world: World, network: Network, seed: &str) -> Self {
        let info = ChainInfo { network, max_reorg: 100, batch: 100, has_coins: false };
        let seed = hex::encode(Sha256::digest(seed.as_bytes()));
        Self { store, world, info, seed, activity: Arc::default() }
    }

    /// The block interval while a payment waits: about ten seconds for the confirmations of a usual payment.
    #[must_use]
    pub fn block_time(&self) -> Duration {
        pace::block_time(self.info.network)
    }

    /// Simulates a payment of `amount` to `address`, which waits in the mempool. Returns its transaction id.
    ///
    /// # Errors
    /// [`ControlError`].
    pub async fn pay(&self, address: &str, memo: Option<&str>, amount: Amount) -> Result<String, ControlError> {
        if !amount.is_positive() {
            return Err(ControlError::Amount);
        }
        if address.is_empty() || address.len() > 128 {
            return Err(ControlError::Address);
        }
        let txid = address::txid(self.info.network.family(), &self.world.random::<32>());
        let transfer = store::NewTransfer { txid: &txid, address, memo, amount };
        self.add(&transfer).await?;
        Ok(txid)
    }

    /// The latest transfers to an address, newest first, at most 20.
    ///
    /// # Errors
    /// [`ControlError`].
    pub async fn latest_to(&self, address: &str) -> Result<Vec<ShownTransfer>, ControlError> {
        let mut tx = self.store.system().await?;
        let found = store::latest_to(tx.conn(), self.info.network, address).await?;
        tx.rollback().await?;
        Ok(found)
    }

    /// Mines blocks now. The first one contains all waiting payments.
    ///
    /// # Errors
    /// [`ControlError`].
    pub async fn mine(&self, blocks: u32) -> Result<(), ControlError> {
        check_blocks(blocks, MINE_MAX)?;
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::lock(tx.conn(), network, now).await?;
        store::include(tx.conn(), network, head.height + 1).await?;
        store::grow(tx.conn(), network, &head, blocks, now).await?;
        tx.commit().await?;
        self.activity.wake();
        Ok(())
    }

    /// Replaces the last `depth` blocks by one more, all without payments. Their payments wait again or, with `vanish`,
    /// are double-spent.
    ///
    /// # Errors
    /// [`ControlError`].
    pub async fn reorg(&self, depth: u32, vanish: bool) -> Result<(), ControlError> {
        check_blocks(depth, REORG_MAX)?;
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::lock(tx.conn(), network, now).await?;
        let kept = store::cut(tx.conn(), network, &head, depth, vanish).await?;
        store::grow(tx.conn(), network, &kept, depth + 1, now).await?;
        tx.commit().await?;
        self.activity.wake();
        Ok(())
    }

    /// Removes the payments to one address in a reorganisation. Other payments in the replaced blocks move to the first
    /// new block, and so keep enough confirmations. Refuses if one of them may already be credited. Returns whether
    /// there was a payment to the address.
    ///
    /// # Errors
    /// [`ControlError::Final`], [`ControlError::Blocks`] for a payment that is too deep, and those of the database.
    pub async fn take_back(&self, address: &str, memo: Option<&str>) -> Result<bool, ControlError> {
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::lock(tx.conn(), network, now).await?;
        let (payments, lowest) = store::paid_to(tx.conn(), network, address, memo).await?;
        store::vanish(tx.conn(), network, address, memo).await?;
        if let Some(lowest) = lowest {
            let depth = u32::try_from(head.height - lowest + 1).unwrap_or(u32::MAX);
            check_blocks(depth, REORG_MAX)?;
            // The minimum number of confirmations of any credit.
            let usual = i64::from(network.confirmations(0).max(1));
            let credited = (lowest, head.height + 1 - usual);
            if store::others_between(tx.conn(), network, address, memo, credited).await? {
                return Err(ControlError::Final);
            }
            let kept = store::cut(tx.conn(), network, &head, depth, false).await?;
            store::include(tx.conn(), network, kept.height + 1).await?;
            store::grow(tx.conn(), network, &kept, depth + 1, now).await?;
        }
        tx.commit().await?;
        self.activity.wake();
        Ok(payments > 0)
    }

    async fn add(&self, transfer: &store::NewTransfer<'_>) -> Result<(), StoreError> {
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::lock(tx.conn(), network, now).await?;
        if !store::anybody_waits(tx.conn(), network, &head).await? {
            // The clock of an idle chain starts with its first waiting payment.
            store::rest_until(tx.conn(), network, now).await?;
        }
        store::insert(tx.conn(), network, transfer, now).await?;
        tx.commit().await?;
        self.activity.wake();
        Ok(())
    }

    /// Mines the blocks that are due while payments wait.
    async fn tick(&self) -> Result<(), StoreError> {
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::head(tx.conn(), network).await?;
        let waits = match &head {
            Some(head) => store::anybody_waits(tx.conn(), network, head).await?,
            None => false,
        };
        self.activity.note(waits);
        let due = match &head {
            Some(head) if waits => pace::due(network, head.mined_at, now),
            Some(_) => 0,
            // The first access creates the first block.
            None => 1,
        };
        if due == 0 {
            return tx.rollback().await;
        }
        let locked = store::lock(tx.conn(), network, now).await?;
        if head.is_some_and(|head| head.height == locked.height) {
            store::include(tx.conn(), network, locked.height + 1).await?;
            store::grow(tx.conn(), network, &locked, due, now).await?;
        }
        tx.commit().await
    }
}

fn check_blocks(blocks: u32, max: u32) -> Result<(), ControlError> {
    if (1..=max).contains(&blocks) { Ok(()) } else { Err(ControlError::Blocks(max)) }
}

/// Maps a database error to an unreachable node.
fn away(error: &StoreError) -> ChainError {
    ChainError::Unreachable(error.to_string())
}
