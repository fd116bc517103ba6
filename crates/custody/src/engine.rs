//! The engine's parts, and the loop that runs them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Amount, Currency, Network, Price, Rate, Rounding, World};
use store::{JobHandler, Schedule, Store, unless_stuck};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::chain::{ChainAdapter, ChainError};
use crate::listener::{EventHandler, RailListener};
use crate::signer::Signer;
use crate::wallets::WalletsHandler;
use crate::{CustodyError, payouts};

/// How long the loop waits after an error, at most.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// How long a pass may wait for one answer, of its node or of the database. Nodes are given half a minute.
const STUCK_AFTER: Duration = Duration::from_secs(40);

/// How long stopping waits for passes that are under way.
const STOP_MAX: Duration = Duration::from_secs(5);

/// Prices, for confirmations by value and fees in other currencies. Implemented over the exchange's rates.
pub trait Valuation: Send + Sync {
    /// What a unit costs now; `None` when that is not known.
    fn price(&self, currency: Currency) -> Option<Price>;
}

/// One chain and how it is watched.
#[derive(Clone)]
pub struct ChainSetup {
    /// The chain.
    pub adapter: Arc<dyn ChainAdapter>,
    /// Where the very first scan starts; `None` for the tip. Without meaning once there is a cursor.
    pub start_height: Option<u64>,
    /// Confirmations that credit, instead of the table's.
    pub confirmations: Option<u32>,
    /// How often to look for blocks.
    pub poll: Duration,
}

/// Limits of the engine.
#[derive(Debug, Clone)]
pub struct CustodyLimits {
    /// Blocks applied in one pass before other work gets its turn.
    pub blocks_per_pass: u32,
    /// Waiting transactions looked into in one pass.
    pub mempool_per_pass: usize,
    /// Coins that a plan chooses from.
    pub coins_per_plan: i64,
    /// Payouts looked after in one pass.
    pub payouts_per_pass: i64,
    /// How long ago a scanner may last have stood at the tip for payouts to go out.
    pub scanner_lag: Duration,
    /// How long a sent payout is left alone before it is looked up and sent again.
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

/// The engine. Cheap to clone.
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
    /// Waiting transactions that were looked into already. Forgotten with the process, which costs a second look only.
    pub(crate) inspected: Mutex<HashMap<Network, HashSet<String>>>,
}

impl Custody {
    /// An engine over `chains`, at most one per network.
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

    /// The same engine with keys, for workers: whoever gives out addresses needs none.
    #[must_use]
    pub fn with_signer(&self, signer: Arc<dyn Signer>) -> Self {
        let Inner { store, world, chains, valuation, limits, .. } = &*self.inner;
        let setups = chains.values().cloned().collect();
        Self::new(store.clone(), world.clone(), setups, signer, valuation.clone(), limits.clone())
    }

    /// The handlers of custody's jobs: `payout.chain`, the one that tells `listener` what happened, and the one that opens
    /// wallets.
    #[must_use]
    pub fn handlers(&self, listener: Arc<dyn RailListener>) -> Vec<Arc<dyn JobHandler>> {
        let payouts = payouts::PayoutHandler { custody: self.clone(), listener: listener.clone() };
        let wallets = WalletsHandler { custody: self.clone() };
        vec![Arc::new(payouts), Arc::new(EventHandler { listener }), Arc::new(wallets)]
    }

    /// Work that repeats: tenants that came since have wallets within a minute.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![WalletsHandler::schedule()]
    }

    /// Starts one scanning loop per chain.
    #[must_use]
    pub fn spawn(&self) -> CustodyHandle {
        let (stop, stopped) = watch::channel(false);
        let loops = self.inner.chains.keys().map(|&network| {
            let (custody, stopped) = (self.clone(), stopped.clone());
            tokio::spawn(async move { custody.watch(network, stopped).await })
        });
        CustodyHandle { tasks: loops.collect(), stop }
    }

    async fn watch(&self, network: Network, mut stopped: watch::Receiver<bool>) {
        let Ok(chain) = self.chain(network) else { return };
        let mut failures: u32 = 0;
        while !*stopped.borrow() {
            let pause = match unless_stuck(STUCK_AFTER, self.pass(network)).await.unwrap_or(Err(CustodyError::Stuck)) {
                Ok(pass) => {
                    failures = 0;
                    if pass.caught_up || pass.blocks == 0 { chain.poll } else { Duration::ZERO }
                }
                Err(error) => {
                    failures = failures.saturating_add(1);
                    // Once at the start of an outage, then once in a while: a node that is down for a night fills no log.
                    if failures.is_power_of_two() {
                        tracing::error!(%network, %error, failures, "the scanner makes no progress");
                    }
                    (chain.poll * failures.min(30)).min(PAUSE_MAX)
                }
            };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = stopped.changed() => {}
            }
        }
    }

    /// The networks that are connected.
    pub fn networks(&self) -> impl Iterator<Item = Network> + '_ {
        self.inner.chains.keys().copied()
    }

    pub(crate) fn chain(&self, network: Network) -> Result<&ChainSetup, CustodyError> {
        self.inner.chains.get(&network).ok_or(CustodyError::NotConnected(network))
    }

    /// Confirmations that credit all of `amounts` together. A value that cannot be told counts as a large one.
    pub(crate) fn required(&self, chain: &ChainSetup, amounts: &[Amount]) -> u32 {
        let cents = amounts.iter().try_fold(0_i128, |sum, amount| {
            self.convert(*amount, Currency::EUR).and_then(|euro| sum.checked_add(euro.atoms()))
        });
        let euros = cents.and_then(|cents| u128::try_from(cents / 100).ok());
        let by_value = chain.adapter.info().network.confirmations(euros.unwrap_or(u128::MAX));
        chain.confirmations.unwrap_or(by_value).max(1)
    }

    /// `amount` in another currency at the rates of now, rounded up.
    pub(crate) fn convert(&self, amount: Amount, to: Currency) -> Option<Amount> {
        if amount.currency() == to {
            return Some(amount);
        }
        let price = |currency: Currency| self.inner.valuation.price(currency);
        let rate = Rate::from_prices(amount.currency(), to, price(amount.currency())?, price(to)?);
        rate.apply(amount, Rounding::Up).ok()
    }
}

/// Names the network that an adapter's error came from.
pub(crate) fn on(network: Network) -> impl Fn(ChainError) -> CustodyError {
    move |source| CustodyError::Chain { network, source }
}

/// The running loops.
#[derive(Debug)]
pub struct CustodyHandle {
    tasks: Vec<JoinHandle<()>>,
    stop: watch::Sender<bool>,
}

impl CustodyHandle {
    /// Lets every loop finish its pass, a few seconds long; one that takes longer is cut off, which loses nothing: what a
    /// block means is written in one transaction, and what was signed is stored before it is sent.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let end = tokio::time::Instant::now() + STOP_MAX;
        for mut task in self.tasks {
            match tokio::time::timeout_at(end, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, "a scanner had crashed"),
                Err(_) => task.abort(),
            }
        }
    }
}
