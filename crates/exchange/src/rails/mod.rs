//! What the exchanger needs from the outside: ports that `providers` and `custody` implement, and the one shape in which
//! rails tell what happened. Every call that moves money carries a `key`: the provider's idempotency key. An unclear
//! answer is looked up by that key, never repeated blindly (architecture, section 5).

use async_trait::async_trait;
use kernel::{Amount, Currency, DepositAccountId, Network, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

mod event;

pub use crate::decline::{Decline, DeclineCode};
pub use event::{RailEvent, RailEventKind, Target};

/// Why a rail could not be asked, or did not answer. What it answered is in the outcomes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RailError {
    /// What we sent cannot be right, and will not be next time either.
    #[error("{field}: {rule}")]
    Invalid {
        /// The field of the request.
        field: &'static str,
        /// The rule it broke, in plain words.
        rule: String,
    },
    /// Nobody answered, or nobody is connected; trying later may help. For a call that moves money the outcome is unknown.
    #[error("the {rail} rail does not answer: {reason}")]
    Unavailable {
        /// `card`, `iban`, `blik`, or a network.
        rail: String,
        /// For operators; without secrets.
        reason: String,
    },
}

/// What a person types from a card. Never stored and never logged: its `Debug` shows nothing of it.
#[derive(Clone, Deserialize)]
pub struct CardInput {
    /// The number, digits only or with spaces.
    pub number: String,
    /// 1 to 12.
    pub expiry_month: u8,
    /// Four digits.
    pub expiry_year: u16,
    /// Three or four digits.
    pub cvv: String,
    /// As on the card.
    pub holder: String,
}

impl std::fmt::Debug for CardInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardInput(hidden)")
    }
}

/// A card that the acquirer keeps for us: all that we ever hold of one (defaults, point 13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardToken {
    /// The acquirer's name for it.
    pub token: String,
    /// The last four digits.
    pub last4: String,
    /// `visa` or `mastercard`.
    pub brand: String,
}

/// A charge on a card.
#[derive(Debug, Clone)]
pub struct AuthorizeRequest {
    /// Idempotency key; the same key gives the same outcome.
    pub key: String,
    /// Whose customer.
    pub tenant: TenantId,
    /// For what.
    pub transaction: TransactionId,
    /// The card.
    pub token: CardToken,
    /// How much.
    pub amount: Amount,
    /// Where the browser goes after a 3-D Secure page.
    pub return_url: Option<String>,
}

/// How a charge on a card stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardOutcome {
    /// The money is ours.
    Captured {
        /// The acquirer's reference; refunds name it.
        reference: String,
    },
    /// The holder must confirm at `url`; the end of it comes as a [`RailEvent`].
    Challenge {
        /// The 3-D Secure page.
        url: String,
        /// The acquirer's reference.
        reference: String,
    },
    /// Refused for good.
    Declined {
        /// The acquirer's reason.
        reason: Decline,
    },
    /// Nobody knows yet; look it up.
    Unknown,
}

/// How a payment out, or a refund, stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutOutcome {
    /// Sent. Its end comes as [`RailEventKind::PayoutSettled`] or [`RailEventKind::PayoutFailed`].
    Accepted {
        /// The rail's reference.
        reference: String,
    },
    /// Sent, and final: nothing more will be heard of it.
    Settled {
        /// The rail's reference.
        reference: String,
    },
    /// Refused for good; nothing was sent.
    Rejected {
        /// The rail's reason, for people.
        reason: String,
    },
    /// Nobody knows yet; look it up.
    Unknown,
}

