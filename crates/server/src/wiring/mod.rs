//! Composition of the system: the only place that knows all parts.

pub(crate) mod banks;
pub(crate) mod by_tenant;
pub(crate) mod cards;
pub(crate) mod chains;
mod closures;
pub(crate) mod config;
pub(crate) mod identity_check;
pub(crate) mod mail_events;
pub(crate) mod mobile;
pub(crate) mod rates;
pub(crate) mod sandbox_controls;
pub(crate) mod secrets;
pub(crate) mod sign_in;
pub(crate) mod tenant_chains;
use std::sync::Arc;

use anyhow::Context;
use api::{ApiConfig, AppState, Rate, Releases, RequestKeys, Services, TransactionViews, TrustedProxies};
use axum::Router;
use campaigns::Campaigns;
use chrono::TimeDelta;
use custody::signer::{NoSigner, Signer};
use custody::{Custody, CustodyError, CustodyHandle, CustodyLimits, Valuation};
use documents::Documents;
use exchange::quote::QuoteSigner;
use exchange::{Exchange, ExchangeParts, Markets, Rails};
use identity::{
    DEMO_TENANT_SLUG, Identity, IdentityCheck, IdentityConfig, KeyEncryptionKey, Mailer, NEIGHBOUR_TENANT_SLUG, Pepper,
    Texter,
};
use kernel::{TenantId, World};
use ledger::proof::LogKeys;
use ledger::{Journal, JournalConfig};
use merchants::Merchants;
use partners::Partners;
use partners::webhook::{WebhookHousekeeping, WebhookSender, WebhookSenderHandle};
use providers::mail::{NoMailer, SmtpMailer};
use providers::sandbox::{ClockReader, SandboxRails};
use providers::tenant_rails::{TenantChains, TenantRails};
use providers::texting::{HttpTexter, NoTexter};
use providers::web_push::HttpPusher;
use providers::webhook::HttpWebhooks;
use rewards::Rewards;
use store::jobs::Housekeeping;
use store::{JobHandler, Schedule, Store, Worker, WorkerConfig, WorkerHandle};
use support::Support;
use tokio::sync::watch;

use crate::run::expire_holds::ExpireHolds;
use crate::run::liabilities::{self, Liabilities};
use crate::run::operator_alerts::OperatorAlerts;
use crate::run::ops::MetricsToken;
use crate::run::sealing::{self, Sealing};
use crate::run::serve::Limits;
use crate::run::{draw_pdf, ops};
use crate::web;
use crate::web::security_txt::{self, Contact};
use crate::wiring::chains::Chains;
use crate::wiring::closures::Closures;
use crate::wiring::config::Config;
use crate::wiring::rates::Feeds;
use crate::wiring::sandbox_controls::SandboxPanel;
use crate::wiring::secrets::Secrets;
use crate::wiring::sign_in::SignInConfig;

/// On localhost, one address is used by many programs: browsers, tests, load scripts.
const LOCAL: Rate = Rate { per_second: 5_000, burst: 20_000 };

/// The complete system.
pub struct Installation {
    pub(crate) store: Store,
    pub(crate) world: World,
    identity: Identity,
    journal: Journal,
    pub(crate) exchange: Exchange,
    campaigns: Campaigns,
    /// With a signer in a process with workers, without one in a process that only serves requests.
    pub(crate) custody: Custody,
    log_keys: LogKeys,
    request_keys: RequestKeys,
    rails: SandboxRails,
    /// Reads the clocks of sandboxes that other processes change.
    _clocks: ClockReader,
    pub(crate) tenant_rails: TenantRails,
    chains: Chains,
    mailer: Arc<dyn Mailer>,
    texter: Arc<dyn Texter>,
    check: Arc<dyn IdentityCheck>,
    webhooks: Arc<HttpWebhooks>,
    feeds: Feeds,
    proxies: TrustedProxies,
    releases: Releases,
    /// The schedule of publications of liabilities.
    publishing: Schedule,
    security_contact: Option<Contact>,
    metrics: Option<MetricsToken>,
}

/// The rails of every tenant behind each port.
fn by_tenant(rails: &TenantRails) -> Rails {
    let own = Arc::new(rails.clone());
    Rails { acquirer: own.clone(), bank: own.clone(), codes: own.clone(), addresses: own.clone(), connections: own }
}

