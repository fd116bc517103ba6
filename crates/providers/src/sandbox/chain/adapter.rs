//! The chain adapter of the simulated chain.

use std::time::Duration;

use async_trait::async_trait;
use custody::chain::{
    AddressPath, BlockRef, BroadcastOutcome, ChainAdapter, ChainError, ChainInfo, ChainTransfer, Derived, Destination,
    Mempool, PayoutOrder, PlanError, ScanOutcome, ScannedBlock, SharedAddress, SignedTx, TxPlan, TxStatus, Utxo,
};
use custody::signer::{Signer, SignerError};
use kernel::{Amount, Currency, Network};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{SandboxChain, address, away, store};

/// The first memo of the shared address: short, and never zero.
const MEMO_FIRST: u64 = 100_000;

/// The content of a simulated payout transaction.
#[derive(Serialize, Deserialize)]
struct Body {
    reference: String,
    address: String,
    memo: Option<String>,
    amount: Amount,
}

impl SandboxChain {
    fn transfer(&self, row: store::Transfer) -> Result<ChainTransfer, ChainError> {
        let needs_memo = self.info.network.needs_memo();
        let currency: Currency =
            row.currency.parse().map_err(|_| ChainError::Malformed("a stored currency is unknown".into()))?;
        Ok(ChainTransfer {
            leg_uid: format!("{}:0", row.txid),
            watch_key: watch_key(&row.address, row.memo.as_deref()),
            shared: needs_memo.then_some(SharedAddress { address: row.address, memo: row.memo }),
            txid: row.txid,
            amount: Amount::new(row.amount.0, currency),
            maturity: 1,
        })
    }

    /// The blocks above `newest`. A separate request checked that it is still there, so the first block names the
    /// current block at this height as its parent, and the scanner detects a replacement.
    async fn blocks_after(&self, newest: &BlockRef, max: u32) -> Result<ScanOutcome, ::store::StoreError> {
        let network = self.info.network;
        let from = height(newest.height);
        let mut tx = self.store.system().await?;
        let tip = store::head(tx.conn(), network).await?.map_or(0, |head| head.height);
        let mut blocks = store::blocks(tx.conn(), network, from, i64::from(max) + 1).await?.into_iter();
        let Some((_, mut parent)) = blocks.next() else {
            return Ok(ScanOutcome::Blocks { blocks: Vec::new(), tip: tip.unsigned_abs(), synced: false });
        };
        let last = blocks.as_slice().last().map_or(from, |block| block.0);
        let mut mined = store::mined(tx.conn(), network, from + 1, last).await?.into_iter().peekable();
        tx.rollback().await?;
        let mut scanned = Vec::with_capacity(blocks.len());
        for (number, hash) in blocks {
            let mut transfers = Vec::new();
            while let Some(row) = mined.next_if(|row| row.block_height == Some(number)) {
                // Skips delisted currencies.
                transfers.extend(self.transfer(row).ok());
            }
            let txids = transfers.iter().map(|transfer| transfer.txid.clone()).collect();
            let block = BlockRef { height: number.unsigned_abs(), hash: hash.clone() };
            let parent = std::mem::replace(&mut parent, hash);
            scanned.push(ScannedBlock { block, parent, transfers, spent: Vec::new(), txids });
        }
        Ok(ScanOutcome::Blocks { blocks: scanned, tip: tip.unsigned_abs(), synced: true })
    }

    async fn newest_of(&self, known: &[BlockRef]) -> Result<Option<BlockRef>, ::store::StoreError> {
        let mut tx = self.store.system().await?;
        for block in known {
            let hash = store::hash(tx.conn(), self.info.network, height(block.height)).await?;
            if hash.as_ref() == Some(&block.hash) {
                return Ok(Some(block.clone()));
            }
        }
        Ok(None)
    }

    async fn waiting(&self) -> Result<Vec<store::Transfer>, ChainError> {
        let read = async {
            let mut tx = self.store.system().await?;
            store::waiting(tx.conn(), self.info.network).await
        };
        read.await.map_err(|error| away(&error))
    }

    async fn find(&self, txid: &str) -> Result<Option<store::Transfer>, ::store::StoreError> {
        let mut tx = self.store.system().await?;
        store::transfer(tx.conn(), self.info.network, txid).await
    }
}

#[async_trait]
impl ChainAdapter for SandboxChain {
    fn info(&self) -> &ChainInfo {
        &self.info
    }

