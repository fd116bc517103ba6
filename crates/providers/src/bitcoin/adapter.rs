//! The chain adapter for a Bitcoin or Litecoin node.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use custody::chain::{
    BlockRef, BroadcastOutcome, ChainAdapter, ChainError, ChainInfo, ChainTransfer, Derived, Destination, Mempool,
    PayoutOrder, Place, PlanError, ScanOutcome, SignedTx, TxPlan, TxStatus, Utxo,
};
use custody::signer::{Signer, SignerError};
use kernel::{Amount, Currency, Network};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::blocks::{Block, Tx};
use super::params::{Chain, CoinParams};
use super::rpc::RpcClient;
use super::{address, fees, outcome, plan, sign};

/// The number of transactions in one request.
const BATCH: usize = 100;
/// How long a fee rate is cached.
const FEE_AGE_MAX: Duration = Duration::from_secs(30);
/// The size of a typical payment: two inputs, a payee and change.
const TYPICAL_VBYTES: u64 = 210;
/// "Invalid address or key": the node does not know the transaction or block.
const UNKNOWN_ID: i64 = -5;
/// "Block height out of range".
const NO_SUCH_HEIGHT: i64 = -8;

/// Bitcoin or Litecoin, through one node.
pub struct BitcoinAdapter {
    rpc: RpcClient,
    params: CoinParams,
    info: ChainInfo,
    rate: Mutex<Option<(Instant, u64)>>,
}

#[derive(Deserialize)]
struct ChainState {
    chain: String,
    blocks: u64,
    #[serde(default)]
    initialblockdownload: bool,
}

#[derive(Deserialize)]
struct Header {
    confirmations: i64,
}

impl BitcoinAdapter {
    /// An adapter for a node of `network` on `chain`. Sends no request yet.
    #[must_use]
    pub fn new(rpc: RpcClient, network: Network, chain: Chain) -> Option<Self> {
        let params = CoinParams::of(network, chain)?;
        let info = ChainInfo { network, max_reorg: params.max_reorg, batch: 20, has_coins: true };
        Some(Self { rpc, params, info, rate: Mutex::new(None) })
    }

    /// An adapter for a node of `network`, on the chain that the node reports.
    ///
    /// # Errors
    /// [`ChainError::Unreachable`] while the node is down; [`ChainError::Malformed`] for an unknown chain.
    pub async fn connect(rpc: RpcClient, network: Network) -> Result<Self, ChainError> {
        let state: ChainState = rpc.call("getblockchaininfo", json!([])).await?;
        let unknown =
            || ChainError::Malformed(format!("the node is on chain {:?}, which is none of {network}'s", state.chain));
        let chain = Chain::of_name(&state.chain).ok_or_else(unknown)?;
        Self::new(rpc, network, chain).ok_or_else(unknown)
    }

    /// The network's chain that the node is on.
    #[must_use]
    pub const fn chain(&self) -> Chain {
        self.params.chain
    }

    async fn block(&self, height: u64) -> Result<Option<Block>, ChainError> {
        // `None` if the chain became shorter after the request for its length.
        let Some(hash) = self.hash_at(height).await? else { return Ok(None) };
        self.rpc.call("getblock", json!([hash, 2])).await.map(Some)
    }

    /// The hash of the node's block at this height; `None` above its tip.
    async fn hash_at(&self, height: u64) -> Result<Option<String>, ChainError> {
        match self.rpc.call("getblockhash", json!([height])).await {
            Err(ChainError::Refused { code: NO_SUCH_HEIGHT, .. }) => Ok(None),
            other => other.map(Some),
        }
    }

    async fn state(&self) -> Result<ChainState, ChainError> {
        self.rpc.call("getblockchaininfo", json!([])).await
    }

    /// Whether the node is synchronised. A regtest node whose last block is a day old reports an initial download.
    fn synced(&self, state: &ChainState) -> bool {
        !state.initialblockdownload || self.params.chain == Chain::Regtest
    }

    /// The outcome if the node's chain does not contain the newest known block. Only another block at that height is a
    /// reorganisation: a node that lags, or was restored from a backup, has not reached this height yet.
    async fn without_newest(&self, known: &[BlockRef], newest: &BlockRef) -> Result<ScanOutcome, ChainError> {
        let there = self.hash_at(newest.height).await?;
        let state = self.state().await?;
        match there {
            Some(hash) if hash != newest.hash && self.synced(&state) => self.fork(known).await,
            _ => Ok(ScanOutcome::Blocks { blocks: Vec::new(), tip: state.blocks, synced: false }),
        }
    }

