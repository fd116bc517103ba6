//! Chains of tenants with real customers, from the environment: `AGIO_CHAINS_<TENANT>_…`, with the tenant's slug in upper
//! case and underscores for dashes. The nodes belong to the installation.

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};
use custody::ChainSetup;
use kernel::{Amount, Network};
use providers::bitcoin::Chain;
use providers::tenant_rails::HotLimits;

use crate::wiring::by_tenant::{self, TenantSettings};

pub const PREFIX: &str = "AGIO_CHAINS_";
/// Names that can follow the tenant. If one is a suffix of another, the longer one must come first.
const NAMES: [&str; 8] = [
    "BITCOIN_HOT_MIN",
    "BITCOIN_HOT_MAX",
    "BITCOIN_COLD",
    "BITCOIN",
    "LITECOIN_HOT_MIN",
    "LITECOIN_HOT_MAX",
    "LITECOIN_COLD",
    "LITECOIN",
];
/// For each network: the name with its chain, and the names of the hot wallet's limits and of the cold address.
const NETWORKS: [(Network, [&str; 4]); 2] = [
    (Network::Bitcoin, ["BITCOIN", "BITCOIN_HOT_MIN", "BITCOIN_HOT_MAX", "BITCOIN_COLD"]),
    (Network::Litecoin, ["LITECOIN", "LITECOIN_HOT_MIN", "LITECOIN_HOT_MAX", "LITECOIN_COLD"]),
];

/// The networks of each tenant, by slug, with the limits of their hot wallets.
type Live = BTreeMap<String, BTreeMap<Network, HotLimits>>;

/// Reads the chains of the tenants. `nodes` has the chains of the connected nodes, and `setups` validates addresses.
///
/// # Errors
/// An unknown name, an invalid value, a network without a node, or a node on another chain than the named one, with the
/// variable.
pub fn read(
    variables: impl IntoIterator<Item = (String, String)>,
    nodes: &BTreeMap<Network, Chain>,
    setups: &[ChainSetup],
) -> anyhow::Result<Live> {
    let valid = |network: Network, address: &str| {
        let setup = setups.iter().find(|setup| setup.adapter.info().network == network);
        setup.is_some_and(|setup| setup.adapter.destination(address, None).is_ok())
    };
    let read = by_tenant::read(variables, PREFIX, &NAMES)?.into_iter().map(|(tenant, given)| {
        let own = networks(given, nodes, &valid).with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?;
        Ok((tenant, own))
    });
    read.collect()
}

fn networks(
    mut given: TenantSettings,
    nodes: &BTreeMap<Network, Chain>,
    valid: &dyn Fn(Network, &str) -> bool,
) -> anyhow::Result<BTreeMap<Network, HotLimits>> {
    let mut own = BTreeMap::new();
    for (network, [chain, min, max, cold]) in NETWORKS {
        let Some(named) = given.remove(chain) else {
            let left = [min, max, cold].into_iter().find(|name| given.contains_key(name));
            ensure!(left.is_none(), "{} is given without {chain}", left.unwrap_or_default());
            continue;
        };
        on(network, chain, &named, nodes)?;
        let mut amount = |name: &'static str| {
            let Some(text) = given.remove(name) else { return Ok(None) };
            let rule = || format!("{name} must be an amount in {}, as in 1.5", network.native());
            let parsed = Amount::parse(text.trim(), network.native()).ok().filter(|amount| amount.atoms() >= 0);
            parsed.with_context(rule).map(Some)
        };
        let limits = HotLimits { min: amount(min)?, max: amount(max)?, cold_address: given.remove(cold) };
        if let (Some(least), Some(most)) = (limits.min, limits.max) {
            ensure!(least.atoms() < most.atoms(), "{min} must be below {max}");
        }
        ensure!(
            limits.max.is_none() || limits.cold_address.is_some(),
            "{max} needs {cold}, where coins above it belong"
        );
        if let Some(address) = &limits.cold_address {
            ensure!(valid(network, address), "{cold} must be an address of {} on {named}", network.name());
        }
        own.insert(network, limits);
    }
    Ok(own)
}

