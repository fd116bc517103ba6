//! The rails of each tenant: those of the sandbox for a sandbox, and for a tenant with real customers those that it has
//! connected. Neither reaches the other's.

mod booking;
mod card_jobs;
mod chains;
mod codes;
mod console;
mod folders;
mod health;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use custody::Custody;
use exchange::rails::{
    Acquirer, AddressBook, AddressOwner, AuthorizeRequest, Bank, BankDesk, BankDeskError, BankDetails, BankOverview,
    BankPayment, CardInput, CardOutcome, CardToken, Connected, ConnectionKind, ConnectionSettings, Connections,
    DepositAddress, EntryAct, HotWallet, HotWallets, PayeeMatch, PaymentFile, PayoutOutcome, RailError, ReadStatement,
    StatementPreview, UnclearEntry, WalletInput, WalletRequest, WalletSession, Webhook,
};
use identity::{Identity, Tenant};
use kernel::{Amount, Currency, Network, Payway, PaywayKind, TenantId, TransactionId, World};
use store::Store;
use uuid::Uuid;

pub use booking::booking_handler;
pub use card_jobs::card_handlers;
pub use chains::{ChainTenants, HotLimits, TenantChains};
pub use console::{made_connections, switching_handler};
pub use folders::folder_jobs;

pub use crate::orchestrator::failing_card_lookups;

use self::console::Console;
use crate::bank::{BankFolder, FileBank};
use crate::orchestrator::Orchestrator;
use crate::sandbox::SandboxRails;

/// The payways by which an acquirer of cards carries a currency.
fn payways_of_cards(currency: Currency) -> impl Iterator<Item = (Payway, Currency)> {
    let carries = move |payway: &Payway| payway.kind() == PaywayKind::Card && payway.supports(currency);
    Payway::all().filter(carries).map(move |payway| (payway, currency))
}

/// The rails of all tenants. Cheap to clone.
#[derive(Clone)]
pub struct TenantRails {
    identity: Identity,
    sandbox: SandboxRails,
    custody: Custody,
    chains: Arc<ChainTenants>,
    /// The connections that operators made. Those of the server's settings below win.
    console: Console,
    /// The banks of tenants with real customers, by slug.
    banks: Arc<BTreeMap<String, Arc<FileBank>>>,
    /// The folders of their banks, by the tenant's slug.
    folders: Arc<BTreeMap<String, BankFolder>>,
    /// The card acquirers of tenants with real customers, by slug.
    cards: Arc<BTreeMap<String, Orchestrator>>,
    /// Whether this process also charges, and so has what a wallet approved.
    has_charges: bool,
}

/// A tenant's own bank.
enum Own<'a> {
    Sandbox(&'a SandboxRails),
    /// With whether new business may begin.
    Files(Arc<FileBank>, bool),
    None,
}

/// A tenant's own card acquirer.
enum OwnCards<'a> {
    Sandbox(&'a SandboxRails),
    Orchestrator(Orchestrator),
}

fn missing(rail: &str) -> RailError {
    RailError::Unavailable { rail: rail.to_owned(), reason: "the tenant has not connected it".to_owned() }
}

impl TenantRails {
    /// The rails of the tenants of `identity`. `banks` has the tenants whose bank exchanges files, by slug.
    #[must_use]
    pub fn new(
        identity: Identity,
        sandbox: SandboxRails,
        custody: Custody,
        (store, world): (Store, World),
        banks: BTreeMap<String, FileBank>,
    ) -> Self {
        let console = Console::new(store, world, identity.clone());
        let banks = Arc::new(banks.into_iter().map(|(slug, bank)| (slug, Arc::new(bank))).collect());
        let (chains, folders, cards) = <_>::default();
        Self { identity, sandbox, custody, chains, console, banks, folders, cards, has_charges: true }
    }

    /// Connects the card acquirers of tenants with real customers, by slug. A process without charges, which only serves
    /// requests, offers no wallets of browsers: what they approve stays in memory until the charge.
    #[must_use]
    pub fn with_cards(self, cards: BTreeMap<String, Orchestrator>, has_charges: bool) -> Self {
        Self { cards: Arc::new(cards), has_charges, ..self }
    }

