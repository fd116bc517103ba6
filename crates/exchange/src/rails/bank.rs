//! Bank transfers, and the verification of payees.

use async_trait::async_trait;
use kernel::{Amount, Currency, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::{PayoutOutcome, RailError};

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
