//! Which tenants use which chains, and how much coin their hot wallets may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use custody::{ChainUsers, Custody};
use exchange::rails::{HotAdvice, HotWallet, RailError};
use identity::{Identity, Tenant};
use kernel::{Amount, Currency, Network, Payway, TenantId};

use crate::bitcoin::Chain;

/// Limits of a tenant's wallet on one network, which an online signer can spend.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HotLimits {
    /// Below this balance the wallet is too low for payouts.
    pub min: Option<Amount>,
    /// The maximum balance; the excess belongs to the cold address.
    pub max: Option<Amount>,
    /// The address of the cold wallet, whose keys are not on this installation.
    pub cold_address: Option<String>,
}

impl HotLimits {
    /// The recommended action at this balance. Pure.
    #[must_use]
    pub fn advice(&self, balance: Amount) -> HotAdvice {
        let excess = self.max.and_then(|max| (balance.atoms() > max.atoms()).then(|| balance.atoms() - max.atoms()));
        let lacks = self.min.and_then(|min| (balance.atoms() < min.atoms()).then(|| min.atoms() - balance.atoms()));
        let amount = |atoms| Amount::new(atoms, balance.currency());
        match (excess, lacks) {
            (Some(excess), _) => HotAdvice::MoveToCold(amount(excess)),
            (None, Some(lacks)) => HotAdvice::TooLow(amount(lacks)),
            (None, None) => HotAdvice::Fine,
        }
    }
}

/// The chains that tenants with real customers have connected, by slug, and the chains of the nodes.
#[derive(Debug, Clone, Default)]
pub struct ChainTenants {
    /// The networks with a node, and the chain that it is on.
    pub nodes: BTreeMap<Network, Chain>,
    /// The networks of tenants with real customers, by slug. Each has a node.
    pub live: BTreeMap<String, BTreeMap<Network, HotLimits>>,
}

impl ChainTenants {
    /// Whether a tenant may use a network. A sandbox may use simulated coins and those of test networks; a tenant with
    /// real customers what it has connected. Pure.
    #[must_use]
    pub fn may_use(&self, slug: &str, is_sandbox: bool, network: Network) -> bool {
        match is_sandbox {
            true => self.nodes.get(&network) != Some(&Chain::Main),
            false => self.of(slug).any(|(own, _)| *own == network),
        }
    }

    /// The networks whose nodes are on main networks.
    #[must_use]
    pub fn main_networks(&self) -> BTreeSet<Network> {
        self.nodes.iter().filter(|(_, chain)| **chain == Chain::Main).map(|(network, _)| *network).collect()
    }

    /// The networks of tenants with real customers.
    #[must_use]
    pub fn live_networks(&self) -> BTreeSet<Network> {
        self.live.values().flat_map(BTreeMap::keys).copied().collect()
    }

    /// The payways of a tenant with real customers, each with its coin.
    pub fn payways(&self, slug: &str) -> impl Iterator<Item = (Payway, Currency)> {
        let coin = |network: Network| {
            let coin = network.native();
            let own = Payway::all().find(|payway| payway.network() == Some(network) && payway.supports(coin));
            own.map(|payway| (payway, coin))
        };
        self.of(slug).filter_map(move |(network, _)| coin(*network))
    }

    /// The networks of a tenant with real customers.
    pub(super) fn networks(&self, slug: &str) -> impl Iterator<Item = Network> {
        self.of(slug).map(|(network, _)| *network)
    }

    fn of(&self, slug: &str) -> impl Iterator<Item = (&Network, &HotLimits)> {
        self.live.get(slug).into_iter().flatten()
    }
}

/// [`ChainTenants`] of the tenants of an installation, for custody.
pub struct TenantChains {
    /// The tenants.
    pub identity: Identity,
    /// Their chains.
    pub chains: Arc<ChainTenants>,
}

#[async_trait]
impl ChainUsers for TenantChains {
    async fn may_use(&self, tenant: TenantId, network: Network) -> Result<bool, String> {
        let found = self.identity.tenant_by_id(tenant).await.map_err(|error| error.to_string())?;
        Ok(self.chains.may_use(&found.slug, found.sandbox, network))
    }
}

/// The wallets of a tenant with real customers.
pub(super) async fn hot_wallets(
    custody: &Custody,
    chains: &ChainTenants,
    tenant: &Tenant,
) -> Result<Vec<HotWallet>, RailError> {
    let mut wallets = Vec::new();
    for (network, limits) in chains.of(&tenant.slug) {
        let unavailable = |error: custody::CustodyError| RailError::Unavailable {
            rail: network.code().to_owned(),
            reason: error.to_string(),
        };
        let balance = custody.wallet_balance(tenant.id, *network).await.map_err(unavailable)?.total;
        wallets.push(HotWallet {
            network: *network,
            chain: chains.nodes.get(network).map_or("", |chain| chain.name()),
            balance,
            min: limits.min,
            max: limits.max,
            cold_address: limits.cold_address.clone(),
            advice: limits.advice(balance),
        });
    }
    Ok(wallets)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn coin(atoms: i128) -> Amount {
        Amount::new(atoms, Currency::LTC)
    }

    fn chains(chain: Chain) -> ChainTenants {
        let own = BTreeMap::from([(Network::Litecoin, HotLimits::default())]);
        ChainTenants {
            nodes: BTreeMap::from([(Network::Litecoin, chain)]),
            live: BTreeMap::from([("north-bank".to_owned(), own)]),
        }
    }

    #[test]
    fn no_simulated_money_becomes_coins_of_a_main_network() {
        for (chain, sandbox) in [(Chain::Main, false), (Chain::Test, true), (Chain::Regtest, true)] {
            let known = chains(chain);
            assert_eq!(known.may_use("demo", true, Network::Litecoin), sandbox, "{chain:?}");
            assert!(known.may_use("demo", true, Network::Ethereum), "a simulated chain is for sandboxes");
            assert_eq!(known.main_networks().contains(&Network::Litecoin), !sandbox);
        }
    }

    #[test]
    fn a_tenant_with_real_customers_uses_what_it_has_connected_and_no_simulated_coins() {
        let known = chains(Chain::Main);
        assert!(known.may_use("north-bank", false, Network::Litecoin));
        assert!(!known.may_use("north-bank", false, Network::Ethereum));
        assert!(!known.may_use("other", false, Network::Litecoin), "another tenant's coins");
        assert_eq!(known.payways("north-bank").collect::<Vec<_>>(), [(Payway::Ltc, Currency::LTC)]);
        assert_eq!(known.payways("other").count(), 0);
    }

    proptest! {
        #[test]
        fn after_the_advice_is_followed_the_wallet_is_within_its_limits(
            balance in 0_i128..1_000, min in 0_i128..500, more in 0_i128..500,
        ) {
            let limits = HotLimits { min: Some(coin(min)), max: Some(coin(min + more)), cold_address: None };
            let after = match limits.advice(coin(balance)) {
                HotAdvice::Fine => balance,
                HotAdvice::MoveToCold(excess) => {
                    prop_assert!(excess.atoms() > 0);
                    balance - excess.atoms()
                }
                HotAdvice::TooLow(lacks) => {
                    prop_assert!(lacks.atoms() > 0);
                    balance + lacks.atoms()
                }
            };
            prop_assert!((min..=min + more).contains(&after), "{after}");
        }
    }

    #[test]
    fn without_limits_every_balance_is_fine() {
        assert_eq!(HotLimits::default().advice(coin(0)), HotAdvice::Fine);
    }
}