    /// Connects the folders through which banks exchange files, by the tenant's slug.
    #[must_use]
    pub fn with_folders(self, folders: BTreeMap<String, BankFolder>) -> Self {
        Self { folders: Arc::new(folders), ..self }
    }

    /// Connects the chains of tenants with real customers, and keeps sandboxes off main networks.
    #[must_use]
    pub fn with_chains(self, chains: Arc<ChainTenants>) -> Self {
        Self { chains, ..self }
    }

    async fn tenant(&self, tenant: TenantId) -> Result<Tenant, RailError> {
        let unavailable = |error: identity::IdentityError| RailError::Unavailable {
            rail: "tenant".to_owned(),
            reason: error.to_string(),
        };
        self.identity.tenant_by_id(tenant).await.map_err(unavailable)
    }

    /// The kinds of connections that the server's settings make for a tenant.
    fn server_kinds(&self, slug: &str) -> BTreeSet<ConnectionKind> {
        let bank = self.banks.contains_key(slug).then_some(ConnectionKind::Bank);
        let cards = self.cards.contains_key(slug).then_some(ConnectionKind::Cards);
        bank.into_iter().chain(cards).collect()
    }

    /// Whether the server's settings give an account of this connection to a tenant.
    fn is_of_server(&self, settings: &ConnectionSettings) -> bool {
        let ConnectionSettings::Bank { ibans, .. } = settings else { return false };
        self.banks.values().any(|bank| ibans.values().any(|iban| bank.has_account(iban)))
    }

    /// The card acquirer of a tenant with real customers. One that is switched off ends what began with it.
    pub(crate) async fn orchestrator(&self, tenant: TenantId) -> Result<Option<Orchestrator>, RailError> {
        Ok(self.own_cards(tenant).await?.map(|(cards, _)| cards))
    }

    /// The card acquirer, with whether new business may begin.
    async fn own_cards(&self, tenant: TenantId) -> Result<Option<(Orchestrator, bool)>, RailError> {
        let found = self.tenant(tenant).await?;
        if found.sandbox {
            return Ok(None);
        }
        if let Some(cards) = self.cards.get(&found.slug) {
            return Ok(Some((cards.clone(), true)));
        }
        let made = self.console.of(tenant).await?.cards.transpose()?;
        Ok(made.map(|made| (made.rail, made.is_on)))
    }

    async fn acquirer(&self, tenant: TenantId) -> Result<OwnCards<'_>, RailError> {
        match self.orchestrator(tenant).await? {
            Some(own) => Ok(OwnCards::Orchestrator(own)),
            None => self.simulated(tenant, "card").await.map(OwnCards::Sandbox),
        }
    }

    fn in_folder(&self, slug: &str, bank: Arc<FileBank>) -> Arc<FileBank> {
        match self.folders.get(slug) {
            Some(folder) => Arc::new(FileBank::clone(&bank).by_folder(folder.clone())),
            None => bank,
        }
    }

    async fn bank(&self, tenant: TenantId) -> Result<Own<'_>, RailError> {
        let found = self.tenant(tenant).await?;
        if found.sandbox {
            return Ok(Own::Sandbox(&self.sandbox));
        }
        let (bank, is_on) = match self.banks.get(&found.slug) {
            Some(bank) => (bank.clone(), true),
            None => match self.console.of(tenant).await?.bank {
                Some(made) => (made.rail, made.is_on),
                None => return Ok(Own::None),
            },
        };
        Ok(Own::Files(self.in_folder(&found.slug, bank), is_on))
    }

    /// The simulated rails, for a sandbox alone.
    async fn simulated(&self, tenant: TenantId, rail: &str) -> Result<&SandboxRails, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => Ok(rails),
            Own::Files(..) | Own::None => Err(missing(rail)),
        }
    }

    /// The bank of a tenant with real customers.
    pub(crate) async fn desk(&self, tenant: TenantId) -> Result<Arc<FileBank>, BankDeskError> {
        match self.bank(tenant).await? {
            Own::Files(bank, _) => Ok(bank),
            Own::Sandbox(_) | Own::None => Err(BankDeskError::NotConnected),
        }
    }
}

