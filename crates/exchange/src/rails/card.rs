//! Cards and the wallets that hold them.

use std::net::IpAddr;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Amount, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::{Decline, DeviceInfo, Launch, PayoutOutcome, RailError, WalletInput, WalletRequest, WalletSession};

/// Card details as typed by the customer. Never stored and never logged: `Debug` hides them.
#[derive(Clone, Deserialize)]
pub struct CardInput {
    /// The number: digits, with or without spaces.
    pub number: String,
    /// 1 to 12.
    pub expiry_month: u8,
    /// Four digits.
    pub expiry_year: u16,
    /// Three or four digits; `None` for a card that only receives payouts.
    pub cvv: Option<String>,
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

/// Who starts a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initiator {
    /// The cardholder, who can authenticate.
    Customer,
    /// The platform, under the cardholder's standing agreement. Nobody is there to authenticate (PSD2: merchant-initiated
    /// transaction).
    Merchant,
}

/// A cardholder's agreement that the platform charges a card without them. It is personal data: `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct CardAgreement {
    /// When the cardholder agreed.
    pub accepted_at: DateTime<Utc>,
    /// The address of the cardholder's browser, if known.
    pub address: Option<IpAddr>,
    /// The cardholder's browser: the header `User-Agent`.
    pub user_agent: String,
}

impl std::fmt::Debug for CardAgreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardAgreement(hidden)")
    }
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
    /// The payer's browser, if the client reported it.
    pub device: Option<DeviceInfo>,
    /// Who starts it.
    pub initiator: Initiator,
    /// The cardholder's agreement to later charges without them. With it, the charge also sets up a mandate.
    pub agreement: Option<CardAgreement>,
}

/// The outcome of a card charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardOutcome {
    /// The charge is captured.
    Captured {
        /// The acquirer's reference; refunds refer to it.
        reference: String,
    },
    /// The cardholder must authenticate; the result arrives as a [`RailEvent`].
    Challenge {
        /// The place of 3-D Secure.
        launch: Launch,
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

/// The result of a webhook of an acquirer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Webhook {
    /// The tenant has no acquirer that sends webhooks.
    NotConnected,
    /// Its signature does not fit its body.
    Unauthenticated,
    /// Taken, or about nothing of the platform's. A webhook decides nothing: its object is looked up.
    Taken,
}

/// Charges cards and pays out to them.
#[async_trait]
pub trait Acquirer: Send + Sync {
    /// Exchanges card details for a token.
    async fn tokenize(&self, tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError>;
    /// Exchanges a wallet's payment token for a card token.
    async fn tokenize_wallet(&self, tenant: TenantId, wallet: &WalletInput) -> Result<CardToken, RailError>;
    /// The wallets that can pay an order in a browser, each with what the browser needs to open it. Empty if the
    /// acquirer takes none.
    async fn wallet_sessions(
        &self,
        tenant: TenantId,
        request: &WalletRequest,
    ) -> Result<Vec<WalletSession>, RailError> {
        let _ = (tenant, request);
        Ok(Vec::new())
    }
    /// Whether the acquirer has a mandate for a card: the cardholder has paid with it once under a [`CardAgreement`].
    /// Without one, a charge by [`Initiator::Merchant`] is refused.
    async fn has_mandate(&self, tenant: TenantId, card: &CardToken) -> Result<bool, RailError> {
        let _ = (tenant, card);
        Ok(true)
    }
    /// Charges a card, or starts the authentication.
    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError>;
    /// The outcome of the charge of `amount` with this key; `None` if the acquirer does not know it. A charge of another
    /// amount is an unknown outcome.
    async fn lookup(&self, tenant: TenantId, key: &str, amount: Amount) -> Result<Option<CardOutcome>, RailError>;
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
    /// The outcome of the payout or refund of `amount` with this key; `None` if the acquirer does not know it. One of
    /// another amount is an unknown outcome.
    async fn lookup_payout(
        &self,
        tenant: TenantId,
        key: &str,
        amount: Amount,
    ) -> Result<Option<PayoutOutcome>, RailError>;
    /// Takes a webhook, with its signature as it was sent. A repeated, late or reordered one changes nothing.
    async fn webhook(&self, tenant: TenantId, signature: &str, body: &[u8]) -> Result<Webhook, RailError> {
        let _ = (tenant, signature, body);
        Ok(Webhook::NotConnected)
    }
}
