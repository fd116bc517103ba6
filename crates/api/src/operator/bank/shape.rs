//! The shapes of the bank's routes.

use chrono::{DateTime, Utc};
use exchange::rails::{BankOverview, PaymentFile, ReadStatement, UnclearEntry, WaitingPayments};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dto::scalar::{CurrencyCode, Money};

/// The state of a bank that exchanges files.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankInfo {
    /// Accounts.
    accounts: Vec<BankAccountInfo>,
    /// Payments that wait for a payment file, by currency.
    waiting: Vec<BankWaitingInfo>,
    /// The latest payment files, newest first.
    files: Vec<BankFileInfo>,
    /// The latest statements, newest first.
    statements: Vec<BankStatementInfo>,
    /// The latest entries that mean nothing known, newest first. They have moved no money here.
    unclear: Vec<BankEntryInfo>,
}

/// An entry of a statement that an operator must look at.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankEntryInfo {
    /// Its reference.
    reference: String,
    /// Whether money came in.
    is_credit: bool,
    /// The amount.
    amount: Money,
    /// Name of the other side, if the bank names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// What the payer or the bank wrote.
    text: String,
    /// When it was read.
    created_at: DateTime<Utc>,
}

/// An account at the bank.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankAccountInfo {
    /// Its currency.
    currency: CurrencyCode,
    /// Its IBAN.
    iban: String,
}

/// Payments that wait for a payment file.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankWaitingInfo {
    /// Number of payments.
    payments: u32,
    /// Their sum.
    total: Money,
    /// When the oldest one was ordered.
    oldest_at: DateTime<Utc>,
}

/// The currency of a new payment file.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::operator) struct NewBankFile {
    /// Its currency.
    pub currency: CurrencyCode,
}

/// A payment file.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankFileInfo {
    /// Id of the file.
    id: Uuid,
    /// Message id inside the file.
    message_id: String,
    /// Number of payments.
    payments: u32,
    /// Payments of it that are in a statement, as sent or as returned, or were refused with the file.
    ended: u32,
    /// When an operator said that the bank refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_at: Option<DateTime<Utc>>,
    /// Sum of the payments.
    total: Money,
    /// Email of the operator who made it.
    made_by: String,
    /// When it was made.
    created_at: DateTime<Utc>,
}

/// A payment file that the bank refused.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankFileRefused {
    /// Payments that count as failed now.
    pub failed: u32,
}

/// Statements that were read from one file.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct StatementsRead {
    /// The statements.
    pub data: Vec<BankStatementInfo>,
}

/// A statement that was read.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankStatementInfo {
    /// Id of the statement.
    id: Uuid,
    /// IBAN of the account.
    account: String,
    /// The bank's number of the statement.
    number: String,
    /// Booked entries in it.
    entries: u32,
    /// Entries that no earlier statement had.
    new_entries: u32,
    /// Incoming payments among the new entries.
    payments: u32,
    /// Own payments among the new entries that the bank has made.
    settled: u32,
    /// Own payments among the new entries that came back.
    returned: u32,
    /// New entries that are none of these, such as fees of the bank.
    others: u32,
    /// Email of the operator who read it.
    read_by: String,
    /// When it was read.
    created_at: DateTime<Utc>,
}

impl From<BankOverview> for BankInfo {
    fn from(bank: BankOverview) -> Self {
        let account = |(currency, iban)| BankAccountInfo { currency: CurrencyCode(currency), iban };
        Self {
            accounts: bank.accounts.into_iter().map(account).collect(),
            waiting: bank.waiting.into_iter().map(BankWaitingInfo::from).collect(),
            files: bank.files.into_iter().map(BankFileInfo::from).collect(),
            statements: bank.statements.into_iter().map(BankStatementInfo::from).collect(),
            unclear: bank.unclear.into_iter().map(BankEntryInfo::from).collect(),
        }
    }
}

impl From<WaitingPayments> for BankWaitingInfo {
    fn from(waiting: WaitingPayments) -> Self {
        Self { payments: waiting.payments, total: waiting.total.into(), oldest_at: waiting.oldest_at }
    }
}

impl From<UnclearEntry> for BankEntryInfo {
    fn from(entry: UnclearEntry) -> Self {
        Self {
            reference: entry.reference,
            is_credit: entry.is_credit,
            amount: entry.amount.into(),
            name: entry.name,
            text: entry.remittance,
            created_at: entry.created_at,
        }
    }
}

impl From<PaymentFile> for BankFileInfo {
    fn from(file: PaymentFile) -> Self {
        Self {
            id: file.id,
            message_id: file.message_id,
            payments: file.payments,
            ended: file.ended,
            refused_at: file.refused_at,
            total: file.total.into(),
            made_by: file.made_by,
            created_at: file.created_at,
        }
    }
}

impl From<ReadStatement> for BankStatementInfo {
    fn from(read: ReadStatement) -> Self {
        Self {
            id: read.id,
            account: read.account,
            number: read.number,
            entries: read.entries,
            new_entries: read.new_entries,
            payments: read.payments,
            settled: read.settled,
            returned: read.returned,
            others: read.others,
            read_by: read.read_by,
            created_at: read.created_at,
        }
    }
}
