//! The shared state of all handlers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use campaigns::Campaigns;
use documents::Documents;
use exchange::Exchange;
use exchange::rails::{Acquirer, BankDesk, ConnectionDesk, HotWallets, PayoutFees};
use identity::texting::TextChannel;
use identity::{Feature, Identity, IdentityCheck, Tenant, Texter};
use kernel::{Country, ErrorKind, World};
use ledger::proof::LogKeys;
use merchants::Merchants;
use partners::Partners;
use partners::outside::Outside;
use rewards::Rewards;
use store::Store;
use store::idempotency::Keys;
use support::Support;
use tokio::sync::{Semaphore, watch};

use crate::http::bulkheads::{BulkheadLimits, Bulkheads};
use crate::http::client_address::TrustedProxies;
use crate::http::concurrency::ConcurrencyLimit;
use crate::http::min_rate::Pace;
use crate::http::rate_limit::{Limiter, Rate};
use crate::key_limits::KeyLimits;
use crate::problem::Problem;
use crate::releases::Releases;
use crate::sandbox_controls::SandboxControls;
use crate::seal::RequestKeys;

const REQUEST_TIME_MAX: Duration = Duration::from_secs(10);
/// Enough for a large image over a slow connection.
const UPLOAD_TIME_MAX: Duration = Duration::from_secs(180);
/// A slower upload could not finish 3 MiB within the time limit. A phone can be silent for some seconds when it changes
/// its cell.
const UPLOAD_PACE: Pace = Pace { bytes_per_second: 16 * 1024, silence: Duration::from_secs(10) };
const UPLOAD_PACE_CROWDED: Pace = Pace { bytes_per_second: 64 * 1024, silence: Duration::from_secs(5) };
/// At this rate the largest body of other requests arrives within their time limit.
const PACE: Pace = Pace { bytes_per_second: 8 * 1024, silence: Duration::from_secs(3) };
const PACE_CROWDED: Pace = Pace { bytes_per_second: 8 * 1024, silence: Duration::from_secs(1) };

/// Limits of this process.
#[derive(Debug, Clone)]
pub struct ApiConfig {
    /// Concurrent uploads. Each is held in memory for as long as the upload takes.
    pub uploads: BulkheadLimits,
    /// Concurrent quotes.
    pub quotes: BulkheadLimits,
    /// All other concurrent requests.
    pub requests: BulkheadLimits,
    /// Rate limit per address.
    pub per_address: Rate,
    /// Rate limit per signed-in customer.
    pub per_customer: Rate,
    /// Maximum open websockets.
    pub sockets_max: usize,
    /// Maximum open websockets per address; enough for an office behind one address.
    pub sockets_per_address: usize,
    /// Maximum concurrent requests per address.
    pub requests_per_address: usize,
    /// Maximum concurrent uploads per customer: both sides of a document and a selfie.
    pub uploads_per_person: usize,
    /// Maximum concurrent uploads per address.
    pub uploads_per_address: usize,
    /// Whether the server listens on a loopback address without a proxy, so that only this machine can reach it.
    pub is_local: bool,
    /// Proxies whose forwarding headers are trusted.
    pub trusted_proxies: TrustedProxies,
    /// Maximum concurrent idempotent operations, including those whose callers have disconnected.
    pub works_max: u32,
    /// The native apps of the tenants.
    pub releases: Releases,
}

impl Default for ApiConfig {
    fn default() -> Self {
        let (slots, time_max) = (512, REQUEST_TIME_MAX);
        let requests = BulkheadLimits { slots, time_max, pace: PACE, crowded_pace: PACE_CROWDED };
        Self {
            uploads: BulkheadLimits {
                slots: 16,
                time_max: UPLOAD_TIME_MAX,
                pace: UPLOAD_PACE,
                crowded_pace: UPLOAD_PACE_CROWDED,
            },
            quotes: requests,
            requests,
            per_address: Rate { per_second: 50, burst: 200 },
            per_customer: Rate { per_second: 10, burst: 40 },
            sockets_max: 2_000,
            sockets_per_address: 50,
            requests_per_address: 64,
            uploads_per_person: 3,
            uploads_per_address: 3,
            is_local: false,
            trusted_proxies: TrustedProxies::default(),
            works_max: 1_024,
            releases: Releases::default(),
        }
    }
}