    /// Whether the block is in the node's active chain.
    async fn has(&self, block: &BlockRef) -> Result<bool, ChainError> {
        match self.rpc.call::<Header>("getblockheader", json!([block.hash])).await {
            Ok(header) => Ok(header.confirmations >= 0),
            Err(ChainError::Refused { code: UNKNOWN_ID, .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }

    async fn fork(&self, known: &[BlockRef]) -> Result<ScanOutcome, ChainError> {
        for block in known {
            if self.has(block).await? {
                return Ok(ScanOutcome::Reorg { fork: block.clone() });
            }
        }
        let lowest = known.last().map_or(0, |block| block.height);
        Ok(ScanOutcome::Gap { reason: format!("the node knows none of our blocks down to height {lowest}") })
    }

    async fn fee_rate(&self) -> Result<u64, ChainError> {
        let kept = *self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, rate)) = kept
            && at.elapsed() < FEE_AGE_MAX
        {
            return Ok(rate);
        }
        let rate = fees::rate(&self.rpc, &self.params).await?;
        *self.rate.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), rate));
        Ok(rate)
    }

    /// Whether the chain contains an unspent output of one of the platform's transactions, for nodes without a
    /// transaction index.
    async fn has_outputs(&self, txid: &str) -> Result<bool, ChainError> {
        for output in 0..2 {
            let found: Value = self.rpc.call("gettxout", json!([txid, output, false])).await?;
            if !found.is_null() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[async_trait]
impl ChainAdapter for BitcoinAdapter {
    fn info(&self) -> &ChainInfo {
        &self.info
    }

    async fn account_key(&self, signer: &dyn Signer, account: u32) -> Result<String, SignerError> {
        signer.xpub(&sign::key_account(&self.params, account)).await
    }

    fn derive(&self, account_key: &str, place: Place) -> Result<Derived, ChainError> {
        address::derive(&self.params, account_key, place)
    }

    fn destination(&self, address: &str, memo: Option<&str>) -> Result<Destination, PlanError> {
        if memo.is_some() {
            return Err(PlanError::Refused(format!("{} has no memos", self.params.network.name())));
        }
        let script = address::script_of(&self.params, address).map_err(PlanError::Refused)?;
        Ok(Destination { address: address.to_owned(), watch_key: script.to_hex_string() })
    }

    async fn start(&self, at: Option<u64>) -> Result<BlockRef, ChainError> {
        let height = match at {
            Some(height) => height.saturating_sub(1),
            None => self.rpc.call("getblockcount", json!([])).await?,
        };
        let hash = self.rpc.call("getblockhash", json!([height])).await?;
        Ok(BlockRef { height, hash })
    }

    async fn scan(&self, known: &[BlockRef], max_blocks: u32) -> Result<ScanOutcome, ChainError> {
        let Some(newest) = known.first() else {
            return Err(ChainError::Malformed("a scan needs a block to start from".into()));
        };
        if !self.has(newest).await? {
            return self.without_newest(known, newest).await;
        }
        let state = self.state().await?;
        let last = state.blocks.min(newest.height + u64::from(max_blocks));
        let mut blocks = Vec::new();
        for height in newest.height + 1..=last {
            match self.block(height).await {
                Ok(Some(block)) => blocks.push(block.scanned(&self.params)?),
                Ok(None) => break,
                Err(ChainError::Refused { message, .. }) if message.contains("pruned") => {
                    return Ok(ScanOutcome::Gap { reason: format!("the node has thrown away block {height}") });
                }
                Err(other) => return Err(other),
            }
        }
        Ok(ScanOutcome::Blocks { blocks, tip: state.blocks, synced: self.synced(&state) })
    }

    async fn mempool(&self) -> Result<Mempool, ChainError> {
        Ok(Mempool { txids: self.rpc.call("getrawmempool", json!([])).await? })
    }

    async fn mempool_transfers(&self, txids: &[String]) -> Result<Vec<ChainTransfer>, ChainError> {
        let mut found = Vec::new();
        for some in txids.chunks(BATCH) {
            let params: Vec<Value> = some.iter().map(|txid| json!([txid, true])).collect();
            for answer in self.rpc.batch::<Tx>("getrawtransaction", &params).await? {
                match answer {
                    Ok(tx) => found.extend(tx.transfers(&self.params)?),
                    // Mined or replaced since the list was read.
                    Err(ChainError::Refused { code: UNKNOWN_ID, .. }) => {}
                    Err(other) => return Err(other),
                }
            }
        }
        Ok(found)
    }

    async fn typical_fee(&self, _currency: Currency) -> Result<Amount, ChainError> {
        let fee = super::select::fee(self.fee_rate().await?, TYPICAL_VBYTES);
        Ok(Amount::new(fee, self.params.currency()))
    }

    async fn plan(&self, order: &PayoutOrder, coins: &[Utxo], change: &Derived) -> Result<TxPlan, PlanError> {
        plan::plan(&self.params, order, coins, change, self.fee_rate().await?)
    }

    async fn sign(&self, plan: &TxPlan, account: u32, signer: &dyn Signer) -> Result<SignedTx, ChainError> {
        sign::sign(&self.params, plan, account, signer).await
    }

    async fn broadcast(&self, tx: &SignedTx) -> Result<BroadcastOutcome, ChainError> {
        #[derive(Deserialize)]
        struct Verdict {
            allowed: bool,
            #[serde(default, rename = "reject-reason")]
            reason: String,
        }
        let raw = hex::encode(&tx.raw);
        let verdicts: Vec<Verdict> = self.rpc.call("testmempoolaccept", json!([[raw]])).await?;
        match verdicts.into_iter().next() {
            Some(Verdict { allowed: true, .. }) => {}
            Some(Verdict { reason, .. }) => return Ok(outcome::of_reason(reason)),
            None => return Err(ChainError::Malformed("testmempoolaccept: no verdict".into())),
        }
        outcome::of_send(self.rpc.call("sendrawtransaction", json!([raw])).await)
    }

    async fn status(&self, tx: &SignedTx) -> Result<TxStatus, ChainError> {
        #[derive(Deserialize)]
        struct Found {
            #[serde(default)]
            confirmations: i64,
        }
        match self.rpc.call::<Found>("getrawtransaction", json!([tx.txid, true])).await {
            Ok(Found { confirmations }) if confirmations > 0 => Ok(TxStatus::Included),
            Ok(_) => Ok(TxStatus::Pending),
            Err(ChainError::Refused { code: UNKNOWN_ID, .. }) => match self.has_outputs(&tx.txid).await? {
                true => Ok(TxStatus::Included),
                false => Ok(TxStatus::NotFound),
            },
            Err(other) => Err(other),
        }
    }
}
