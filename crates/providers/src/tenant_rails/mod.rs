//! The rails of each tenant: those of the sandbox for a sandbox, and for a tenant with real customers those that it has
//! connected. Neither reaches the other's.

mod booking;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use exchange::rails::{
    Acquirer, AddressBook, AddressOwner, AuthorizeRequest, Bank, BankDesk, BankDeskError, BankDetails, BankOverview,
    BankPayment, CardInput, CardOutcome, CardToken, CodeCharge, CodeOutcome, CodeService, Connected, Connections,
    DepositAddress, EntryAct, PayeeMatch, PaymentFile, PayoutOutcome, RailError, ReadStatement, StatementPreview,
    UnclearEntry, WalletInput, Webhook,
};
use identity::{Identity, Tenant};
use kernel::{Amount, Currency, Network, Payway, TenantId, TransactionId};
use uuid::Uuid;

pub use booking::booking_handler;

use crate::bank::FileBank;
use crate::orchestrator::Orchestrator;
use crate::sandbox::SandboxRails;

/// The rails of all tenants. Cheap to clone.
#[derive(Clone)]
pub struct TenantRails {
    identity: Identity,
    sandbox: SandboxRails,
    chains: Arc<dyn AddressBook>,
    /// The banks of tenants with real customers, by slug.
    banks: Arc<BTreeMap<String, FileBank>>,
    /// The card acquirers of tenants with real customers, by slug.
    cards: Arc<BTreeMap<String, Orchestrator>>,
}

/// A tenant's own bank.
enum Own<'a> {
    Sandbox(&'a SandboxRails),
    Files(&'a FileBank),
    None,
}

/// A tenant's own card acquirer.
enum OwnCards<'a> {
    Sandbox(&'a SandboxRails),
    Orchestrator(&'a Orchestrator),
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
        chains: Arc<dyn AddressBook>,
        banks: BTreeMap<String, FileBank>,
    ) -> Self {
        Self { identity, sandbox, chains, banks: Arc::new(banks), cards: Arc::default() }
    }

    /// Connects the card acquirers of tenants with real customers, by slug.
    #[must_use]
    pub fn with_cards(self, cards: BTreeMap<String, Orchestrator>) -> Self {
        Self { cards: Arc::new(cards), ..self }
    }

    async fn tenant(&self, tenant: TenantId) -> Result<Tenant, RailError> {
        let unavailable = |error: identity::IdentityError| RailError::Unavailable {
            rail: "tenant".to_owned(),
            reason: error.to_string(),
        };
        self.identity.tenant_by_id(tenant).await.map_err(unavailable)
    }

    /// The card acquirer of a tenant with real customers.
    pub(crate) async fn orchestrator(&self, tenant: TenantId) -> Result<Option<&Orchestrator>, RailError> {
        let found = self.tenant(tenant).await?;
        Ok(self.cards.get(&found.slug).filter(|_| !found.sandbox))
    }

    async fn acquirer(&self, tenant: TenantId) -> Result<OwnCards<'_>, RailError> {
        match self.orchestrator(tenant).await? {
            Some(own) => Ok(OwnCards::Orchestrator(own)),
            None => self.played(tenant, "card").await.map(OwnCards::Sandbox),
        }
    }

    async fn bank(&self, tenant: TenantId) -> Result<Own<'_>, RailError> {
        let found = self.tenant(tenant).await?;
        Ok(match self.banks.get(&found.slug) {
            _ if found.sandbox => Own::Sandbox(&self.sandbox),
            Some(bank) => Own::Files(bank),
            None => Own::None,
        })
    }

    /// The simulated rails, for a sandbox alone.
    async fn played(&self, tenant: TenantId, rail: &str) -> Result<&SandboxRails, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => Ok(rails),
            Own::Files(_) | Own::None => Err(missing(rail)),
        }
    }

    /// The bank of a tenant with real customers.
    pub(crate) async fn desk(&self, tenant: TenantId) -> Result<&FileBank, BankDeskError> {
        match self.bank(tenant).await? {
            Own::Files(bank) => Ok(bank),
            Own::Sandbox(_) | Own::None => Err(BankDeskError::NotConnected),
        }
    }
}

#[async_trait]
impl Connections for TenantRails {
    async fn connected(&self, tenant: TenantId) -> Result<Connected, RailError> {
        let mut payways = match self.bank(tenant).await? {
            Own::Sandbox(_) => return Ok(Connected::Everything),
            Own::Files(bank) => bank.currencies().map(|one| (Payway::Iban, one)).collect(),
            Own::None => BTreeSet::new(),
        };
        if let Some(cards) = self.orchestrator(tenant).await? {
            payways.extend(cards.currencies().map(|one| (Payway::Visamc, one)));
        }
        Ok(Connected::Payways(payways))
    }
}

#[async_trait]
impl Bank for TenantRails {
    async fn verify_payee(&self, tenant: TenantId, iban: &str, name: &str) -> Result<PayeeMatch, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => rails.verify_payee(tenant, iban, name).await,
            Own::Files(bank) => bank.verify_payee(tenant, iban, name).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn details(&self, tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => rails.details(tenant, currency, reference).await,
            Own::Files(bank) => bank.details(tenant, currency, reference).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError> {
        match self.bank(payment.tenant).await? {
            Own::Sandbox(rails) => rails.pay(payment).await,
            Own::Files(bank) => bank.pay(payment).await,
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
            Own::Files(bank) => bank.refund(tenant, transaction, key, reference, amount).await,
            Own::None => Err(missing("iban")),
        }
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        match self.bank(tenant).await? {
            Own::Sandbox(rails) => Bank::lookup(rails, tenant, key).await,
            Own::Files(bank) => bank.lookup(tenant, key).await,
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
            OwnCards::Orchestrator(own) => own.tokenize_wallet(tenant, wallet).await,
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
impl CodeService for TenantRails {
    async fn charge(&self, request: &CodeCharge) -> Result<CodeOutcome, RailError> {
        self.played(request.tenant, request.payway.code()).await?.charge(request).await
    }

    async fn lookup(&self, tenant: TenantId, payway: Payway, key: &str) -> Result<Option<CodeOutcome>, RailError> {
        CodeService::lookup(self.played(tenant, payway.code()).await?, tenant, payway, key).await
    }

    async fn refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let rails = self.played(tenant, payway.code()).await?;
        CodeService::refund(rails, tenant, payway, transaction, key, reference, amount).await
    }

    async fn lookup_refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        self.played(tenant, payway.code()).await?.lookup_refund(tenant, payway, key).await
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
    ) -> Result<DepositAddress, RailError> {
        self.played(tenant, network.code()).await?;
        self.chains.assign(tenant, owner, expected, network).await
    }

    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError> {
        self.chains.network_fee(currency, network).await
    }
}