/// The services that the server wires together.
pub struct Services {
    /// Time, ids and randomness.
    pub world: World,
    /// The database.
    pub store: Store,
    /// Customers and tenants.
    pub identity: Identity,
    /// The exchange.
    pub exchange: Exchange,
    /// The referral programme.
    pub rewards: Rewards,
    /// Keys that sign the tenants' logs.
    pub log_keys: LogKeys,
    /// Keys of the MACs that clients return to the API.
    pub request_keys: RequestKeys,
    /// Tokenizes cards.
    pub acquirer: Arc<dyn Acquirer>,
    /// Banks that exchange files.
    pub bank_desk: Arc<dyn BankDesk>,
    /// Connections that operators make.
    pub connection_desk: Arc<dyn ConnectionDesk>,
    /// The wallets that the online signer can spend.
    pub hot_wallets: Arc<dyn HotWallets>,
    /// Reads and raises the network fees of payouts.
    pub payout_fees: Arc<dyn PayoutFees>,
    /// Verifies identities, and may send webhooks.
    pub check: Arc<dyn IdentityCheck>,
    /// Knows the available channels for phone codes.
    pub texter: Arc<dyn Texter>,
    /// Fetches files of other companies' hosts.
    pub outside: Arc<dyn Outside>,
    /// The sandbox controls, in a sandbox.
    pub sandbox_controls: Option<Arc<dyn SandboxControls>>,
    /// Becomes true on shutdown; open websockets then end.
    pub stopping: watch::Receiver<bool>,
}

/// The shared state of all handlers. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    services: Services,
    keys: Keys,
    bulkheads: Bulkheads,
    sockets: Arc<Semaphore>,
    sockets_by_address: ConcurrencyLimit,
    requests_by_address: ConcurrencyLimit,
    uploads_by_address: ConcurrencyLimit,
    uploads_by_person: ConcurrencyLimit,
    works: Arc<Semaphore>,
    works_max: u32,
    is_local: bool,
    trusted_proxies: TrustedProxies,
    by_address: Limiter,
    by_customer: Limiter,
    partners: Partners,
    merchants: Merchants,
    rewards: Rewards,
    documents: Documents,
    support: Support,
    campaigns: Campaigns,
    by_key: KeyLimits,
    releases: Releases,
}

impl AppState {
    /// Creates the state of a server.
    pub fn new(services: Services, config: &ApiConfig) -> Self {
        Self(Arc::new(Inner {
            keys: Keys::new(services.store.clone()),
            partners: Partners::new(services.store.clone(), services.world.clone(), services.identity.clone()),
            merchants: Merchants::new(services.store.clone(), services.world.clone(), services.exchange.clone()),
            rewards: services.rewards.clone(),
            documents: Documents::new(
                services.store.clone(),
                services.world.clone(),
                services.identity.clone(),
                services.exchange.clone(),
                services.log_keys.clone(),
            ),
            support: Support::new(services.store.clone(), services.world.clone(), services.identity.clone()),
            campaigns: Campaigns::new(services.store.clone(), services.world.clone(), services.identity.clone()),
            by_key: KeyLimits::new(),
            services,
            bulkheads: Bulkheads::new(config.uploads, config.quotes, config.requests),
            sockets: Arc::new(Semaphore::new(config.sockets_max)),
            sockets_by_address: ConcurrencyLimit::new(config.sockets_per_address),
            requests_by_address: ConcurrencyLimit::new(config.requests_per_address),
            uploads_by_address: ConcurrencyLimit::new(config.uploads_per_address),
            uploads_by_person: ConcurrencyLimit::new(config.uploads_per_person),
            works: Arc::new(Semaphore::new(config.works_max as usize)),
            works_max: config.works_max,
            is_local: config.is_local,
            trusted_proxies: config.trusted_proxies.clone(),
            by_address: Limiter::new(config.per_address),
            by_customer: Limiter::new(config.per_customer),
            releases: config.releases.clone(),
        }))
    }

    /// Time, ids and randomness.
    pub fn world(&self) -> &World {
        &self.0.services.world
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.services.store
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Customers and tenants.
    pub fn identity(&self) -> &Identity {
        &self.0.services.identity
    }

    pub(crate) fn exchange(&self) -> &Exchange {
        &self.0.services.exchange
    }

    pub(crate) fn campaigns(&self) -> &Campaigns {
        &self.0.campaigns
    }

    pub(crate) fn log_keys(&self) -> &LogKeys {
        &self.0.services.log_keys
    }

    pub(crate) fn request_keys(&self) -> &RequestKeys {
        &self.0.services.request_keys
    }

    pub(crate) fn bank_desk(&self) -> &dyn BankDesk {
        &*self.0.services.bank_desk
    }

    pub(crate) fn connection_desk(&self) -> &dyn ConnectionDesk {
        &*self.0.services.connection_desk
    }

    pub(crate) fn hot_wallets(&self) -> &dyn HotWallets {
        &*self.0.services.hot_wallets
    }

    pub(crate) fn payout_fees(&self) -> &dyn PayoutFees {
        &*self.0.services.payout_fees
    }

    pub(crate) fn outside(&self) -> &dyn Outside {
        &*self.0.services.outside
    }

    pub(crate) fn acquirer(&self) -> &dyn Acquirer {
        &*self.0.services.acquirer
    }

    pub(crate) fn check(&self) -> &dyn IdentityCheck {
        &*self.0.services.check
    }

    /// Channels for a tenant's phone codes; empty if none is configured.
    pub(crate) fn phone_channels(&self, tenant: &Tenant) -> &'static [TextChannel] {
        if tenant.sandbox { &TextChannel::ALL } else { self.0.services.texter.channels() }
    }

