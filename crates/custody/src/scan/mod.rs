//! Block scanning, from the last applied block onwards. Each block and all its effects are one transaction.

mod apply;
mod mempool;
mod model;

use kernel::Network;

use crate::chain::{BlockRef, ScanOutcome};
use crate::cursor::store;
use crate::engine::{ChainSetup, on};
use crate::{Custody, CustodyError};

/// Result of one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// Number of blocks applied.
    pub blocks: u32,
    /// Whether the scanner is now at the node's tip.
    pub caught_up: bool,
}

/// Result of one step of a pass.
enum Step {
    Applied {
        blocks: u32,
        at_tip: bool,
    },
    /// A reorg or another scanner moved the cursor; start again.
    Again,
}

impl Custody {
    /// Runs one pass over a network: mempool, new blocks up to a limit, payouts due for a check. Called by the loops of
    /// [`Custody::spawn`], by tests and by the sandbox controls.
    ///
    /// # Errors
    /// [`CustodyError::Gap`] until an operator resumes the scanner; errors of the node and the database.
    pub async fn pass(&self, network: Network) -> Result<Pass, CustodyError> {
        let chain = self.chain(network)?;
        if let Some(reason) = self.begin(chain).await? {
            return Err(CustodyError::Gap { network, reason });
        }
        // Fetched before the blocks, so that a transaction mined in between is found in its block. Mempool deposits are
        // never credited, so a failure here delays neither deposits nor payouts.
        let asked_at = self.inner.world.now();
        let waiting = chain.adapter.mempool().await.inspect_err(|error| {
            tracing::warn!(
                event = "mempool.read_failed", %network, %error,
                "The scanner cannot read the mempool of the node."
            );
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

    /// Resumes a stopped scanner at `height` without scanning the blocks in between. For an operator who has verified
    /// the gap.
    ///
    /// # Errors
    /// Errors of the node and the database.
    pub async fn resume(&self, network: Network, height: u64) -> Result<(), CustodyError> {
        let block = self.chain(network)?.adapter.start(Some(height)).await.map_err(on(network))?;
        let mut tx = self.inner.store.system().await?;
        store::resume(tx.conn(), network, &block, self.inner.world.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Creates the cursor if there is none. Returns why the scanner is stopped, if it is.
    pub(crate) async fn begin(&self, chain: &ChainSetup) -> Result<Option<String>, CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.system().await?;
        let position = store::position(tx.conn(), network).await?;
        tx.rollback().await?;
        match position {
            Some(crate::cursor::Position { gap, .. }) => Ok(gap),
            None => {
                let block = chain.adapter.start(chain.start_height).await.map_err(on(network))?;
                tracing::info!(
                    event = "scanner.started", %network, height = block.height,
                    "The scanner starts at this block."
                );
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
                    tracing::warn!(
                        event = "block.link_broken", %network, height,
                        "A block does not follow the one before. The scanner asks again."
                    );
                    return Ok(Step::Again);
                }
                if tip < newest.height {
                    tracing::warn!(
                        event = "node.fell_behind", %network, tip, ours = newest.height,
                        "The node is behind the scanner. The scanner waits for it."
                    );
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
        tracing::warn!(
            event = "chain.reorganised", %network, from = from.height, fork = fork.height,
            "The network replaced blocks. The scanner goes back to the fork."
        );
        // After a reorg, inspected transactions may be back in the mempool with other transfers.
        self.inspected(|seen| seen.remove(&network));
        self.apply_rewind(network, from, fork).await
    }

    async fn stop(&self, network: Network, reason: String) -> Result<Step, CustodyError> {
        tracing::error!(
            event = "alert.scanner_stopped", %network, reason,
            "ALERT: the scanner stopped. An operator must resume it. Payouts stop too."
        );
        let mut tx = self.inner.store.system().await?;
        store::stop(tx.conn(), network, &reason, self.inner.world.now()).await?;
        tx.commit().await?;
        Err(CustodyError::Gap { network, reason })
    }
}