/// Takes money from cards and sends money to them.
#[async_trait]
pub trait Acquirer: Send + Sync {
    /// Exchanges a card for a token.
    async fn tokenize(&self, tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError>;
    /// Charges a card, or begins to.
    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError>;
    /// How the charge with this key stands; `None` if it never arrived.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<CardOutcome>, RailError>;
    /// Gives back (part of) a captured charge.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// Sends money to a card.
    async fn payout(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        token: &CardToken,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// How the payout or refund with this key stands; `None` if it never arrived.
    async fn lookup_payout(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// Where a person sends a bank transfer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankDetails {
    /// Our account.
    pub iban: String,
    /// Its bank.
    pub bic: String,
    /// Our name.
    pub beneficiary: String,
    /// What to write in the purpose, so that the payment finds its order.
    pub reference: String,
}

/// A bank transfer out.
#[derive(Debug, Clone)]
pub struct BankPayment {
    /// Idempotency key.
    pub key: String,
    /// Whose customer.
    pub tenant: TenantId,
    /// For what.
    pub transaction: TransactionId,
    /// The payee's account.
    pub iban: String,
    /// The payee's name.
    pub name: String,
    /// How much.
    pub amount: Amount,
    /// The purpose.
    pub reference: String,
}

/// What the payee's bank says of a name and an account (verification of payee, Regulation (EU) 2024/886, Article 5c).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum PayeeMatch {
    /// The account is that person's.
    Match,
    /// The account's name is nearly that one.
    CloseMatch {
        /// The name that the bank knows.
        suggested: String,
    },
    /// The account is somebody else's.
    NoMatch,
    /// Nobody could say: the bank takes no part, does not answer, or does not know.
    NotPossible,
}

/// Receives and sends bank transfers.
#[async_trait]
pub trait Bank: Send + Sync {
    /// Asks the payee's bank whether the account is the named person's. Moves nothing, and may be asked again.
    async fn verify_payee(&self, tenant: TenantId, iban: &str, name: &str) -> Result<PayeeMatch, RailError>;
    /// Where to pay `currency` in, with `reference` as the purpose.
    async fn details(&self, tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError>;
    /// Sends money.
    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError>;
    /// Sends a received payment back where it came from; `reference` names it.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// How the payment or refund with this key stands; `None` if it never arrived.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// How a BLIK charge stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlikOutcome {
    /// The payer must approve in the bank's app; the end of it comes as a [`RailEvent`].
    Pending {
        /// The acquirer's reference.
        reference: String,
    },
    /// The money is ours.
    Paid {
        /// The acquirer's reference.
        reference: String,
    },
    /// Refused for good.
    Declined {
        /// The reason.
        reason: Decline,
    },
    /// The code was no longer valid.
    Expired,
    /// Nobody knows yet; look it up.
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
    /// How the charge with this key stands; `None` if it never arrived.
    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<BlikOutcome>, RailError>;
    /// Gives back a charge.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// How the refund with this key stands; `None` if it never arrived.
    async fn lookup_refund(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError>;
}

/// Where a person sends coins to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositAddress {
    /// The address, as people write it.
    pub address: String,
    /// The memo that must come with it, where the network needs one.
    pub memo: Option<String>,
    /// Confirmations that credit a payment; frozen in the order (defaults C2).
    pub confirmations_required: u32,
}

/// Whose deposit address it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressOwner {
    /// An order's: it is paid once.
    Order(TransactionId),
    /// A deposit account's: it is paid as often as people like.
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
    /// An address of this owner alone; the same one when asked again. `expected` is what will be paid, and decides how many
    /// confirmations are shown; zero where nobody knows.
    async fn assign(
        &self,
        tenant: TenantId,
        owner: AddressOwner,
        expected: Amount,
        network: Network,
    ) -> Result<DepositAddress, RailError>;
    /// What sending `currency` over `network` costs about, in `currency`.
    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError>;
}

/// The payload of a `payout.chain` job, which custody handles. One leg is paid once, for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainPayout {
    /// For what.
    pub transaction: TransactionId,
    /// Which leg of it; (transaction, leg) is the idempotency key.
    pub leg: u16,
    /// What to send.
    pub currency: Currency,
    /// Over what.
    pub network: Network,
    /// To whom.
    pub address: String,
    /// With what memo.
    pub memo: Option<String>,
    /// How much, in atoms, as decimal text.
    pub amount_atoms: String,
}

/// The idempotency key under which a rail pays one leg. A rail that tells of a payout later can read the leg from it with
/// [`leg_of_key`].
#[must_use]
pub fn payout_key(transaction: TransactionId, leg: u16) -> String {
    format!("{transaction}:pay:{leg}")
}

/// The idempotency key of an order's charge number `charge`, from 1. Each charge has a key of its own, so that the answer to
/// one is never taken for the answer to another. The first has no number: so it was named when orders were charged once.
#[must_use]
pub fn charge_key(transaction: TransactionId, charge: u16) -> String {
    if charge <= 1 { format!("{transaction}:charge") } else { format!("{transaction}:charge:{charge}") }
}

/// The number of the charge that a [`charge_key`] names.
#[must_use]
pub fn charge_of_key(key: &str) -> Option<u16> {
    match key.split_once(":charge")? {
        (_, "") => Some(1),
        (_, number) => number.strip_prefix(':')?.parse().ok(),
    }
}

/// The leg that a [`payout_key`] names.
#[must_use]
pub fn leg_of_key(key: &str) -> Option<u16> {
    key.rsplit_once(":pay:").and_then(|(_, leg)| leg.parse().ok())
}