/// Handle to the background workers.
pub struct Workers {
    jobs: WorkerHandle,
    chains: CustodyHandle,
    sealing: Sealing,
    webhooks: WebhookSenderHandle,
}

/// The wallets of all tenants, with public keys only.
fn addresses_of((store, world): (&Store, &World), chains: &Chains, markets: &Markets, identity: &Identity) -> Custody {
    let addresses = Custody::new(
        store.clone(),
        world.clone(),
        chains.setups.clone(),
        Arc::new(NoSigner),
        Arc::new(markets.simulated().clone()),
        CustodyLimits::default(),
    );
    let live = markets.live().map(|rates| Arc::new(rates.clone()) as Arc<dyn Valuation>);
    // A network with real customers is valued by the real market. A sandbox on it only gets more confirmations.
    let valuations = chains.tenants.live_networks().into_iter().map(|network| (network, live.clone())).collect();
    let users = TenantChains { identity: identity.clone(), chains: chains.tenants.clone() };
    addresses.serving(Arc::new(users), valuations)
}

/// The simulated rails, with the test clocks of the sandboxes.
async fn simulated_rails(store: &Store, world: &World) -> anyhow::Result<(SandboxRails, ClockReader)> {
    let rails = SandboxRails::new(store.clone(), world.clone());
    rails.read_clocks().await.context("the test clocks of the sandboxes cannot be read")?;
    let clocks = rails.follow_clocks();
    Ok((rails, clocks))
}

impl Installation {
    /// Creates the system on a migrated database. Only the price feed starts immediately. `signer` is for workers;
    /// processes that only serve HTTP use public keys.
    ///
    /// # Errors
    /// An invalid setting, in a sentence.
    pub async fn open(
        store: Store,
        world: World,
        config: &Config,
        secrets: Secrets,
        signer: Option<Arc<dyn Signer>>,
    ) -> anyhow::Result<Self> {
        let identity_config =
            IdentityConfig { pepper: Pepper::new(secrets.pepper), data_key: KeyEncryptionKey::new(secrets.data_key) };
        let identity = Identity::new(store.clone(), world.clone(), identity_config);
        let journal = Journal::start(store.clone(), world.clone(), JournalConfig::default());
        let (feeds, markets) = Feeds::start(&config.rates, &world).await?;
        let chains = chains::open(&store, &world, config, &hex::encode(secrets.quote_key)).await?;
        let addresses = addresses_of((&store, &world), &chains, &markets, &identity);
        let has_charges = signer.is_some();
        let custody = signer.map_or_else(|| addresses.clone(), |signer| addresses.with_signer(signer));
        let (rails, clocks) = simulated_rails(&store, &world).await?;
        let banks = banks::open(config.banks.clone(), &store, &world)?;
        let tenant_rails =
            TenantRails::new(identity.clone(), rails.clone(), addresses, (store.clone(), world.clone()), banks)
                .with_folders(banks::folders(config.banks.clone())?)
                .with_chains(chains.tenants.clone())
                .with_cards(cards::open(config.cards.clone(), &store, &world)?, has_charges);
        let campaigns = Campaigns::new(store.clone(), world.clone(), identity.clone());
        let exchange = Exchange::new(ExchangeParts {
            store: store.clone(),
            world: world.clone(),
            journal: journal.clone(),
            markets,
            signer: QuoteSigner::from_seed(secrets.quote_key),
            chains: chains.kinds.clone(),
            rails: by_tenant(&tenant_rails),
            promotions: Arc::new(campaigns.clone()),
            envelope: identity.envelope().clone(),
        });
        identity.push_by(Arc::new(HttpPusher::new().context("the client of web push cannot be made")?));
        identity.draw_by(Arc::new(draw_pdf::drawer()));
        let sign_in = SignInConfig::read(config.sign_in.clone())?;
        identity.message_by(Arc::new(sign_in.bot_api()?));
        identity.connect(sign_in.connect(&world)?);
        let (mailer, texter) = (mailer(config, &identity)?, texter(config)?);
        let check = identity_check::open(&identity, config.identity_checks.clone(), &world)?;
        let webhooks = Arc::new(HttpWebhooks::new().context("the client of webhooks cannot be made")?);
        let proxies = config.trusted_proxies.as_deref().unwrap_or_default().parse().context("AGIO_TRUSTED_PROXIES")?;
        let releases = mobile::read(config.mobile.clone())?;
        let (log_keys, request_keys) = (LogKeys::new(secrets.log_key), RequestKeys::derive(&secrets.pepper));
        let contact = config.security_contact.as_deref().map(Contact::read).transpose();
        let security_contact = contact.context("AGIO_SECURITY_CONTACT")?;
        let metrics = config.metrics_token.as_deref().map(MetricsToken::read).transpose()?;
        let publishing = liabilities::schedule(config.liabilities_hours.as_deref())?;
        Ok(Self {
            store,
            world,
            identity,
            journal,
            exchange,
            campaigns,
            custody,
            log_keys,
            request_keys,
            rails,
            _clocks: clocks,
            tenant_rails,
            chains,
            mailer,
            texter,
            check,
            webhooks,
            feeds,
            proxies,
            releases,
            publishing,
            security_contact,
            metrics,
        })
    }

