//! The node's fee estimate, limited to a range. In atoms per 1000 virtual bytes.

use custody::chain::ChainError;
use serde::Deserialize;
use serde_json::{Number, Value, json};

use super::blocks::atoms;
use super::params::CoinParams;
use super::rpc::RpcClient;

/// The number of blocks within which a payment should be mined.
const TARGET_BLOCKS: u32 = 3;
/// "Invalid address or key": the mempool does not contain the transaction.
const NOT_IN_MEMPOOL: i64 = -5;
/// One atom per virtual byte: the minimum that nodes relay.
const FLOOR: u64 = 1_000;

#[derive(Deserialize)]
struct Estimate {
    feerate: Option<Number>,
}

#[derive(Deserialize)]
struct MempoolInfo {
    mempoolminfee: Number,
    minrelaytxfee: Number,
}

/// The least by which a replacement must raise the fee rate (BIP 125, rule 4): the node's incremental relay fee.
pub(super) async fn increment(rpc: &RpcClient) -> Result<u64, ChainError> {
    #[derive(Deserialize)]
    struct NetworkInfo {
        incrementalfee: Number,
    }
    let info: NetworkInfo = rpc.call("getnetworkinfo", Value::Array(vec![])).await?;
    Ok(positive(&info.incrementalfee)?.max(FLOOR))
}

/// The total fee in atoms of an unconfirmed transaction and of those in the mempool that spend its outputs: a replacement
/// removes them all (BIP 125, rule 3). Zero if the node does not have it.
pub(super) async fn with_descendants(rpc: &RpcClient, txid: &str) -> Result<i128, ChainError> {
    #[derive(Deserialize)]
    struct Entry {
        fees: Fees,
    }
    #[derive(Deserialize)]
    struct Fees {
        descendant: Number,
    }
    match rpc.call::<Entry>("getmempoolentry", json!([txid])).await {
        Ok(entry) => atoms(&entry.fees.descendant),
        Err(ChainError::Refused { code: NOT_IN_MEMPOOL, .. }) => Ok(0),
        Err(other) => Err(other),
    }
}

/// The current fee rate.
pub(super) async fn rate(rpc: &RpcClient, params: &CoinParams) -> Result<u64, ChainError> {
    let estimate: Estimate = rpc.call("estimatesmartfee", json!([TARGET_BLOCKS])).await?;
    let pool: MempoolInfo = rpc.call("getmempoolinfo", Value::Array(vec![])).await?;
    let least = positive(&pool.mempoolminfee)?.max(positive(&pool.minrelaytxfee)?);
    let estimate = estimate.feerate.as_ref().map(positive).transpose()?;
    Ok(bounded(params, estimate, least))
}

fn positive(rate: &Number) -> Result<u64, ChainError> {
    u64::try_from(atoms(rate)?).map_err(|_| ChainError::Malformed(format!("{rate} is no fee rate")))
}

/// The estimate, or the usual rate without one; at least the node's minimum, at most the network's maximum.
fn bounded(params: &CoinParams, estimate: Option<u64>, least: u64) -> u64 {
    estimate.unwrap_or(params.usual_rate).max(least).max(FLOOR).min(params.rate_max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcoin::params::Chain;
    use kernel::Network;

    #[test]
    fn a_wild_estimate_is_bounded_on_both_sides() {
        let params = CoinParams::of(Network::Bitcoin, Chain::Main).unwrap();
        assert_eq!(bounded(&params, None, 0), params.usual_rate);
        assert_eq!(bounded(&params, Some(1), 0), FLOOR);
        assert_eq!(bounded(&params, Some(1), 5_000), 5_000);
        assert_eq!(bounded(&params, Some(u64::MAX), 5_000), params.rate_max);
    }
}