    async fn account_key(&self, _signer: &dyn Signer, account: u32) -> Result<String, SignerError> {
        // One key for all networks of a family, as wallets derive it.
        let family = self.info.network.family_members().next().unwrap_or(self.info.network);
        Ok(format!("sandbox/{}/{family}/{account}", self.seed))
    }

    fn derive(&self, account_key: &str, place: AddressPath) -> Result<Derived, ChainError> {
        let network = self.info.network;
        let shared = network.needs_memo();
        let path = if shared { String::new() } else { format!("/{}/{}", place.branch.step(), place.index) };
        let bytes: [u8; 32] = Sha256::digest(format!("{account_key}{path}")).into();
        let address = address::address(network.family(), &bytes);
        let memo = shared.then(|| (MEMO_FIRST + u64::from(place.index)).to_string());
        let watch_key = watch_key(&address, memo.as_deref());
        Ok(Derived { place, address, memo, watch_key })
    }

    fn destination(&self, address: &str, memo: Option<&str>) -> Result<Destination, PlanError> {
        if address.is_empty() || address.len() > 128 {
            return Err(PlanError::Refused("the address must have 1 to 128 characters".into()));
        }
        Ok(Destination { address: address.to_owned(), watch_key: watch_key(address, memo) })
    }

    async fn start(&self, at: Option<u64>) -> Result<BlockRef, ChainError> {
        let begin = async {
            let (network, now) = (self.info.network, self.world.now());
            let mut tx = self.store.system().await?;
            let head = store::lock(tx.conn(), network, now).await?;
            let wanted = at.map_or(head.height, |at| height(at.saturating_sub(1)).min(head.height));
            let hash = store::hash(tx.conn(), network, wanted).await?.unwrap_or_default();
            tx.commit().await?;
            Ok(BlockRef { height: wanted.unsigned_abs(), hash })
        };
        begin.await.map_err(|error| away(&error))
    }

    async fn scan(&self, known: &[BlockRef], max_blocks: u32) -> Result<ScanOutcome, ChainError> {
        let Some(newest) = known.first() else {
            return Err(ChainError::Malformed("a scan needs a block to start from".into()));
        };
        self.tick().await.map_err(|error| away(&error))?;
        match self.newest_of(known).await.map_err(|error| away(&error))? {
            Some(found) if found == *newest => {
                self.blocks_after(newest, max_blocks).await.map_err(|error| away(&error))
            }
            Some(fork) => Ok(ScanOutcome::Reorg { fork }),
            None => Ok(ScanOutcome::Gap { reason: "the simulated chain was recreated".into() }),
        }
    }

    async fn rest(&self, poll: Duration) {
        self.activity.rest(poll).await;
    }

    async fn mempool(&self) -> Result<Mempool, ChainError> {
        Ok(Mempool { txids: self.waiting().await?.into_iter().map(|row| row.txid).collect() })
    }

    async fn mempool_transfers(&self, txids: &[String]) -> Result<Vec<ChainTransfer>, ChainError> {
        let waiting = self.waiting().await?.into_iter();
        waiting.filter(|row| txids.contains(&row.txid)).map(|row| self.transfer(row)).collect()
    }

    async fn typical_fee(&self, currency: Currency) -> Result<Amount, ChainError> {
        let network = self.info.network;
        let (coin, token) = fees(network);
        let text = if currency == network.native() { coin } else { token };
        Amount::parse(text, network.native()).map_err(|error| ChainError::Malformed(error.to_string()))
    }

    async fn plan(&self, order: &PayoutOrder, _coins: &[Utxo], _change: &Derived) -> Result<TxPlan, PlanError> {
        self.destination(&order.address, order.memo.as_deref())?;
        let fee = self.typical_fee(order.amount.currency()).await?;
        let body = Body {
            reference: order.reference.clone(),
            address: order.address.clone(),
            memo: order.memo.clone(),
            amount: order.amount,
        };
        let body = serde_json::to_value(body).map_err(|error| PlanError::Refused(error.to_string()))?;
        Ok(TxPlan { inputs: Vec::new(), fee, body })
    }