    /// Adds the demo tenants, unless they exist.
    ///
    /// # Errors
    /// Database errors.
    pub async fn seed(&self) -> anyhow::Result<()> {
        let tenant = identity::seed_demo(&self.store, &self.world).await.context("the demo tenant cannot be added")?;
        self.furnish(tenant).await?;
        rewards::seed_season(&self.store, &self.world, tenant).await.context("its season cannot be added")?;
        let other = identity::seed_neighbour(&self.store, &self.world).await;
        self.furnish(other.context("the second demo tenant cannot be added")?).await
    }

    /// Adds demo operators and example tasks to the consoles of the demo tenants.
    ///
    /// # Errors
    /// Database errors.
    pub async fn furnish_console(&self) -> anyhow::Result<()> {
        for slug in [DEMO_TENANT_SLUG, NEIGHBOUR_TENANT_SLUG] {
            let found = identity::tenant_called(&self.store, slug).await?;
            // A real tenant may have the same name.
            let Some(tenant) = found.filter(|tenant| tenant.sandbox) else { continue };
            identity::operator::seed_demo_operators(&self.store, &self.world, tenant.id)
                .await
                .context("the demo operators cannot be added")?;
            self.identity
                .seed_demo_queue(&tenant)
                .await
                .context("the verification queue's examples cannot be added")?;
        }
        Ok(())
    }

    /// Adds the policy and the wallets of a sandbox.
    async fn furnish(&self, tenant: TenantId) -> anyhow::Result<()> {
        exchange::seed_demo(&self.store, &self.world, tenant).await.context("its policy cannot be added")?;
        match self.custody.open_wallets(tenant).await {
            // The signer may start later; workers then create the wallets within a minute.
            Err(error @ CustodyError::Signer(_)) => tracing::warn!(
                event = "wallet.opening_delayed", %error,
                "The wallets wait for the signer."
            ),
            opened => opened.context("its wallets cannot be opened")?,
        }
        Ok(())
    }

    /// The state of the API. Also starts listening for sessions that end in other processes, until `stopping` becomes
    /// true. `local` says that the listener is on a loopback address.
    pub fn state(&self, local: bool, stopping: watch::Receiver<bool>) -> AppState {
        let usual = ApiConfig::default();
        let (trusted_proxies, releases) = (self.proxies.clone(), self.releases.clone());
        let usual = ApiConfig { trusted_proxies, releases, ..usual };
        let local = self.is_local(local);
        let (sockets_max, requests_max, uploads_max) = (usual.sockets_max, usual.requests.slots, usual.uploads.slots);
        let config = match local {
            true => ApiConfig {
                per_address: LOCAL,
                per_customer: LOCAL,
                sockets_per_address: sockets_max,
                requests_per_address: requests_max,
                uploads_per_address: uploads_max,
                is_local: true,
                ..usual
            },
            false => usual,
        };
        let controls = SandboxPanel {
            rails: self.rails.clone(),
            chains: self.chains.simulated.clone(),
            exchange: self.exchange.clone(),
            liabilities: self.liabilities(),
        };
        let (identity, until) = (self.identity.clone(), stopping.clone());
        tokio::spawn(async move { identity.hear_ends(until).await });
        let services = Services {
            world: self.world.clone(),
            store: self.store.clone(),
            identity: self.identity.clone(),
            exchange: self.exchange.clone(),
            rewards: self.rewards(),
            log_keys: self.log_keys.clone(),
            request_keys: self.request_keys.clone(),
            acquirer: Arc::new(self.tenant_rails.clone()),
            bank_desk: Arc::new(self.tenant_rails.clone()),
            connection_desk: Arc::new(self.tenant_rails.clone()),
            hot_wallets: Arc::new(self.tenant_rails.clone()),
            payout_fees: Arc::new(self.custody.clone()),
            check: self.check.clone(),
            texter: self.texter.clone(),
            outside: Arc::new(providers::proofs::WebProofs),
            sandbox_controls: Some(Arc::new(controls)),
            stopping,
        };
        let until = services.stopping.clone();
        let state = AppState::new(services, &config);
        let partners = state.partners().clone();
        tokio::spawn(async move { partners.hear_keys(until).await });
        state
    }

