//! Other services: BLIK, Mono, WhiteBIT, Bybit Pay.

use async_trait::async_trait;
use kernel::{Amount, Payway, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::{Decline, Launch, PayoutOutcome, RailError};

/// A payer's code. A voucher is money until it is used, so `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PayerCode(pub String);

impl std::fmt::Debug for PayerCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PayerCode(hidden)")
    }
}

/// A code that a service has issued as a payout. It is money until it is redeemed, so `Debug` hides it, and it has no
/// serialized form.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedCode(pub String);

impl std::fmt::Debug for IssuedCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IssuedCode(hidden)")
    }
}

/// A payout by another service: a code that the customer redeems there.
#[derive(Debug, Clone)]
pub struct CodeIssue {
    /// The idempotency key; the same key gives the same code.
    pub key: String,
    /// The tenant.
    pub tenant: TenantId,
    /// The transaction that is paid out.
    pub transaction: TransactionId,
    /// The service.
    pub payway: Payway,
    /// What the code is worth.
    pub amount: Amount,
}

/// The outcome of an issue. A service that has accepted one without an answer is [`IssueOutcome::Unknown`]: the code
/// comes by a look-up, never by an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueOutcome {
    /// The code exists.
    Issued {
        /// The service's reference. Not the code.
        reference: String,
        /// The code.
        code: IssuedCode,
    },
    /// Rejected for good; no code exists.
    Rejected {
        /// The service's reason, in plain English.
        reason: String,
    },
    /// The outcome is unknown and must be looked up.
    Unknown,
}

/// A charge by another service: of a code, or after an approval in its app.
#[derive(Debug, Clone)]
pub struct CodeCharge {
    /// The idempotency key; the same key gives the same outcome.
    pub key: String,
    /// The tenant.
    pub tenant: TenantId,
    /// The transaction that is paid.
    pub transaction: TransactionId,
    /// The service.
    pub payway: Payway,
    /// The payer's code, of the payway's [`kernel::CodeForm`].
    pub code: Option<PayerCode>,
    /// The amount.
    pub amount: Amount,
    /// The page to return to after the approval.
    pub return_url: Option<String>,
}

/// The outcome of a charge by another service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeOutcome {
    /// The payer must approve in the service's app; the result arrives as a [`RailEvent`].
    Pending {
        /// The service's reference.
        reference: String,
        /// The place of approval; `None` if the app prompts on its own.
        launch: Option<Launch>,
    },
    /// The charge is captured.
    Paid {
        /// The service's reference.
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

/// Payments through other services: BLIK, Mono, WhiteBIT and Bybit Pay.
#[async_trait]
pub trait CodeService: Send + Sync {
    /// Charges the payer the whole amount. A code of another value is declined, and stays usable.
    async fn charge(&self, request: &CodeCharge) -> Result<CodeOutcome, RailError>;
    /// The outcome of the charge with this key; `None` if the service does not know it.
    async fn lookup(&self, tenant: TenantId, payway: Payway, key: &str) -> Result<Option<CodeOutcome>, RailError>;
    /// Issues one code of the amount.
    async fn issue(&self, request: &CodeIssue) -> Result<IssueOutcome, RailError>;
    /// The outcome of the issue with this key, with its code; `None` if the service does not know it.
    async fn lookup_issue(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<IssueOutcome>, RailError>;
    /// Refunds a charge.
    async fn refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError>;
    /// The outcome of the refund with this key; `None` if the service does not know it.
    async fn lookup_refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<PayoutOutcome>, RailError>;
}
