//! The connected chains: real ones where a node is configured, simulated ones elsewhere.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use custody::ChainSetup;
use exchange::requisite::{ChainKind, ChainKinds};
use kernel::{Network, World};
use providers::bitcoin::{BitcoinAdapter, Chain, RpcClient};
use providers::sandbox::chain::SandboxChain;
use store::Store;

use crate::wiring::config::{Config, Watch};

/// Polling interval of a node.
const NODE_POLL: Duration = Duration::from_secs(2);
/// Polling interval of a mainnet node.
const MAIN_POLL: Duration = Duration::from_secs(10);

/// The chains of an installation.
pub struct Chains {
    /// All chains, for custody.
    pub setups: Vec<ChainSetup>,
    /// The simulated chains, for the sandbox controls.
    pub played: HashMap<Network, SandboxChain>,
    /// The valid kinds of addresses: on a network with a node, only those of the node's chain.
    pub kinds: ChainKinds,
}

/// Connects the configured nodes, and simulates the other chains.
///
/// # Errors
/// A node that does not answer, is on another chain, or holds coins with real value.
pub async fn open(store: &Store, world: &World, config: &Config, seed: &str) -> anyhow::Result<Chains> {
    let mut chains = Chains { setups: Vec::new(), played: HashMap::new(), kinds: ChainKind::Sandbox.into() };
    for network in Network::all() {
        let node = match network {
            Network::Litecoin => config.litecoin_rpc.as_deref().map(|url| ("AGIO_LITECOIN_RPC", url)),
            Network::Bitcoin => config.bitcoin_rpc.as_deref().map(|url| ("AGIO_BITCOIN_RPC", url)),
            _ => None,
        };
        if let Some((variable, url)) = node {
            let (setup, kind) = real(network, variable, url).await?;
            chains.setups.push(setup);
            chains.kinds = chains.kinds.with(network, kind);
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

async fn real(network: Network, variable: &str, url: &str) -> anyhow::Result<(ChainSetup, ChainKind)> {
    let rpc = RpcClient::new(url).context(variable.to_owned())?;
    let adapter =
        BitcoinAdapter::connect(rpc, network).await.with_context(|| format!("{variable}: the node cannot be used"))?;
    // In this version, cards, bank transfers and other services are simulated. Anyone can "pay" with them, so payouts with real
    // coins must be impossible.
    ensure!(
        adapter.chain() != Chain::Main,
        "{variable}: the node holds real coins (chain \"main\"), while cards, bank transfers and other services are played by the \
         sandbox, so they would be given away for nothing: connect a node on the test network or on regtest"
    );
    let kind = match adapter.chain() {
        Chain::Main => ChainKind::Main,
        Chain::Test => ChainKind::Test,
        Chain::Regtest => ChainKind::Regtest,
    };
    let Watch { start_height, confirmations } = Watch::from_env(variable.trim_end_matches("_RPC"))?;
    // Blocks of a public chain are minutes apart; a private chain mines on demand.
    let poll = if adapter.chain() == Chain::Main { MAIN_POLL } else { NODE_POLL };
    let setup = ChainSetup { adapter: Arc::new(adapter), start_height, confirmations, poll };
    Ok((setup, kind))
}
