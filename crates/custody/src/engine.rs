//! The custody engine: its chains, signer, prices and limits.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Amount, Currency, Network, Price, Rate, Rounding, World};
use store::Store;

use crate::CustodyError;
use crate::chain::{ChainAdapter, ChainError};
use crate::signer::Signer;

/// Prices for value-based confirmations and for fees in other currencies. Implemented by the exchange's rates.
pub trait Valuation: Send + Sync {
    /// The current price of one unit; `None` if unknown.
    fn price(&self, currency: Currency) -> Option<Price>;
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
        let inspected = Mutex::new(HashMap::new());
        Self { inner: Arc::new(Inner { store, world, chains, signer, valuation, limits, inspected }) }
    }

    /// The same engine with a signer, for workers. Processes that only assign addresses need none.
    #[must_use]
    pub fn with_signer(&self, signer: Arc<dyn Signer>) -> Self {
        let Inner { store, world, chains, valuation, limits, .. } = &*self.inner;
        let setups = chains.values().cloned().collect();
        Self::new(store.clone(), world.clone(), setups, signer, valuation.clone(), limits.clone())
    }

    /// The connected networks.
    pub fn networks(&self) -> impl Iterator<Item = Network> + '_ {
        self.inner.chains.keys().copied()
    }

    pub(crate) fn chain(&self, network: Network) -> Result<&ChainSetup, CustodyError> {
        self.inner.chains.get(&network).ok_or(CustodyError::NotConnected(network))
    }

    /// Confirmations required to credit all of `amounts` together. An unknown value counts as the largest.
    pub(crate) fn required(&self, chain: &ChainSetup, amounts: &[Amount]) -> u32 {
        let cents = amounts.iter().try_fold(0_i128, |sum, amount| {
            self.convert(*amount, Currency::EUR).and_then(|euro| sum.checked_add(euro.atoms()))
        });
        let euros = cents.and_then(|cents| u128::try_from(cents / 100).ok());
        let by_value = chain.adapter.info().network.confirmations(euros.unwrap_or(u128::MAX));
        chain.confirmations.unwrap_or(by_value).max(1)
    }

    /// Converts `amount` at current rates, rounded up.
    pub(crate) fn convert(&self, amount: Amount, to: Currency) -> Option<Amount> {
        if amount.currency() == to {
            return Some(amount);
        }
        let price = |currency: Currency| self.inner.valuation.price(currency);
        let rate = Rate::from_prices(amount.currency(), to, price(amount.currency())?, price(to)?);
        rate.apply(amount, Rounding::Up).ok()
    }
}

/// Adds the network to an adapter's error.
pub(crate) fn on(network: Network) -> impl Fn(ChainError) -> CustodyError {
    move |source| CustodyError::Chain { network, source }
}