/// Refuses a chain that the network's node is not on.
fn on(network: Network, name: &str, named: &str, nodes: &BTreeMap<Network, Chain>) -> anyhow::Result<()> {
    let known = [Chain::Main, Chain::Test, Chain::Regtest].into_iter().find(|chain| chain.name() == named);
    let Some(wanted) = known else { bail!("{name} must be main, test or regtest") };
    let Some(actual) = nodes.get(&network) else {
        bail!("{name} needs a node: set AGIO_{}_RPC", network.name().to_uppercase())
    };
    ensure!(wanted == *actual, "{name} is {named}, and the node is on {}", actual.name());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLD: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

    fn read_on(chain: Chain, variables: &[(&str, &str)]) -> Result<Live, String> {
        let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
        let nodes = BTreeMap::from([(Network::Litecoin, chain)]);
        let rpc = providers::bitcoin::RpcClient::new("http://u:p@127.0.0.1:1").unwrap();
        let adapter = providers::bitcoin::BitcoinAdapter::new(rpc, Network::Litecoin, chain).unwrap();
        let poll = std::time::Duration::from_secs(1);
        let setup = ChainSetup { adapter: std::sync::Arc::new(adapter), start_height: None, confirmations: None, poll };
        read(given, &nodes, &[setup]).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_tenant_names_the_chain_the_limits_of_its_hot_wallet_and_the_cold_address() {
        let known = read_on(
            Chain::Main,
            &[
                ("NORTH_BANK_LITECOIN", "main"),
                ("NORTH_BANK_LITECOIN_HOT_MIN", "2.5"),
                ("NORTH_BANK_LITECOIN_HOT_MAX", "100"),
                ("NORTH_BANK_LITECOIN_COLD", COLD),
            ],
        );
        let limits = &known.unwrap()["north-bank"][&Network::Litecoin];
        let amount = |text| Some(Amount::parse(text, Network::Litecoin.native()).unwrap());
        assert_eq!((limits.min, limits.max), (amount("2.5"), amount("100")));
        assert_eq!(limits.cold_address.as_deref(), Some(COLD));
        assert!(read_on(Chain::Main, &[]).unwrap().is_empty());
    }

    #[test]
    fn the_chain_of_the_node_must_be_the_named_one() {
        let said = read_on(Chain::Regtest, &[("A_LITECOIN", "main")]).unwrap_err();
        assert_eq!(said, "AGIO_CHAINS_A: LITECOIN is main, and the node is on regtest");
        let said = read_on(Chain::Main, &[("A_LITECOIN", "regtest")]).unwrap_err();
        assert_eq!(said, "AGIO_CHAINS_A: LITECOIN is regtest, and the node is on main");
        let said = read_on(Chain::Main, &[("A_BITCOIN", "main")]).unwrap_err();
        assert_eq!(said, "AGIO_CHAINS_A: BITCOIN needs a node: set AGIO_BITCOIN_RPC");
        let said = read_on(Chain::Main, &[("A_LITECOIN", "yes")]).unwrap_err();
        assert_eq!(said, "AGIO_CHAINS_A: LITECOIN must be main, test or regtest");
    }

    #[test]
    fn invalid_limits_are_named() {
        let with =
            |more: &[(&str, &str)]| read_on(Chain::Main, &[&[("A_LITECOIN", "main")], more].concat()).unwrap_err();
        assert!(
            with(&[("A_LITECOIN_HOT_MAX", "1")])
                .ends_with("LITECOIN_HOT_MAX needs LITECOIN_COLD, where coins above it belong")
        );
        let both = [("A_LITECOIN_HOT_MIN", "2"), ("A_LITECOIN_HOT_MAX", "2"), ("A_LITECOIN_COLD", COLD)];
        assert!(with(&both).ends_with("LITECOIN_HOT_MIN must be below LITECOIN_HOT_MAX"));
        assert!(with(&[("A_LITECOIN_HOT_MIN", "-1")]).ends_with("must be an amount in LTC, as in 1.5"));
        // An address of the test network on the main network would burn the coins.
        let test = [("A_LITECOIN_COLD", "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3")];
        assert!(with(&test).ends_with("LITECOIN_COLD must be an address of Litecoin on main"));
        let alone = read_on(Chain::Main, &[("A_LITECOIN_HOT_MIN", "1")]).unwrap_err();
        assert_eq!(alone, "AGIO_CHAINS_A: LITECOIN_HOT_MIN is given without LITECOIN");
        assert!(
            read_on(Chain::Main, &[("A_DOGECOIN", "main")]).unwrap_err().starts_with("AGIO_CHAINS_A_DOGECOIN means")
        );
    }
}
