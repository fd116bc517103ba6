//! An exchange without rails, for tests that move no money.

use std::sync::Arc;

use async_trait::async_trait;
use exchange::promotion::NoPromotions;
use exchange::quote::QuoteSigner;
use exchange::rails::{
    Acquirer, AddressBook, AddressOwner, AuthorizeRequest, Bank, BankDesk, BankDeskError, BankDetails, BankOverview,
    BankPayment, CardInput, CardOutcome, CardToken, CodeCharge, CodeIssue, CodeOutcome, CodeService, ConnectionDesk,
    ConnectionError, ConnectionHealth, ConnectionList, ConnectionSecrets, ConnectionSettings, ConnectionTest,
    DepositAddress, EntryAct, EverythingConnected, HotWallet, HotWallets, IssueOutcome, MadeConnection, PayeeMatch,
    PaymentFile, PayoutFee, PayoutFees, PayoutOutcome, RailError, RaiseError, ReadStatement, StatementPreview,
    UnclearEntry, WalletInput,
};
use exchange::requisite::ChainKind;
use exchange::{Exchange, ExchangeParts, Rails, Rates};
use identity::kyc_documents::{Case, Finding};
use identity::operator::FeeRaise;
use identity::texting::TextChannel;
use identity::{Envelope, IdentityCheck, KeyEncryptionKey, MailError, TextMessage, Texter};
use kernel::{Amount, Currency, Network, Payway, TenantId, TransactionId, World};
use ledger::{Journal, JournalConfig};
use partners::outside::{Outside, ProofFailure};
use store::Store;

type Payout = Result<PayoutOutcome, RailError>;

/// Implements every rail as unavailable.
pub(crate) struct StubRails;

fn nobody<T>() -> Result<T, RailError> {
    Err(RailError::Unavailable { rail: "any".into(), reason: "nothing is connected".into() })
}

/// An exchange over this store.
pub(crate) fn exchange(store: &Store, world: &World) -> Exchange {
    let rail = Arc::new(StubRails);
    Exchange::new(ExchangeParts {
        store: store.clone(),
        world: world.clone(),
        journal: Journal::start(store.clone(), world.clone(), JournalConfig::default()),
        markets: Rates::new(world.clone()).into(),
        signer: QuoteSigner::from_seed([1; 32]),
        chains: ChainKind::Sandbox.into(),
        rails: Rails {
            acquirer: rail.clone(),
            bank: rail.clone(),
            codes: rail.clone(),
            addresses: rail,
            connections: Arc::new(EverythingConnected),
        },
        promotions: NoPromotions::port(),
        envelope: Envelope::new(KeyEncryptionKey::new([1; 32]), world.clone()),
    })
}

#[async_trait]
impl IdentityCheck for StubRails {
    async fn check(&self, _: &Case) -> Result<Finding, String> {
        Ok(Finding::Manual)
    }
}

#[async_trait]
impl Texter for StubRails {
    async fn send(&self, _: &TextMessage) -> Result<(), MailError> {
        Err(MailError::Temporary("nothing is connected".into()))
    }

    fn channels(&self) -> &'static [TextChannel] {
        &[]
    }
}

#[async_trait]
impl Outside for StubRails {
    async fn proof(&self, _domain: &str) -> Result<String, ProofFailure> {
        Err(ProofFailure::NoAddress)
    }
}

#[async_trait]
impl Acquirer for StubRails {
    async fn tokenize(&self, _: TenantId, _: &CardInput) -> Result<CardToken, RailError> {
        nobody()
    }
    async fn tokenize_wallet(&self, _: TenantId, _: &WalletInput) -> Result<CardToken, RailError> {
        nobody()
    }
    async fn authorize(&self, _: &AuthorizeRequest) -> Result<CardOutcome, RailError> {
        nobody()
    }
    async fn lookup(&self, _: TenantId, _: &str, _: Amount) -> Result<Option<CardOutcome>, RailError> {
        nobody()
    }
    async fn refund(&self, _: TenantId, _: TransactionId, _: &str, _: &str, _: Amount) -> Payout {
        nobody()
    }
    async fn payout(&self, _: TenantId, _: TransactionId, _: &str, _: &CardToken, _: Amount) -> Payout {
        nobody()
    }
    async fn lookup_payout(&self, _: TenantId, _: &str, _: Amount) -> Result<Option<PayoutOutcome>, RailError> {
        nobody()
    }
}

#[async_trait]
impl Bank for StubRails {
    async fn verify_payee(&self, _: TenantId, _: &str, _: &str) -> Result<PayeeMatch, RailError> {
        nobody()
    }
    async fn details(&self, _: TenantId, _: Currency, _: &str) -> Result<BankDetails, RailError> {
        nobody()
    }
    async fn pay(&self, _: &BankPayment) -> Payout {
        nobody()
    }
    async fn refund(&self, _: TenantId, _: TransactionId, _: &str, _: &str, _: Amount) -> Payout {
        nobody()
    }
    async fn lookup(&self, _: TenantId, _: &str) -> Result<Option<PayoutOutcome>, RailError> {
        nobody()
    }
}

