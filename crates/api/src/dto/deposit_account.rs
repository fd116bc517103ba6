//! Permanent deposit addresses and bank references of a profile.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, NetworkCode, PaywayCode};

/// Which deposit account to open or return.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositAccountRequest {
    /// Currency of the payments.
    pub currency: CurrencyCode,
    /// A network, or `iban`.
    pub payway: PaywayCode,
}

/// A permanent destination for deposits, usable any number of times. It never changes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositAccount {
    /// Its id.
    #[schema(example = "dep_019a0000000070008000000000000001")]
    pub id: String,
    /// Currency of the payments.
    pub currency: CurrencyCode,
    /// The payway.
    pub payway: PaywayCode,
    /// Minimum amount of one deposit; a smaller payment is credited too. Absent while there is no rate to calculate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_amount: Option<Decimal>,
    /// Bank account, for bank transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<DepositBank>,
    /// Crypto address, for blockchain transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto: Option<DepositCrypto>,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}

/// The bank account to send to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositBank {
    /// IBAN.
    pub iban: String,
    /// BIC of the bank.
    pub bic: String,
    /// Name of the account holder.
    pub beneficiary: String,
    /// Payment reference that the transfer must contain. It identifies the profile.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
}

/// The crypto address to send to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DepositCrypto {
    /// The address.
    pub address: String,
    /// The memo or tag that must be sent, on networks that use one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// The network.
    pub network: NetworkCode,
    /// Confirmations required for a small payment; large payments need more.
    #[schema(minimum = 1)]
    pub required: u32,
    /// Typical time in seconds until these confirmations.
    #[schema(minimum = 0)]
    pub usual_seconds: u32,
}

/// A simulated payment to a deposit account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxPayment {
    /// The amount.
    pub amount: Decimal,
    /// Payment reference of a bank transfer, at most 140 characters. The account's own reference if absent.
    #[schema(max_length = 140)]
    pub reference: Option<String>,
    /// A mistake of a payer of coins. `wrong_token` pays 20 of another coin, whatever the amount.
    pub mistake: Option<SandboxMistake>,
}

/// A mistake of a payer of coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SandboxMistake {
    /// Another network that has the same address.
    WrongNetwork,
    /// Another currency of the same network.
    WrongToken,
    /// No memo.
    MissingMemo,
}