#[async_trait]
impl Connections for TenantRails {
    async fn connected(&self, tenant: TenantId) -> Result<Connected, RailError> {
        let mut payways = match self.bank(tenant).await? {
            Own::Sandbox(_) => {
                let main = self.chains.main_networks();
                return Ok(if main.is_empty() { Connected::Everything } else { Connected::EverythingBut(main) });
            }
            Own::Files(bank, true) => bank.currencies().map(|one| (Payway::Iban, one)).collect(),
            Own::Files(_, false) | Own::None => BTreeSet::new(),
        };
        match self.own_cards(tenant).await {
            Ok(Some((cards, true))) => payways.extend(cards.currencies().flat_map(payways_of_cards)),
            Ok(_) => {}
            // Cards that cannot be used do not stop the bank.
            Err(error) => tracing::warn!(
                event = "connection.unusable", %tenant, %error,
                "The cards of a tenant cannot be used. Its customers are not offered them."
            ),
        }
        payways.extend(self.chains.payways(&self.tenant(tenant).await?.slug));
        Ok(Connected::Payways(payways))
    }
}

#[async_trait]
impl Bank for TenantRails {
    async fn verify_payee(&self, tenant: TenantId, iban: &str, name: &str) -> Result<PayeeMatch, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => rails.verify_payee(tenant, iban, name).await,
            Own::Files(bank, _) => bank.verify_payee(tenant, iban, name).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn details(&self, tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => rails.details(tenant, currency, reference).await,
            Own::Files(bank, _) => bank.details(tenant, currency, reference).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError> {
        match self.bank(payment.tenant).await? {
            Own::Sandbox(rails) => rails.pay(payment).await,
            Own::Files(bank, _) => bank.pay(payment).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => Bank::refund(rails, tenant, transaction, key, reference, amount).await,
            Own::Files(bank, _) => bank.refund(tenant, transaction, key, reference, amount).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => Bank::lookup(rails, tenant, key).await,
            Own::Files(bank, _) => bank.lookup(tenant, key).await,
            Own::None => Err(missing("iban")),
        }
    }
}

#[async_trait]
impl BankDesk for TenantRails {
    async fn overview(&self, tenant: TenantId) -> Result<BankOverview, BankDeskError> {
        self.desk(tenant).await?.overview(tenant).await
    }

    async fn preview_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<StatementPreview>, BankDeskError> {
        self.desk(tenant).await?.preview_statements(tenant, by, file).await
    }

    async fn read_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<ReadStatement>, BankDeskError> {
        self.desk(tenant).await?.read_statements(tenant, by, file).await
    }

    async fn make_payment_file(
        &self,
        tenant: TenantId,
        by: &str,
        currency: Currency,
    ) -> Result<PaymentFile, BankDeskError> {
        self.desk(tenant).await?.make_payment_file(tenant, by, currency).await
    }

    async fn refuse_payment_file(
        &self,
        tenant: TenantId,
        id: Uuid,
        reason: &str,
    ) -> Result<Option<u32>, BankDeskError> {
        self.desk(tenant).await?.refuse_payment_file(tenant, id, reason).await
    }

    async fn payment_file(&self, tenant: TenantId, id: Uuid) -> Result<Option<String>, BankDeskError> {
        self.desk(tenant).await?.payment_file(tenant, id).await
    }

    async fn statement_file(&self, tenant: TenantId, statement: Uuid) -> Result<Option<Vec<u8>>, BankDeskError> {
        self.desk(tenant).await?.statement_file(tenant, statement).await
    }

    async fn unclear_entries(
        &self,
        tenant: TenantId,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<(Vec<UnclearEntry>, bool), BankDeskError> {
        self.desk(tenant).await?.unclear_entries(tenant, after, limit).await
    }

    async fn entry_act(
        &self,
        tenant: TenantId,
        entry: Uuid,
        wanted: EntryAct,
    ) -> Result<Option<EntryAct>, BankDeskError> {
        self.desk(tenant).await?.entry_act(tenant, entry, wanted).await
    }

    async fn act_on_entry(
        &self,
        tenant: TenantId,
        by: &str,
        entry: Uuid,
        act: EntryAct,
    ) -> Result<EntryAct, BankDeskError> {
        self.desk(tenant).await?.act_on_entry(tenant, by, entry, act).await
    }
}

#[async_trait]
impl Acquirer for TenantRails {
    async fn tokenize(&self, tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.tokenize(tenant, card).await,
            OwnCards::Orchestrator(own) => own.tokenize(tenant, card).await,
        }
    }

