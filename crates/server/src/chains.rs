//! Which chains are watched: real ones where a node is configured, played ones everywhere else.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use custody::ChainSetup;
use kernel::{Network, World};
use providers::bitcoin::{BitcoinAdapter, RpcClient};
use providers::sandbox::chain::SandboxChain;
use store::Store;

use crate::config::Config;

/// How often a node is asked for blocks.
const NODE_POLL: Duration = Duration::from_secs(2);

/// The chains of a deployment.
pub struct Chains {
    /// All of them, for custody.
    pub setups: Vec<ChainSetup>,
    /// The played ones, for the panel.
    pub played: HashMap<Network, SandboxChain>,
}

/// Connects the configured nodes, and plays the rest.
///
/// # Errors
/// A node that does not answer or is another chain's, in a sentence.
pub async fn open(store: &Store, world: &World, config: &Config, seed: &str) -> anyhow::Result<Chains> {
    let mut chains = Chains { setups: Vec::new(), played: HashMap::new() };
    for network in Network::all() {
        let node = match network {
            Network::Litecoin => config.litecoin_rpc.as_deref().map(|url| ("AGIO_LITECOIN_RPC", url)),
            Network::Bitcoin => config.bitcoin_rpc.as_deref().map(|url| ("AGIO_BITCOIN_RPC", url)),
            _ => None,
        };
        if let Some((variable, url)) = node {
            chains.setups.push(real(network, variable, url).await?);
        } else {
            let chain = SandboxChain::new(store.clone(), world.clone(), network, seed);
            let poll = chain.block_time().min(Duration::from_secs(1));
            let adapter = Arc::new(chain.clone());
            chains.setups.push(ChainSetup { adapter, start_height: None, confirmations: None, poll });
            chains.played.insert(network, chain);
        }
    }
    Ok(chains)
}

async fn real(network: Network, variable: &str, url: &str) -> anyhow::Result<ChainSetup> {
    let rpc = RpcClient::new(url).context(variable.to_owned())?;
    let adapter =
        BitcoinAdapter::connect(rpc, network).await.with_context(|| format!("{variable}: the node cannot be used"))?;
    Ok(ChainSetup { adapter: Arc::new(adapter), start_height: None, confirmations: None, poll: NODE_POLL })
}
