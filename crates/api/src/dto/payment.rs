//! How a transaction is paid, and how it pays out.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, NetworkCode};

/// What the payer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentKind {
    /// Gives a card.
    Card,
    /// Makes a bank transfer.
    Bank,
    /// Types a BLIK code.
    Blik,
    /// Sends coins.
    Crypto,
}

/// The payment; of the four parts the one named by `kind` is there.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Payment {
    /// Which of the four.
    pub kind: PaymentKind,
    /// By card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardPayment>,
    /// By bank transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankPayment>,
    /// By BLIK code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blik: Option<BlikPayment>,
    /// Over a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto: Option<CryptoPayment>,
}

/// Where a card payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardState {
    /// No card yet.
    Waiting,
    /// The acquirer is being asked.
    Authorizing,
    /// The bank asks the payer; go to `challenge_url`.
    Challenge,
    /// Paid.
    Paid,
    /// Refused; another card may be tried while the order lives.
    Declined,
}

/// A payment by card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardPayment {
    /// Where it stands.
    pub state: CardState,
    /// The card's last four digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "4242")]
    pub last4: Option<String>,
    /// The card's scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// Where the bank asks the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_url: Option<String>,
}

/// A payment by bank transfer: what to put on it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BankPayment {
    /// The account to pay to.
    pub iban: String,
    /// Its bank.
    pub bic: String,
    /// Whose account it is.
    pub beneficiary: String,
    /// What the transfer must say.
    pub reference: String,
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
}

/// Where a BLIK payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlikState {
    /// No code yet.
    Waiting,
    /// To be approved in the banking app.
    Pending,
    /// Paid.
    Paid,
    /// Refused; another code may be tried while the order lives.
    Declined,
    /// Not approved in time, or the code was too old.
    Expired,
}

/// A payment by BLIK code.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BlikPayment {
    /// Where it stands.
    pub state: BlikState,
    /// Until when it can be approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approve_until: Option<DateTime<Utc>>,
}

/// A payment over a chain.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CryptoPayment {
    /// Where to send; absent for the moment that giving one takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The memo that must be sent along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// On which chain.
    pub network: NetworkCode,
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
    /// All of it for a wallet: the content of the QR code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "litecoin:ltc1q…?amount=1.50000000")]
    pub uri: Option<String>,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Confirmations that it takes.
    pub required: u32,
    /// The transfer on the chain, once seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub txid: Option<String>,
}

/// Where a payout stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayoutState {
    /// To be sent.
    Waiting,
    /// Being sent.
    Sending,
    /// It has left.
    Sent,
    /// It has arrived.
    Settled,
    /// It did not go through.
    Failed,
}

/// A payout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Payout {
    /// Where it stands.
    pub state: PayoutState,
    /// The transfer on the chain, or the bank's reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Where to look at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explorer_url: Option<String>,
    /// Confirmations so far, on a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmations: Option<u32>,
    /// Confirmations that it takes, on a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<u32>,
}
