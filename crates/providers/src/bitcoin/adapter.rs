//! The chain adapter for a Bitcoin or Litecoin node.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use custody::chain::{
    AddressPath, BlockRef, BroadcastOutcome, ChainAdapter, ChainError, ChainInfo, ChainTransfer, Derived, Destination,
    Mempool, PayoutOrder, PlanError, ScanOutcome, SignedTx, TxPlan, TxStatus, Utxo,
};
use custody::signer::{Signer, SignerError};
use exchange::rails::FeeBounds;
use kernel::{Amount, Currency, Network};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::blocks::{Block, Tx};
use super::params::{Chain, CoinParams, genesis};
use super::replace::{self, Facts};
use super::rpc::RpcClient;
use super::{address, fees, outcome, plan, sign};

/// The age of a main network's newest eleven blocks, as a median, from which the node counts as behind. Bitcoin's are an
/// hour old on average.
const BEHIND_MAX: TimeDelta = TimeDelta::hours(6);
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
    /// Median time of the newest eleven blocks, in seconds of the Unix epoch.
    #[serde(default)]
    mediantime: i64,
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
    /// [`ChainError::Unreachable`] while the node is down; [`ChainError::Malformed`] for an unknown chain, for another first
    /// block than that of this network's chain, and for a main network whose newest blocks are hours old.
    pub async fn connect(rpc: RpcClient, network: Network, now: DateTime<Utc>) -> Result<Self, ChainError> {
        let state: ChainState = rpc.call("getblockchaininfo", json!([])).await?;
        let unknown =
            || ChainError::Malformed(format!("the node is on chain {:?}, which is none of {network}'s", state.chain));
        let chain = Chain::of_name(&state.chain).ok_or_else(unknown)?;
        let first: String = rpc.call("getblockhash", json!([0])).await?;
        readiness(network, chain, &first, state.mediantime, now).map_err(ChainError::Malformed)?;
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

/// Why a node cannot be used: its first block is not that of the chain that it names, or it has none of the last hours.
/// Blocks of test networks can be days apart. Pure.
fn readiness(network: Network, chain: Chain, first: &str, median_time: i64, now: DateTime<Utc>) -> Result<(), String> {
    if !genesis(network, chain).contains(&first) {
        return Err(format!(
            "the node is not on the {} network of {}: its first block is {first}",
            chain.name(),
            network.name()
        ));
    }
    let newest = DateTime::from_timestamp(median_time, 0).unwrap_or_default();
    if chain == Chain::Main && now - newest > BEHIND_MAX {
        return Err(format!(
            "the node is behind: its newest blocks are of {}. Wait until it has caught up",
            newest.format("%F %R UTC")
        ));
    }
    Ok(())
}

#[async_trait]
impl ChainAdapter for BitcoinAdapter {
    fn info(&self) -> &ChainInfo {
        &self.info
    }

    async fn account_key(&self, signer: &dyn Signer, account: u32) -> Result<String, SignerError> {
        signer.xpub(&sign::key_account(&self.params, account)).await
    }

    fn derive(&self, account_key: &str, place: AddressPath) -> Result<Derived, ChainError> {
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

    async fn replacement_bounds(
        &self,
        plan: &TxPlan,
        txid: &str,
        highest: Amount,
    ) -> Result<Option<FeeBounds>, ChainError> {
        let body = replace::body(plan)?;
        let in_mempool = fees::with_descendants(&self.rpc, txid).await?;
        let facts = Facts {
            estimate: self.fee_rate().await?,
            increment: fees::increment(&self.rpc).await?,
            highest: in_mempool.max(highest.atoms()).max(plan.fee.atoms()),
        };
        Ok(Some(replace::bounds(&self.params, &body, plan.fee, &facts)))
    }

    fn replace(&self, plan: &TxPlan, txid: &str, fee: Amount) -> Result<TxPlan, PlanError> {
        replace::replace(&self.params, plan, txid, fee)
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

#[cfg(test)]
mod tests {
    use super::*;

    const CHAINS: [Chain; 3] = [Chain::Main, Chain::Test, Chain::Regtest];

    #[test]
    fn a_node_is_used_on_the_chain_of_its_first_block_and_on_no_other() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let all = || [Network::Bitcoin, Network::Litecoin].into_iter().flat_map(|one| CHAINS.map(|chain| (one, chain)));
        for ((network, chain), (other, kind)) in all().flat_map(|one| all().map(move |other| (one, other))) {
            for first in genesis(other, kind) {
                let is_used = readiness(network, chain, first, now.timestamp(), now).is_ok();
                assert_eq!(is_used, (network, chain) == (other, kind), "{network} {chain:?} {first}");
            }
        }
        let refused = readiness(Network::Litecoin, Chain::Main, "00", now.timestamp(), now).unwrap_err();
        assert!(refused.contains("main network of Litecoin") && refused.contains("first block is 00"), "{refused}");
    }

    #[test]
    fn the_first_blocks_of_bitcoin_are_those_of_its_library() {
        use bitcoin::Network as Known;
        for (chain, known) in [
            (Chain::Main, Known::Bitcoin),
            (Chain::Test, Known::Testnet),
            (Chain::Test, Known::Testnet4),
            (Chain::Test, Known::Signet),
            (Chain::Regtest, Known::Regtest),
        ] {
            let first = bitcoin::constants::genesis_block(known).block_hash().to_string();
            assert!(genesis(Network::Bitcoin, chain).contains(&first.as_str()), "{known}: {first}");
        }
    }

    #[test]
    fn a_node_of_a_main_network_that_is_hours_behind_is_not_used() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let at = |chain, ago: TimeDelta| {
            let first = genesis(Network::Bitcoin, chain)[0];
            readiness(Network::Bitcoin, chain, first, (now - ago).timestamp(), now)
        };
        assert_eq!(at(Chain::Main, TimeDelta::hours(6)), Ok(()));
        let refused = at(Chain::Main, TimeDelta::hours(6) + TimeDelta::seconds(1)).unwrap_err();
        assert!(refused.starts_with("the node is behind: its newest blocks are of 2027-01-15 01:59 UTC"), "{refused}");
        assert_eq!(at(Chain::Test, TimeDelta::days(3)), Ok(()), "blocks of test networks can be days apart");
        assert!(at(Chain::Main, TimeDelta::days(9_000)).is_err(), "an unknown time is no time");
    }
}