    /// Whether only this machine can reach the server. Behind a proxy, a loopback address is reachable for everyone.
    fn is_local(&self, loopback: bool) -> bool {
        loopback && self.proxies.is_empty()
    }

    /// The connection limits. `local` says that the listener is on a loopback address.
    pub fn connections(&self, local: bool) -> Limits {
        let usual = Limits { proxies: self.proxies.clone(), ..Limits::default() };
        match self.is_local(local) {
            true => Limits { per_address: usual.connections, ..usual },
            false => usual,
        }
    }

    /// Routes outside the API.
    pub fn pages(&self, state: &AppState) -> Router {
        let contact = self.security_contact.clone();
        let metrics = self.metrics.clone();
        ops::router(state.clone(), metrics)
            .merge(security_txt::router(state.clone(), contact))
            .merge(web::router(state.clone()))
    }

    fn liabilities(&self) -> Liabilities {
        Liabilities { store: self.store.clone(), world: self.world.clone(), keys: self.log_keys.clone() }
    }

    fn operator_alerts(&self) -> OperatorAlerts {
        OperatorAlerts {
            store: self.store.clone(),
            world: self.world.clone(),
            identity: self.identity.clone(),
            exchange: self.exchange.clone(),
            custody: self.custody.clone(),
            partners: self.partners(),
            wallets: Arc::new(self.tenant_rails.clone()),
            bank: Arc::new(self.tenant_rails.clone()),
            connections: Arc::new(self.tenant_rails.clone()),
        }
    }

    /// Starts the background workers.
    pub fn start_workers(&self) -> Workers {
        let (handlers, schedules) = self.background();
        let config = WorkerConfig { poll: std::time::Duration::from_millis(500), ..WorkerConfig::default() };
        let worker = Worker::with(self.store.clone(), self.world.clone(), handlers, schedules, config);
        let sealing = sealing::spawn(self.store.clone(), self.log_keys.clone());
        Workers { jobs: worker.spawn(), chains: self.custody.spawn(), sealing, webhooks: self.webhook_sender().spawn() }
    }

    /// The sender of webhooks. Endpoints on this machine are for sandboxes, and only a server that nobody else can reach
    /// lets them be made; the sender of such an installation calls them.
    pub(crate) fn webhook_sender(&self) -> WebhookSender {
        let views = TransactionViews {
            exchange: self.exchange.clone(),
            partners: self.partners(),
            merchants: self.merchants(),
            identity: self.identity.clone(),
            world: self.world.clone(),
        };
        WebhookSender::new(self.partners(), Arc::new(views), self.webhooks.clone(), self.proxies.is_empty())
    }

    fn partners(&self) -> Partners {
        Partners::new(self.store.clone(), self.world.clone(), self.identity.clone())
    }

    fn merchants(&self) -> Merchants {
        Merchants::new(self.store.clone(), self.world.clone(), self.exchange.clone())
    }

    fn rewards(&self) -> Rewards {
        Rewards::new(self.store.clone(), self.world.clone(), self.journal.clone(), self.exchange.clone())
    }