    async fn tokenize_wallet(&self, tenant: TenantId, wallet: &WalletInput) -> Result<CardToken, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.tokenize_wallet(tenant, wallet).await,
            OwnCards::Orchestrator(own) if self.has_charges => own.tokenize_wallet(tenant, wallet).await,
            OwnCards::Orchestrator(_) => Err(missing("wallet")),
        }
    }

    async fn wallet_sessions(
        &self,
        tenant: TenantId,
        request: &WalletRequest,
    ) -> Result<Vec<WalletSession>, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.wallet_sessions(tenant, request).await,
            OwnCards::Orchestrator(own) if self.has_charges => own.wallet_sessions(tenant, request).await,
            OwnCards::Orchestrator(_) => Ok(Vec::new()),
        }
    }

    async fn has_mandate(&self, tenant: TenantId, card: &CardToken) -> Result<bool, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.has_mandate(tenant, card).await,
            OwnCards::Orchestrator(own) => own.has_mandate(tenant, card).await,
        }
    }

    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError> {
        match self.acquirer(request.tenant).await? {
            OwnCards::Sandbox(rails) => rails.authorize(request).await,
            OwnCards::Orchestrator(own) => {
                // An outside page needs a whole address to come back to. A tenant with wildcard hosts has none.
                let origin = self.tenant(request.tenant).await?.origin_for_mail("");
                let path = request.return_url.as_deref();
                let return_url = origin.zip(path).map(|(origin, path)| format!("{origin}{path}"));
                own.authorize(&AuthorizeRequest { return_url, ..request.clone() }).await
            }
        }
    }

    async fn lookup(&self, tenant: TenantId, key: &str, amount: Amount) -> Result<Option<CardOutcome>, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => Acquirer::lookup(rails, tenant, key, amount).await,
            OwnCards::Orchestrator(own) => own.lookup(tenant, key, amount).await,
        }
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => Acquirer::refund(rails, tenant, transaction, key, reference, amount).await,
            OwnCards::Orchestrator(own) => own.refund(tenant, transaction, key, reference, amount).await,
        }
    }

    async fn payout(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        token: &CardToken,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.payout(tenant, transaction, key, token, amount).await,
            OwnCards::Orchestrator(own) => own.payout(tenant, transaction, key, token, amount).await,
        }
    }

    async fn lookup_payout(
        &self,
        tenant: TenantId,
        key: &str,
        amount: Amount,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        match self.acquirer(tenant).await? {
            OwnCards::Sandbox(rails) => rails.lookup_payout(tenant, key, amount).await,
            OwnCards::Orchestrator(own) => own.lookup_payout(tenant, key, amount).await,
        }
    }

    async fn webhook(&self, tenant: TenantId, signature: &str, body: &[u8]) -> Result<Webhook, RailError> {
        match self.orchestrator(tenant).await? {
            Some(own) => own.webhook(tenant, signature, body).await,
            None => Ok(Webhook::NotConnected),
        }
    }
}

#[async_trait]
impl AddressBook for TenantRails {
    async fn assign(
        &self,
        tenant: TenantId,
        owner: AddressOwner,
        expected: Amount,
        network: Network,
        at_least: u32,
    ) -> Result<DepositAddress, RailError> {
        let found = self.tenant(tenant).await?;
        if !self.chains.may_use(&found.slug, found.sandbox, network) {
            return Err(missing(network.code()));
        }
        self.custody.assign(tenant, owner, expected, network, at_least).await
    }

    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError> {
        self.custody.network_fee(currency, network).await
    }
}

#[async_trait]
impl HotWallets for TenantRails {
    async fn hot_wallets(&self, tenant: TenantId) -> Result<Vec<HotWallet>, RailError> {
        let found = self.tenant(tenant).await?;
        if found.sandbox {
            return Ok(Vec::new());
        }
        chains::hot_wallets(&self.custody, &self.chains, &found).await
    }
}
