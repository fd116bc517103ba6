//! The connected chains: real ones where a node is configured, simulated ones elsewhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use custody::ChainSetup;
use exchange::requisite::{ChainKind, ChainKinds};
use kernel::{Network, World};
use providers::bitcoin::{BitcoinAdapter, Chain, RpcClient};
use providers::sandbox::chain::SandboxChain;
use providers::tenant_rails::ChainTenants;
use store::Store;

use crate::wiring::config::{Config, Watch};
use crate::wiring::tenant_chains;

/// Polling interval of a node.
const NODE_POLL: Duration = Duration::from_secs(2);
/// Polling interval of a mainnet node.
const MAIN_POLL: Duration = Duration::from_secs(10);

/// The chains of an installation.
pub struct Chains {
    /// The networks with a node, and who uses them.
    pub tenants: Arc<ChainTenants>,
    /// All chains, for custody.
    pub setups: Vec<ChainSetup>,
    /// The simulated chains, for the sandbox controls.
    pub simulated: HashMap<Network, SandboxChain>,
    /// The valid kinds of addresses: on a network with a node, only those of the node's chain.
    pub kinds: ChainKinds,
}

/// Connects the configured nodes, and simulates the other chains.
///
/// # Errors
/// A node that does not answer, is on another chain than it is said to be, or is hours behind; and an invalid setting of
/// a tenant.
pub async fn open(store: &Store, world: &World, config: &Config, seed: &str) -> anyhow::Result<Chains> {
    let (setups, tenants) = (Vec::new(), Arc::default());
    let mut chains = Chains { tenants, setups, simulated: HashMap::new(), kinds: ChainKind::Sandbox.into() };
    let mut nodes = BTreeMap::new();
    for network in Network::all() {
        let node = match network {
            Network::Litecoin => config.litecoin_rpc.as_deref(),
            Network::Bitcoin => config.bitcoin_rpc.as_deref(),
            _ => None,
        };
        if let Some(url) = node {
            let variable = variable_of(network);
            let (setup, kind, chain) = real(network, variable, url, world.now()).await?;
            nodes.insert(network, chain);
            chains.setups.push(setup);
            chains.kinds = chains.kinds.with(network, kind);
        } else {
            let chain = SandboxChain::new(store.clone(), world.clone(), network, seed);
            let poll = chain.block_time().min(Duration::from_secs(1));
            let adapter = Arc::new(chain.clone());
            chains.setups.push(ChainSetup { adapter, start_height: None, confirmations: None, poll });
            chains.simulated.insert(network, chain);
        }
    }
    let live = tenant_chains::read(config.chains.clone(), &nodes, &chains.setups)?;
    if let Some((network, _)) = nodes
        .iter()
        .find(|(network, chain)| **chain == Chain::Main && !live.values().any(|own| own.contains_key(network)))
    {
        let variable = variable_of(*network);
        bail!(
            "{variable}: the node holds real coins (chain \"main\"), and no tenant with real customers uses it: name \
             one by {}<TENANT>_{}=main, or connect a node on the test network or on regtest",
            tenant_chains::PREFIX,
            network.name().to_uppercase()
        );
    }
    chains.tenants = Arc::new(ChainTenants { nodes, live });
    Ok(chains)
}

/// The variable with the address of a network's node.
const fn variable_of(network: Network) -> &'static str {
    match network {
        Network::Bitcoin => "AGIO_BITCOIN_RPC",
        _ => "AGIO_LITECOIN_RPC",
    }
}

async fn real(
    network: Network,
    variable: &str,
    url: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<(ChainSetup, ChainKind, Chain)> {
    let rpc = RpcClient::new(url).context(variable.to_owned())?;
    let connected = BitcoinAdapter::connect(rpc, network, now).await;
    let adapter = connected.with_context(|| format!("{variable}: the node cannot be used"))?;
    let kind = match adapter.chain() {
        Chain::Main => ChainKind::Main,
        Chain::Test => ChainKind::Test,
        Chain::Regtest => ChainKind::Regtest,
    };
    let Watch { start_height, confirmations } = Watch::from_env(variable.trim_end_matches("_RPC"))?;
    // Blocks of a public chain are minutes apart; a private chain mines on demand.
    let poll = if adapter.chain() == Chain::Main { MAIN_POLL } else { NODE_POLL };
    let chain = adapter.chain();
    let setup = ChainSetup { adapter: Arc::new(adapter), start_height, confirmations, poll };
    Ok((setup, kind, chain))
}