    /// All job handlers and schedules.
    fn background(&self) -> (Vec<Arc<dyn JobHandler>>, Vec<Schedule>) {
        let listener = Arc::new(self.exchange.clone());
        let housekeeping = Housekeeping::new(self.store.clone(), self.world.clone());
        let holds = ExpireHolds { store: self.store.clone(), journal: self.journal.clone(), world: self.world.clone() };
        let mut schedules = self.exchange.schedules();
        schedules.extend(Identity::schedules());
        schedules.push(Schedule::every(crate::run::expire_holds::KIND, TimeDelta::minutes(1)));
        schedules.push(Housekeeping::schedule());
        schedules.extend(Custody::schedules());
        schedules.push(self.publishing.clone());
        schedules.push(WebhookHousekeeping::schedule());
        let mut handlers = self.exchange.handlers();
        handlers.extend(self.identity.jobs(self.mailer.clone(), self.texter.clone(), self.check.clone()));
        handlers.extend(self.merchants().handlers());
        schedules.extend(Merchants::schedules());
        let rewards = self.rewards();
        handlers.extend(rewards.handlers());
        schedules.extend(Rewards::schedules());
        let documents = Documents::new(
            self.store.clone(),
            self.world.clone(),
            self.identity.clone(),
            self.exchange.clone(),
            self.log_keys.clone(),
        );
        handlers.extend(documents.handlers());
        schedules.extend(Documents::schedules());
        let support = Support::new(self.store.clone(), self.world.clone(), self.identity.clone());
        handlers.extend(support.handlers());
        schedules.extend(Support::schedules());
        handlers.extend(self.campaigns.handlers());
        let (exchange, partners, campaigns) = (self.exchange.clone(), self.partners(), self.campaigns.clone());
        let merchants = self.merchants();
        let closures = Closures { exchange, partners, merchants, rewards, documents, support, campaigns };
        handlers.extend(self.identity.jobs_with(Arc::new(closures)));
        handlers.extend(self.custody.handlers(listener.clone()));
        handlers.extend(self.rails.handlers(listener.clone()));
        handlers.push(providers::bank::handler(listener.clone()));
        handlers.push(providers::tenant_rails::booking_handler(self.tenant_rails.clone()));
        handlers.push(providers::tenant_rails::switching_handler(self.tenant_rails.clone()));
        handlers.extend(providers::tenant_rails::card_handlers(self.tenant_rails.clone(), listener));
        let folders =
            providers::tenant_rails::folder_jobs(&self.tenant_rails, (self.store.clone(), self.world.clone()));
        handlers.extend(folders.0);
        schedules.extend(folders.1);
        handlers.extend(self.liabilities().handlers());
        handlers.extend(self.operator_alerts().handlers());
        schedules.push(OperatorAlerts::schedule());
        handlers.push(Arc::new(holds));
        handlers.push(Arc::new(housekeeping));
        handlers.push(Arc::new(WebhookHousekeeping::new(self.partners())));
        (handlers, schedules)
    }

    /// Starts to write the histories of prices, and fills their past. A second call has no effect.
    pub(crate) fn start_recording(&mut self) {
        self.feeds.start_recording(&self.store);
    }

    /// Stops writing the histories of prices.
    pub(crate) async fn stop_recording(&mut self) {
        self.feeds.stop_recording().await;
    }

    /// Stops the background tasks. Pending transfers are committed first.
    pub async fn close(mut self) {
        self.stop_recording().await;
        self.feeds.stop().await;
        self.journal.stop().await;
    }
}

impl Workers {
    /// Waits for running jobs and scanner passes.
    pub async fn stop(self) {
        self.jobs.stop().await;
        self.chains.stop().await;
        self.sealing.stop().await;
        self.webhooks.stop().await;
    }
}

/// The sender of emails, whose service reports those that come back.
fn mailer(config: &Config, identity: &Identity) -> anyhow::Result<Arc<dyn Mailer>> {
    identity.hear_bounces_by(mail_events::keys(config.mail_events.clone())?);
    Ok(match &config.smtp_url {
        Some(url) => Arc::new(SmtpMailer::new(url, &config.mail_from).context("AGIO_SMTP_URL or AGIO_MAIL_FROM")?),
        None => Arc::new(NoMailer),
    })
}

fn texter(config: &Config) -> anyhow::Result<Arc<dyn Texter>> {
    let Some(url) = &config.text_url else { return Ok(Arc::new(NoTexter)) };
    let from = config.text_from.as_deref().unwrap_or_default();
    let texter = HttpTexter::new(url, from, config.messenger_from.as_deref());
    Ok(Arc::new(texter.context("AGIO_TEXT_URL, AGIO_TEXT_FROM or AGIO_MESSENGER_FROM")?))
}
