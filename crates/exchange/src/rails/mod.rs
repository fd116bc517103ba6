//! The ports of the exchange to the rails, which `providers` and `custody` implement, and the one form of rail events.
//! Every call that moves money carries a `key`: the provider's idempotency key. After an unclear answer, the outcome is
//! looked up by that key; the call is never repeated blindly.

use async_trait::async_trait;
use kernel::{Amount, Currency, DepositAccountId, Network, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

mod event;

pub use crate::decline::{Decline, DeclineCode};
pub use event::{RailEvent, RailEventKind, Target};

/// Why a call to a rail failed. The outcomes hold the business answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RailError {
    /// The request is invalid and must not be repeated.
    #[error("{field}: {rule}")]
    Invalid {
        /// The field of the request.
        field: &'static str,
        /// The broken rule, in plain English.
        rule: String,
    },
    /// The rail does not answer or is not connected; a retry may help. The outcome of a call that moves money is then
    /// unknown.
    #[error("the {rail} rail does not answer: {reason}")]
    Unavailable {
        /// `card`, `iban`, `blik`, or a network.
        rail: String,
        /// The reason, for operators; without secrets.
        reason: String,
    },
}

/// Card details as typed by the customer. Never stored and never logged: `Debug` hides them.
#[derive(Clone, Deserialize)]
pub struct CardInput {
    /// The number: digits, with or without spaces.
    pub number: String,
    /// 1 to 12.
    pub expiry_month: u8,
    /// Four digits.
    pub expiry_year: u16,
    /// Three or four digits.
    pub cvv: String,
    /// The name as printed on the card.
    pub holder: String,
}

impl std::fmt::Debug for CardInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardInput(hidden)")
    }
}

/// A tokenized card: the only card data that the platform stores (PCI DSS).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardToken {
    /// The acquirer's token.
    pub token: String,
    /// The last four digits.
    pub last4: String,
    /// `visa` or `mastercard`.
    pub brand: String,
}

/// A charge of a card.
#[derive(Debug, Clone)]
pub struct AuthorizeRequest {
    /// The idempotency key; the same key gives the same outcome.
    pub key: String,
    /// The tenant.
    pub tenant: TenantId,
    /// The transaction that is paid.
    pub transaction: TransactionId,
    /// The card.
    pub token: CardToken,
    /// The amount.
    pub amount: Amount,
    /// The page to return to after 3-D Secure.
    pub return_url: Option<String>,
}

/// The outcome of a card charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardOutcome {
    /// The charge is captured.
    Captured {
        /// The acquirer's reference; refunds refer to it.
        reference: String,
    },
    /// The cardholder must authenticate at `url`; the result arrives as a [`RailEvent`].
    Challenge {
        /// The 3-D Secure page.
        url: String,
        /// The acquirer's reference.
        reference: String,
    },
    /// Declined for good.
    Declined {
        /// The acquirer's reason.
        reason: Decline,
    },
    /// The outcome is unknown and must be looked up.
    Unknown,
}

/// The outcome of a payout or refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutOutcome {
    /// Accepted. The result arrives as [`RailEventKind::PayoutSettled`] or [`RailEventKind::PayoutFailed`].
    Accepted {
        /// The rail's reference.
        reference: String,
    },
    /// Sent and final: no event will follow.
    Settled {
        /// The rail's reference.
        reference: String,
    },
    /// Rejected for good; no money was sent.
    Rejected {
        /// The rail's reason, in plain English.
        reason: String,
    },
    /// The outcome is unknown and must be looked up.
    Unknown,
}

