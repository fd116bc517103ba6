//! Scanning: from the last block that we know, block by block, each in one transaction with everything that it means.

mod apply;
mod mempool;
pub(crate) mod model;
pub(crate) mod store;

use kernel::Network;

use crate::chain::{BlockRef, ScanOutcome};
use crate::engine::{ChainSetup, on};
use crate::{Custody, CustodyError};

/// What one pass did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// Blocks applied.
    pub blocks: u32,
    /// Whether the scanner now stands at the node's tip.
    pub caught_up: bool,
}

/// What one step of a pass did.
enum Step {
    Applied {
        blocks: u32,
        at_tip: bool,
    },
    /// The ground moved (a reorganisation, another scanner): look again.
    Again,
}

impl Custody {
    /// One pass over a network: waiting transactions, new blocks up to a limit, payouts that need looking after. The loops
    /// of [`Custody::spawn`] call it; tests and the sandbox's panel may too.
    ///
    /// # Errors
    /// [`CustodyError::Gap`] until an operator resumes; those of the node and the database.
    pub async fn pass(&self, network: Network) -> Result<Pass, CustodyError> {
        let chain = self.chain(network)?;
        if let Some(reason) = self.begin(chain).await? {
            return Err(CustodyError::Gap { network, reason });
        }
        // Before the blocks: what leaves the mempool for a block in between is then found in the block. What waits is shown and
        // never credited, so that a node which cannot tell holds up neither deposits nor payouts.
        let asked_at = self.inner.world.now();
        let waiting = chain.adapter.mempool().await.inspect_err(|error| {
            tracing::warn!(%network, %error, "what waits for a block cannot be seen");
        });
        let mut pass = Pass { blocks: 0, caught_up: false };
        while !pass.caught_up && pass.blocks < self.inner.limits.blocks_per_pass {
            match self.step(chain).await? {
                Step::Applied { blocks, at_tip } => {
                    pass.blocks += blocks;
                    pass.caught_up = at_tip;
                    if blocks == 0 {
                        break;
                    }
                }
                Step::Again => pass.blocks += 1,
            }
        }
        if pass.caught_up {
            let mut tx = self.inner.store.system().await?;
            store::caught_up(tx.conn(), network, self.inner.world.now()).await?;
            tx.commit().await?;
            self.look_after_payouts(chain).await?;
            if let Ok(waiting) = waiting {
                self.look_at_mempool(chain, waiting, asked_at).await?;
            }
        }
        Ok(pass)
    }

    /// Lets a stopped scanner go on from `height`; what lies between is not looked at. For an operator who knows why.
    ///
    /// # Errors
    /// Those of the node and the database.
    pub async fn resume(&self, network: Network, height: u64) -> Result<(), CustodyError> {
        let block = self.chain(network)?.adapter.start(Some(height)).await.map_err(on(network))?;
        let mut tx = self.inner.store.system().await?;
        store::resume(tx.conn(), network, &block, self.inner.world.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Sees to it that the scanner has a place to start from; why it stands still, if it does.
    pub(crate) async fn begin(&self, chain: &ChainSetup) -> Result<Option<String>, CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.system().await?;
        let position = store::position(tx.conn(), network).await?;
        tx.rollback().await?;
        match position {
            Some(model::Position { gap, .. }) => Ok(gap),
            None => {
                let block = chain.adapter.start(chain.start_height).await.map_err(on(network))?;
                tracing::info!(%network, height = block.height, "the scanner starts here");
                let mut tx = self.inner.store.system().await?;
                store::begin(tx.conn(), network, &block, self.inner.world.now()).await?;
                tx.commit().await?;
                Ok(None)
            }
        }
    }

    async fn step(&self, chain: &ChainSetup) -> Result<Step, CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.system().await?;
        let known = store::known(tx.conn(), network).await?;
        tx.rollback().await?;
        let newest = known.first().ok_or(CustodyError::Stored("chain blocks"))?.clone();
        match chain.adapter.scan(&known, chain.adapter.info().batch).await.map_err(on(network))? {
            ScanOutcome::Blocks { blocks, tip, synced } => {
                if let Some(height) = model::broken_link(&newest, &blocks) {
                    tracing::warn!(%network, height, "a block does not follow the one before; asking again");
                    return Ok(Step::Again);
                }
                if tip < newest.height {
                    tracing::warn!(%network, tip, ours = newest.height, "the node is behind what we have applied; waiting for it");
                }
                let mut last = newest;
                for scanned in &blocks {
                    if !self.apply(chain, &last, scanned).await? {
                        return Ok(Step::Again);
                    }
                    last = scanned.block.clone();
                }
                let applied = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
                Ok(Step::Applied { blocks: applied, at_tip: synced && last.height >= tip })
            }
            ScanOutcome::Reorg { fork } => self.rewind(chain, &newest, &fork).await.map(|()| Step::Again),
            ScanOutcome::Gap { reason } => self.stop(network, reason).await,
        }
    }

    async fn rewind(&self, chain: &ChainSetup, from: &BlockRef, fork: &BlockRef) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        tracing::warn!(%network, from = from.height, fork = fork.height, "blocks were replaced");
        // What was looked into may be back in the mempool with another meaning.
        self.inspected(|seen| seen.remove(&network));
        self.apply_rewind(network, from, fork).await
    }

    async fn stop(&self, network: Network, reason: String) -> Result<Step, CustodyError> {
        tracing::error!(%network, reason, "ALERT: the scanner stands until an operator resumes it; payouts stop too");
        let mut tx = self.inner.store.system().await?;
        store::stop(tx.conn(), network, &reason, self.inner.world.now()).await?;
        tx.commit().await?;
        Err(CustodyError::Gap { network, reason })
    }
}
