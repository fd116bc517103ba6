//! Pay-in and payout of a transaction.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::order::RefundAddress;
use super::scalar::{CurrencyCode, Decimal, NetworkCode};

/// Kind of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentKind {
    /// Card.
    Card,
    /// Bank transfer.
    Bank,
    /// A code of another service, or an approval in its app.
    Code,
    /// Blockchain transfer.
    Crypto,
}

/// The payment. Of the four parts, only the one named by `kind` is present.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Payment {
    /// Which part is present.
    pub kind: PaymentKind,
    /// Card payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardPayment>,
    /// Bank transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankPayment>,
    /// Payment through another service: BLIK, Mono, WhiteBIT or Bybit Pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<CodePayment>,
    /// Blockchain transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto: Option<CryptoPayment>,
}

/// State of a card payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardState {
    /// No card submitted yet.
    Waiting,
    /// Authorisation is pending at the acquirer.
    Authorizing,
    /// 3-D Secure is required; bring the customer to `launch`.
    Challenge,
    /// Paid.
    Paid,
    /// Declined. Another card can be tried until the order expires.
    Declined,
}

/// Card payment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardPayment {
    /// State.
    pub state: CardState,
    /// Last four digits of the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "4242")]
    pub last4: Option<String>,
    /// Card scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// The place of 3-D Secure, while it is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<Launch>,
}

/// Bank transfer: the details that the customer must use.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BankPayment {
    /// IBAN to pay to.
    pub iban: String,
    /// BIC of the bank.
    pub bic: String,
    /// Name of the account holder.
    pub beneficiary: String,
    /// Payment reference that the transfer must contain.
    pub reference: String,
    /// Amount to transfer.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
}

/// State of a payment through another service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeState {
    /// Not begun: no code submitted yet.
    Waiting,
    /// Waits for approval in the service's app.
    Pending,
    /// Paid.
    Paid,
    /// Declined. It can be tried again until the order expires.
    Declined,
    /// Not approved in time, or the code had expired.
    Expired,
}

coded! {
    /// The code that the payer enters.
    pub type CodeForm = kernel::CodeForm;
}

/// How the payer reaches the approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum LaunchKind {
    /// The browser goes to a page.
    Get,
    /// The browser sends `fields` as a form to a page, in place of the present one.
    Post,
    /// The page shows the approval in a frame, and leads to it where a frame is not possible.
    Iframe,
    /// The payer scans a QR code with the service's app.
    Qrcode,
    /// A link opens the service's app.
    Deeplink,
}

/// The place where the payer approves.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Launch {
    /// The way to reach it.
    pub kind: LaunchKind,
    /// The page, the content of the frame or of the QR code, or the link.
    pub url: String,
    /// The fields of the form; only for `POST`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub fields: Vec<LaunchField>,
}

/// A field of a form that the browser sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LaunchField {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Payment through another service.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CodePayment {
    /// State.
    pub state: CodeState,
    /// The code that the payer enters. Absent if the payer approves in the service's app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<CodeForm>,
    /// The place of approval, while the approval is pending. Absent if the payer's app prompts on its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<Launch>,
    /// Deadline for the approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approve_until: Option<DateTime<Utc>>,
}

/// Blockchain transfer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CryptoPayment {
    /// Address to send to. Absent for a moment, until it is assigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Memo or tag that must be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// The blockchain.
    pub network: NetworkCode,
    /// Amount to send.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
    /// Payment URI for a wallet: the content of the QR code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "litecoin:ltc1q…?amount=1.50000000")]
    pub uri: Option<String>,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Required confirmations.
    pub required: u32,
    /// Transaction id on the blockchain, once seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub txid: Option<String>,
    /// The refund address, if the order named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund_to: Option<RefundAddress>,
}

/// State of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayoutState {
    /// Not sent yet.
    Waiting,
    /// Being sent.
    Sending,
    /// Sent.
    Sent,
    /// Settled at the recipient.
    Settled,
    /// Failed.
    Failed,
}

/// A payout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Payout {
    /// State.
    pub state: PayoutState,
    /// Transaction id on the blockchain, or the bank's reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Confirmations so far, on a blockchain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmations: Option<u32>,
    /// Required confirmations, on a blockchain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<u32>,
}