    /// Whether only this machine can reach the server.
    pub(crate) fn is_local(&self) -> bool {
        self.0.is_local
    }

    pub(crate) fn sandbox_controls(&self) -> Option<&dyn SandboxControls> {
        self.0.services.sandbox_controls.as_deref()
    }

    /// Requires usable rails: simulated rails serve only sandbox tenants, and a tenant with real customers must have
    /// connected something. A real customer must never see a simulated account or address.
    ///
    /// # Errors
    /// 404 if the tenant has no exchange, 422 `UNAVAILABLE_CONVERT_DIRECTION`.
    pub(crate) async fn serves(&self, tenant: &Tenant) -> Result<(), Problem> {
        offers(tenant, Feature::Exchange)?;
        if !self.exchange().policy(tenant.id).await?.connected.is_nothing() {
            return Ok(());
        }
        let detail = "No payment service is connected here yet.";
        Err(Problem::new(ErrorKind::Unprocessable, "UNAVAILABLE_CONVERT_DIRECTION", detail))
    }

    /// Countries whose residents are not served: by the policy, and those that the tenant excludes.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn forbidden(&self, tenant: &Tenant) -> Result<BTreeSet<Country>, Problem> {
        let policy = self.exchange().policy(tenant.id).await?;
        let excluded = tenant.excluded_countries.iter().filter_map(|code| code.parse().ok());
        Ok(policy.forbidden.iter().copied().chain(excluded).collect())
    }

    /// Requires that the customer's country is served. It may have been excluded since the registration.
    ///
    /// # Errors
    /// 451 `COUNTRY_NOT_ALLOWED`.
    pub(crate) async fn serves_resident(&self, tenant: &Tenant, residence: Option<Country>) -> Result<(), Problem> {
        match residence {
            Some(country) if self.forbidden(tenant).await?.contains(&country) => {
                let detail = "Residents of this country are not served here.";
                Err(Problem::new(ErrorKind::Legal, "COUNTRY_NOT_ALLOWED", detail))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.services.stopping.clone()
    }

    pub(crate) fn bulkheads(&self) -> &Bulkheads {
        &self.0.bulkheads
    }

    pub(crate) fn sockets(&self) -> Arc<Semaphore> {
        self.0.sockets.clone()
    }

    pub(crate) fn sockets_by_address(&self) -> &ConcurrencyLimit {
        &self.0.sockets_by_address
    }

    pub(crate) fn requests_by_address(&self) -> &ConcurrencyLimit {
        &self.0.requests_by_address
    }

    pub(crate) fn uploads_by_address(&self) -> &ConcurrencyLimit {
        &self.0.uploads_by_address
    }

    pub(crate) fn uploads_by_person(&self) -> &ConcurrencyLimit {
        &self.0.uploads_by_person
    }

    pub(crate) fn trusted_proxies(&self) -> &TrustedProxies {
        &self.0.trusted_proxies
    }

    pub(crate) fn works(&self) -> Arc<Semaphore> {
        self.0.works.clone()
    }

    /// Waits until all idempotent operations have ended, including those without a caller. For the shutdown, after the
    /// last request.
    pub async fn settled(&self) {
        // The semaphore is never closed.
        let _ = self.0.works.acquire_many(self.0.works_max).await;
    }

    /// The keys of partners.
    pub fn partners(&self) -> &Partners {
        &self.0.partners
    }

    /// Profiles that take payments of others.
    pub(crate) fn merchants(&self) -> &Merchants {
        &self.0.merchants
    }

    /// The referral programme.
    pub(crate) fn rewards(&self) -> &Rewards {
        &self.0.rewards
    }

    /// Statements and letters.
    pub(crate) fn documents(&self) -> &Documents {
        &self.0.documents
    }

    /// Conversations with customers.
    pub(crate) fn support(&self) -> &Support {
        &self.0.support
    }

    pub(crate) fn by_key(&self) -> &KeyLimits {
        &self.0.by_key
    }

    /// The native apps of the tenants.
    pub(crate) fn releases(&self) -> &Releases {
        &self.0.releases
    }

    pub(crate) fn by_address(&self) -> &Limiter {
        &self.0.by_address
    }

    pub(crate) fn by_customer(&self) -> &Limiter {
        &self.0.by_customer
    }
}

/// Requires that the tenant offers a feature.
///
/// # Errors
/// 404 if it does not.
pub(crate) fn offers(tenant: &Tenant, feature: Feature) -> Result<(), Problem> {
    if tenant.offers(feature) { Ok(()) } else { Err(Problem::not_found()) }
}
