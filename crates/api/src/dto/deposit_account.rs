//! The permanent address or bank reference of a profile.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, NetworkCode, PaywayCode};

/// Which deposit account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositAccountRequest {
    /// What is to be sent.
    pub currency: CurrencyCode,
    /// How: a network, or `iban`.
    pub payway: PaywayCode,
}

/// Where the profile's money can be sent at any time, as often as one likes. It never changes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositAccount {
    /// Its id.
    #[schema(example = "dep_019a0000000070008000000000000001")]
    pub id: String,
    /// What can be sent.
    pub currency: CurrencyCode,
    /// How.
    pub payway: PaywayCode,
    /// The bank account, for bank transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<DepositBank>,
    /// The address, for coins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto: Option<DepositCrypto>,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}

/// A bank account to send to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositBank {
    /// The account.
    pub iban: String,
    /// Its bank.
    pub bic: String,
    /// Its owner.
    pub beneficiary: String,
    /// What to write as the purpose: it names the profile.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
}

/// An address to send to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositCrypto {
    /// The address.
    pub address: String,
    /// The memo that must come with it, where the network needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// The network.
    pub network: NetworkCode,
    /// Confirmations that credit a small payment; a large one needs more.
    #[schema(minimum = 1)]
    pub required: u32,
    /// Seconds that this usually takes.
    #[schema(minimum = 0)]
    pub usual_seconds: u32,
}

/// A payment that somebody sends to a deposit account in the sandbox.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxPayment {
    /// How much.
    pub amount: Decimal,
    /// What the payer writes on a bank transfer, at most 140 characters; the account's own reference when absent.
    #[schema(max_length = 140)]
    pub reference: Option<String>,
}