/// Charges cards and pays out to them.
#[async_trait]
pub trait Acquirer: Send + Sync {
    /// Exchanges card details for a token.
    async fn tokenize(&self, tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError>;
    /// Charges a card, or starts the authentication.
    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError>;
    /// The outcome of the charge with this key; `None` if the acquirer does not know it.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<CardOutcome>, RailError>;
    /// Refunds a captured charge, or a part of it.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// Pays out to a card.
    async fn payout(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        token: &CardToken,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// The outcome of the payout or refund with this key; `None` if the acquirer does not know it.
    async fn lookup_payout(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// The account to which a customer sends a bank transfer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankDetails {
    /// The platform's IBAN.
    pub iban: String,
    /// The BIC of its bank.
    pub bic: String,
    /// The account holder.
    pub beneficiary: String,
    /// The remittance information by which the payment finds its order.
    pub reference: String,
}

/// An outgoing bank transfer.
#[derive(Debug, Clone)]
pub struct BankPayment {
    /// The idempotency key.
    pub key: String,
    /// The tenant.
    pub tenant: TenantId,
    /// The transaction that is paid out.
    pub transaction: TransactionId,
    /// The payee's account.
    pub iban: String,
    /// The payee's name.
    pub name: String,
    /// The amount.
    pub amount: Amount,
    /// The remittance information.
    pub reference: String,
}

/// The answer of the payee's bank about a name and an account (verification of payee, Regulation (EU) No 260/2012,
/// Article 5c, inserted by Regulation (EU) 2024/886).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum PayeeMatch {
    /// The account belongs to the named person.
    Match,
    /// The account holder's name is similar.
    CloseMatch {
        /// The name that the bank suggests.
        suggested: String,
    },
    /// The account belongs to another person.
    NoMatch,
    /// No answer is possible: the bank does not participate, does not answer, or does not know.
    NotPossible,
}

/// Receives and sends bank transfers.
#[async_trait]
pub trait Bank: Send + Sync {
    /// Asks the payee's bank whether the account belongs to the named person. Moves no money, and may be repeated.
    async fn verify_payee(&self, tenant: TenantId, iban: &str, name: &str) -> Result<PayeeMatch, RailError>;
    /// The account for incoming transfers in `currency`, with `reference` as remittance information.
    async fn details(&self, tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError>;
    /// Sends a bank transfer.
    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError>;
    /// Returns a received payment to its sender; `reference` is the payment's reference.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// The outcome of the payment or refund with this key; `None` if the bank does not know it.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// The outcome of a BLIK charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlikOutcome {
    /// The payer must approve in the bank's app; the result arrives as a [`RailEvent`].
    Pending {
        /// The acquirer's reference.
        reference: String,
    },
    /// The charge is captured.
    Paid {
        /// The acquirer's reference.
        reference: String,
    },
    /// Declined for good.
    Declined {
        /// The reason.
        reason: Decline,
    },
    /// The code had expired.
    Expired,
    /// The outcome is unknown and must be looked up.
    Unknown,
}

/// Takes BLIK payments.
#[async_trait]
pub trait Blik: Send + Sync {
    /// Charges a six-digit code.
    async fn charge(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        code: &str,
        amount: Amount,
    ) -> Result<BlikOutcome, RailError>;
    /// The outcome of the charge with this key; `None` if the acquirer does not know it.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<BlikOutcome>, RailError>;
    /// Refunds a charge.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// The outcome of the refund with this key; `None` if the acquirer does not know it.
    async fn lookup_refund(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// The address to which a customer sends coins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositAddress {
    /// The address in its usual form.
    pub address: String,
    /// The memo that must accompany the payment, if the network needs one.
    pub memo: Option<String>,
    /// The confirmations required for credit; frozen in the order.
    pub confirmations_required: u32,
}

/// The owner of a deposit address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressOwner {
    /// An order: the address is meant for one payment.
    Order(TransactionId),
    /// A deposit account: the address takes any number of payments.
    Account(DepositAccountId),
}

impl From<TransactionId> for AddressOwner {
    fn from(id: TransactionId) -> Self {
        Self::Order(id)
    }
}

/// Deposit addresses and network fees; implemented by custody.
#[async_trait]
pub trait AddressBook: Send + Sync {
    /// The deposit address of this owner alone; repeated calls return the same one. `expected` is the expected amount,
    /// which determines the displayed number of confirmations; zero if unknown.
    async fn assign(
        &self,
        tenant: TenantId,
        owner: AddressOwner,
        expected: Amount,
        network: Network,
    ) -> Result<DepositAddress, RailError>;
    /// The estimated fee of sending `currency` over `network`, in `currency`.
    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError>;
}

/// The payload of a `payout.chain` job, which custody handles. Each leg is paid at most once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainPayout {
    /// The transaction that is paid out.
    pub transaction: TransactionId,
    /// The leg; (transaction, leg) is the idempotency key.
    pub leg: u16,
    /// The currency.
    pub currency: Currency,
    /// The network.
    pub network: Network,
    /// The destination address.
    pub address: String,
    /// The memo, if any.
    pub memo: Option<String>,
    /// The amount in atoms, as decimal text.
    pub amount_atoms: String,
}

/// The idempotency key of a leg's payout. A rail that reports on a payout later can recover the leg with
/// [`leg_of_key`].
#[must_use]
pub fn payout_key(transaction: TransactionId, leg: u16) -> String {
    format!("{transaction}:pay:{leg}")
}

/// The idempotency key of an order's charge number `charge`, from 1. Each charge has its own key, so that answers
/// cannot be confused. The first key has no number, for compatibility with orders that allowed one charge only.
#[must_use]
pub fn charge_key(transaction: TransactionId, charge: u16) -> String {
    if charge <= 1 { format!("{transaction}:charge") } else { format!("{transaction}:charge:{charge}") }
}

/// The charge number in a [`charge_key`].
#[must_use]
pub fn charge_of_key(key: &str) -> Option<u16> {
    match key.split_once(":charge")? {
        (_, "") => Some(1),
        (_, number) => number.strip_prefix(':')?.parse().ok(),
    }
}

/// The leg in a [`payout_key`].
#[must_use]
pub fn leg_of_key(key: &str) -> Option<u16> {
    key.rsplit_once(":pay:").and_then(|(_, leg)| leg.parse().ok())
}