    async fn sign(&self, plan: &TxPlan, _account: u32, _signer: &dyn Signer) -> Result<SignedTx, ChainError> {
        let raw = serde_json::to_vec(&plan.body).map_err(|error| ChainError::Malformed(error.to_string()))?;
        let txid = address::txid(self.info.network.family(), &Sha256::digest(&raw).into());
        Ok(SignedTx { txid, raw })
    }

    async fn broadcast(&self, tx: &SignedTx) -> Result<BroadcastOutcome, ChainError> {
        let body: Body = serde_json::from_slice(&tx.raw).map_err(|error| ChainError::Malformed(error.to_string()))?;
        let (address, memo) = (body.address.as_str(), body.memo.as_deref());
        let transfer = store::NewTransfer { txid: &tx.txid, address, memo, amount: body.amount };
        self.add(&transfer).await.map_err(|error| away(&error))?;
        Ok(BroadcastOutcome::Accepted)
    }

    async fn status(&self, tx: &SignedTx) -> Result<TxStatus, ChainError> {
        let found = self.find(&tx.txid).await.map_err(|error| away(&error))?;
        Ok(found.map_or(TxStatus::NotFound, |row| match row.block_height {
            Some(_) => TxStatus::Included,
            None => TxStatus::Pending,
        }))
    }
}

fn watch_key(address: &str, memo: Option<&str>) -> String {
    memo.map_or_else(|| address.to_owned(), |memo| format!("{address}#{memo}"))
}

fn height(height: u64) -> i64 {
    i64::try_from(height).unwrap_or(i64::MAX)
}

/// The approximate costs of a native payment and of a token payment on the real chain.
const fn fees(network: Network) -> (&'static str, &'static str) {
    match network {
        Network::Bitcoin => ("0.00002", "0.00002"),
        Network::Litecoin => ("0.0001", "0.0001"),
        Network::Ethereum => ("0.0002", "0.0005"),
        Network::Bsc => ("0.0001", "0.0002"),
        Network::Tron => ("1.1", "6.5"),
        Network::Ton => ("0.006", "0.04"),
        Network::Arbitrum => ("0.00001", "0.00002"),
        Network::Base => ("0.000005", "0.00001"),
        Network::Solana => ("0.000005", "0.00205"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::store::testing::TestDb;
    use kernel::World;

    async fn blocks(chain: &SandboxChain, newest: &BlockRef) -> (Vec<ScannedBlock>, bool) {
        match chain.blocks_after(newest, 100).await.unwrap() {
            ScanOutcome::Blocks { blocks, synced, .. } => (blocks, synced),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn the_scanner_of_an_idle_chain_wakes_when_somebody_pays() {
        let db = TestDb::new().await;
        let chain = SandboxChain::new(db.store.clone(), World::system(), Network::Litecoin, "seed");
        chain.tick().await.unwrap();
        let mut rest = std::pin::pin!(chain.rest(Duration::ZERO));
        assert!(tokio::time::timeout(Duration::ZERO, rest.as_mut()).await.is_err(), "an idle chain rests");
        let amount = Amount::new(1_000, Network::Litecoin.native());
        chain.pay("ltc1q", None, amount).await.unwrap();
        tokio::time::timeout(Duration::ZERO, rest).await.expect("the payment ends the rest");
        chain.tick().await.unwrap();
        let busy = tokio::time::timeout(Duration::from_secs(1), chain.rest(Duration::ZERO)).await;
        busy.expect("a chain with a waiting payment is polled");
    }

    /// Blocks may be replaced between the two requests of a scan; without the parent check, a payment in them would be
    /// lost.
    #[tokio::test]
    async fn blocks_never_follow_a_replaced_parent() {
        let db = TestDb::new().await;
        let chain = SandboxChain::new(db.store.clone(), World::system(), Network::Litecoin, "seed");
        chain.mine(5).await.unwrap();
        let newest = chain.start(None).await.unwrap();
        assert_eq!(blocks(&chain, &newest).await, (Vec::new(), true));
        chain.reorg(2, false).await.unwrap();
        let (after, _) = blocks(&chain, &newest).await;
        let [first] = after.as_slice() else { panic!("one block more: {after:?}") };
        assert_eq!(first.block.height, newest.height + 1);
        assert_ne!(first.parent, newest.hash, "it follows the one that stands there now");
        let start = chain.start(Some(first.block.height)).await.unwrap();
        assert_eq!((start.height, &start.hash), (newest.height, &first.parent));
        assert_eq!(blocks(&chain, &start).await.0, after);
    }
}
