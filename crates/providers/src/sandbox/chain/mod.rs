//! Chains that nobody runs a node for: played, in the database, with blocks that come while somebody waits for them.
//!
//! A played chain is a [`custody::chain::ChainAdapter`] like a real one, so scanning, confirmations, reorganisations and
//! payouts are the engine's own. What people and chance do on a real chain, [`SandboxChain`]'s controls do here.

mod adapter;
mod address;
mod pace;
mod store;

use std::time::Duration;

use ::store::{Store, StoreError};
use custody::chain::{ChainError, ChainInfo};
use kernel::{Amount, Network, World};
use sha2::{Digest, Sha256};

/// Blocks that one call may make.
const MINE_MAX: u32 = 500;
/// How deep the controls may reorganise.
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
    /// Too many blocks at once.
    #[error("blocks: must be 1 to {0}")]
    Blocks(u32),
    /// Taking a payment back would take other people's credited payments with it.
    #[error("other people's payments are final in these blocks already; reorganise sooner after paying")]
    Final,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One played chain.
#[derive(Clone)]
pub struct SandboxChain {
    store: Store,
    world: World,
    info: ChainInfo,
    seed: String,
}

impl SandboxChain {
    /// The played chain of `network`. Addresses come from `seed`: other seeds, other addresses.
    #[must_use]
    pub fn new(store: Store, world: World, network: Network, seed: &str) -> Self {
        let info = ChainInfo { network, max_reorg: 100, batch: 100, has_coins: false };
        Self { store, world, info, seed: hex::encode(Sha256::digest(seed.as_bytes())) }
    }

    /// How often a block comes while somebody waits for one: about ten seconds for a usual payment's confirmations.
    #[must_use]
    pub fn block_time(&self) -> Duration {
        pace::block_time(self.info.network)
    }

    /// Somebody pays `amount` to `address`. The payment waits to be mined. Returns its transaction id.
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

    /// Makes blocks now. What waits goes into the first of them.
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
        Ok(tx.commit().await?)
    }

    /// Replaces the last `depth` blocks by one more without any payment. What was in them waits again, or with `vanish` is
    /// gone as if it had been spent otherwise.
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
        Ok(tx.commit().await?)
    }

    /// Reorganises the payments to one address away. Everybody else's in the replaced blocks are in the first of the new
    /// ones, and so deep enough as before; those that may be credited are not reached at all. Whether there was any payment.
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
            // The least confirmations that credit anything here.
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
        Ok(payments > 0)
    }

    async fn add(&self, transfer: &store::NewTransfer<'_>) -> Result<(), StoreError> {
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::lock(tx.conn(), network, now).await?;
        if !store::anybody_waits(tx.conn(), network, &head).await? {
            // The clock of a resting chain starts with the payment that wakes it.
            store::rest_until(tx.conn(), network, now).await?;
        }
        store::insert(tx.conn(), network, transfer, now).await?;
        tx.commit().await
    }

    /// Makes the blocks that are due since somebody waits for them.
    async fn tick(&self) -> Result<(), StoreError> {
        let (network, now) = (self.info.network, self.world.now());
        let mut tx = self.store.system().await?;
        let head = store::head(tx.conn(), network).await?;
        let due = match &head {
            Some(head) if store::anybody_waits(tx.conn(), network, head).await? => {
                pace::due(network, head.mined_at, now)
            }
            Some(_) => 0,
            // The very first look makes the first block.
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

/// A database error as a node's: the chain is not there just now.
fn away(error: &StoreError) -> ChainError {
    ChainError::Unreachable(error.to_string())
}