#[async_trait]
impl CodeService for StubRails {
    async fn charge(&self, _: &CodeCharge) -> Result<CodeOutcome, RailError> {
        nobody()
    }
    async fn lookup(&self, _: TenantId, _: Payway, _: &str) -> Result<Option<CodeOutcome>, RailError> {
        nobody()
    }
    async fn issue(&self, _: &CodeIssue) -> Result<IssueOutcome, RailError> {
        nobody()
    }
    async fn lookup_issue(&self, _: TenantId, _: Payway, _: &str) -> Result<Option<IssueOutcome>, RailError> {
        nobody()
    }
    async fn refund(&self, _: TenantId, _: Payway, _: TransactionId, _: &str, _: &str, _: Amount) -> Payout {
        nobody()
    }
    async fn lookup_refund(&self, _: TenantId, _: Payway, _: &str) -> Result<Option<PayoutOutcome>, RailError> {
        nobody()
    }
}

#[async_trait]
impl AddressBook for StubRails {
    async fn assign(
        &self,
        _: TenantId,
        _: AddressOwner,
        _: Amount,
        _: Network,
        _: u32,
    ) -> Result<DepositAddress, RailError> {
        nobody()
    }
    async fn network_fee(&self, _: Currency, _: Network) -> Result<Amount, RailError> {
        nobody()
    }
}

#[async_trait]
impl BankDesk for StubRails {
    async fn overview(&self, _: TenantId) -> Result<BankOverview, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn preview_statements(&self, _: TenantId, _: &str, _: &[u8]) -> Result<Vec<StatementPreview>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn read_statements(&self, _: TenantId, _: &str, _: &[u8]) -> Result<Vec<ReadStatement>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn make_payment_file(&self, _: TenantId, _: &str, _: Currency) -> Result<PaymentFile, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn refuse_payment_file(&self, _: TenantId, _: uuid::Uuid, _: &str) -> Result<Option<u32>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn payment_file(&self, _: TenantId, _: uuid::Uuid) -> Result<Option<String>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn statement_file(&self, _: TenantId, _: uuid::Uuid) -> Result<Option<Vec<u8>>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn unclear_entries(
        &self,
        _: TenantId,
        _: Option<uuid::Uuid>,
        _: u32,
    ) -> Result<(Vec<UnclearEntry>, bool), BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn entry_act(&self, _: TenantId, _: uuid::Uuid, _: EntryAct) -> Result<Option<EntryAct>, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }

    async fn act_on_entry(&self, _: TenantId, _: &str, _: uuid::Uuid, _: EntryAct) -> Result<EntryAct, BankDeskError> {
        Err(BankDeskError::NotConnected)
    }
}

#[async_trait]
impl ConnectionDesk for StubRails {
    async fn connections(&self, _: TenantId) -> Result<ConnectionList, ConnectionError> {
        Err(ConnectionError::Sandbox)
    }

    async fn health(&self, _: TenantId) -> Result<Vec<ConnectionHealth>, ConnectionError> {
        Ok(Vec::new())
    }

    async fn make_connection(
        &self,
        _: TenantId,
        _: &str,
        _: ConnectionSettings,
        _: ConnectionSecrets,
        _: bool,
    ) -> Result<MadeConnection, ConnectionError> {
        Err(ConnectionError::Sandbox)
    }

    async fn test_connection(&self, _: TenantId, _: uuid::Uuid) -> Result<ConnectionTest, ConnectionError> {
        Err(ConnectionError::NotFound)
    }

    async fn switchable(&self, _: TenantId, _: uuid::Uuid, _: bool) -> Result<MadeConnection, ConnectionError> {
        Err(ConnectionError::NotFound)
    }
}

#[async_trait]
impl HotWallets for StubRails {
    async fn hot_wallets(&self, _: TenantId) -> Result<Vec<HotWallet>, RailError> {
        nobody()
    }
}

#[async_trait]
impl PayoutFees for StubRails {
    async fn payout_fees(&self, _: TenantId, _: TransactionId) -> Result<Vec<PayoutFee>, RailError> {
        nobody()
    }
    async fn plan_raise(&self, _: TenantId, _: TransactionId, _: u16, _: u64) -> Result<FeeRaise, RaiseError> {
        Err(RaiseError::Unknown)
    }
    async fn check_raise(&self, _: TenantId, _: &FeeRaise) -> Result<(), RaiseError> {
        Err(RaiseError::Unknown)
    }
}
