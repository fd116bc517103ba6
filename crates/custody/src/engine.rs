//! The custody engine: its chains, signer, prices and limits.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use kernel::{Amount, Currency, Network, Price, Rate, Rounding, TenantId, World};
use store::Store;

use crate::CustodyError;
use crate::chain::{ChainAdapter, ChainError};
use crate::signer::Signer;

/// Prices for value-based confirmations and for fees in other currencies. Implemented by the exchange's rates.
pub trait Valuation: Send + Sync {
    /// The current price of one unit; `None` if unknown.
    fn price(&self, currency: Currency) -> Option<Price>;
}

/// Says which tenants use which chains. A sandbox must not reach coins of a main network, and a tenant with real
/// customers only uses what it has connected.
#[async_trait]
pub trait ChainUsers: Send + Sync {
    /// Whether the tenant may get addresses and pay out on this network.
    ///
    /// # Errors
    /// A sentence if the tenant cannot be read.
    async fn may_use(&self, tenant: TenantId, network: Network) -> Result<bool, String>;
}

/// Every tenant uses every chain.
#[derive(Debug, Clone, Copy)]
pub struct EveryTenant;

#[async_trait]
impl ChainUsers for EveryTenant {
    async fn may_use(&self, _tenant: TenantId, _network: Network) -> Result<bool, String> {
        Ok(true)
    }
}

/// A chain and its scan settings.
#[derive(Clone)]
pub struct ChainSetup {
    /// The chain adapter.
    pub adapter: Arc<dyn ChainAdapter>,
    /// Height at which the first scan starts; `None` for the tip. Ignored once a cursor exists.
    pub start_height: Option<u64>,
    /// Overrides the table of required confirmations.
    pub confirmations: Option<u32>,
    /// Polling interval for new blocks.
    pub poll: Duration,
}

/// Limits of the engine.
#[derive(Debug, Clone)]
pub struct CustodyLimits {
    /// Blocks applied in one pass.
    pub blocks_per_pass: u32,
    /// Mempool transactions inspected in one pass.
    pub mempool_per_pass: usize,
    /// UTXOs offered to one transaction plan.
    pub coins_per_plan: i64,
    /// Payouts checked in one pass.
    pub payouts_per_pass: i64,
    /// Maximum age of the scanner's last visit to the tip. If it is older, no payout is built.
    pub scanner_lag: Duration,
    /// How long a broadcast payout waits before it is checked and rebroadcast.
    pub resend: Duration,
}

impl Default for CustodyLimits {
    fn default() -> Self {
        Self {
            blocks_per_pass: 500,
            mempool_per_pass: 500,
            coins_per_plan: 200,
            payouts_per_pass: 50,
            scanner_lag: Duration::from_secs(90),
            resend: Duration::from_secs(60),
        }
    }
}

/// The custody engine. Cheap to clone.
#[derive(Clone)]
pub struct Custody {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) world: World,
    pub(crate) chains: HashMap<Network, ChainSetup>,
    pub(crate) signer: Arc<dyn Signer>,
    pub(crate) valuation: Arc<dyn Valuation>,
    pub(crate) limits: CustodyLimits,
    pub(crate) users: Arc<dyn ChainUsers>,
    /// The prices of networks that are not valued by `valuation`; `None` values everything there as unknown.
    pub(crate) valuations: HashMap<Network, Option<Arc<dyn Valuation>>>,
    /// Mempool transactions that were already inspected. Kept in memory only: after a restart they are inspected again.
    pub(crate) inspected: Mutex<HashMap<Network, HashSet<String>>>,
}

impl Custody {
    /// Creates an engine over `chains`, at most one per network.
    #[must_use]
    pub fn new(
        store: Store,
        world: World,
        chains: Vec<ChainSetup>,
        signer: Arc<dyn Signer>,
        valuation: Arc<dyn Valuation>,
        limits: CustodyLimits,
    ) -> Self {
        let chains = chains.into_iter().map(|chain| (chain.adapter.info().network, chain)).collect();
        let (users, valuations) = (Arc::new(EveryTenant), HashMap::new());
        let inspected = Mutex::new(HashMap::new());
        Self {
            inner: Arc::new(Inner { store, world, chains, signer, valuation, limits, users, valuations, inspected }),
        }
    }

    /// The same engine for these users of the chains. Networks in `valuations` have prices of their own, or none, which
    /// counts as the largest value.
    #[must_use]
    pub fn serving(
        &self,
        users: Arc<dyn ChainUsers>,
        valuations: HashMap<Network, Option<Arc<dyn Valuation>>>,
    ) -> Self {
        self.with(self.inner.signer.clone(), users, valuations)
    }

    /// The same engine with a signer, for workers. Processes that only assign addresses need none.
    #[must_use]
    pub fn with_signer(&self, signer: Arc<dyn Signer>) -> Self {
        self.with(signer, self.inner.users.clone(), self.inner.valuations.clone())
    }

    fn with(
        &self,
        signer: Arc<dyn Signer>,
        users: Arc<dyn ChainUsers>,
        valuations: HashMap<Network, Option<Arc<dyn Valuation>>>,
    ) -> Self {
        let Inner { store, world, chains, valuation, limits, .. } = &*self.inner;
        let (store, world, chains) = (store.clone(), world.clone(), chains.clone());
        let (valuation, limits, inspected) = (valuation.clone(), limits.clone(), Mutex::new(HashMap::new()));
        Self {
            inner: Arc::new(Inner { store, world, chains, signer, valuation, limits, users, valuations, inspected }),
        }
    }

    /// The connected networks.
    pub fn networks(&self) -> impl Iterator<Item = Network> + '_ {
        self.inner.chains.keys().copied()
    }

    pub(crate) fn chain(&self, network: Network) -> Result<&ChainSetup, CustodyError> {
        self.inner.chains.get(&network).ok_or(CustodyError::NotConnected(network))
    }

    /// Refuses a tenant that must not use this network.
    pub(crate) async fn may_use(&self, tenant: TenantId, network: Network) -> Result<(), CustodyError> {
        match self.inner.users.may_use(tenant, network).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(CustodyError::NotForTenant(network)),
            Err(reason) => Err(CustodyError::NotNotified(reason)),
        }
    }

    /// Confirmations required to credit all of `amounts` together. An unknown value counts as the largest.
    pub(crate) fn required(&self, chain: &ChainSetup, amounts: &[Amount]) -> u32 {
        let network = chain.adapter.info().network;
        let cents = amounts.iter().try_fold(0_i128, |sum, amount| {
            self.convert(network, *amount, Currency::EUR).and_then(|euro| sum.checked_add(euro.atoms()))
        });
        let euros = cents.and_then(|cents| u128::try_from(cents / 100).ok());
        let by_value = network.confirmations(euros.unwrap_or(u128::MAX));
        chain.confirmations.unwrap_or(by_value).max(1)
    }

    /// Converts `amount` at the current rates of a network, rounded up.
    pub(crate) fn convert(&self, network: Network, amount: Amount, to: Currency) -> Option<Amount> {
        if amount.currency() == to {
            return Some(amount);
        }
        let valuation = match self.inner.valuations.get(&network) {
            Some(own) => own.as_ref()?,
            None => &self.inner.valuation,
        };
        let price = |currency: Currency| valuation.price(currency);
        let rate = Rate::from_prices(amount.currency(), to, price(amount.currency())?, price(to)?);
        rate.apply(amount, Rounding::Up).ok()
    }
}

/// Adds the network to an adapter's error.
pub(crate) fn on(network: Network) -> impl Fn(ChainError) -> CustodyError {
    move |source| CustodyError::Chain { network, source }
}
