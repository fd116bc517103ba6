//! The shapes of the bank's routes.

use chrono::{DateTime, NaiveDate, Utc};
use exchange::rails::{
    BalanceGap, BankOverview, EntryAct, PaymentFile, ReadStatement, StatementPreview, UnclearEntry, WaitingPayments,
};
use identity::operator::{StatementToBook, StatementsToBook};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dto::code::coded;
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
    /// The gaps between the latest statements of an account, newest first.
    gaps: Vec<BankGapInfo>,
}

/// Two statements of an account of which the second does not begin with the balance that the first ends with.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankGapInfo {
    /// The bank's number of the first statement.
    before: String,
    /// The bank's number of the second statement.
    after: String,
    /// First missing sequence number, if the bank numbers its statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_from: Option<u64>,
    /// Last missing sequence number.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_to: Option<u64>,
    /// Whether the second statement begins before the first one ends.
    is_overlap: bool,
    /// Closing balance of the first statement.
    closing: Money,
    /// Opening balance of the second statement.
    opening: Money,
}

/// An entry of a statement that an operator must classify.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankEntryInfo {
    /// Id of the entry.
    id: Uuid,
    /// Day of the booking, as the bank writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    booked_on: Option<NaiveDate>,
    /// Whether money came in.
    is_credit: bool,
    /// The amount.
    amount: Money,
    /// Name of the other side, if the bank names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The text of the payer or of the bank.
    text: String,
    /// When it was read.
    created_at: DateTime<Utc>,
    /// Whether another message within 30 days had a payment of the same amount, and no other account: perhaps this one.
    is_like_payment: bool,
}

coded! {
    /// The classification of an entry.
    pub(in crate::operator) type BankEntryState = EntryAct;
}

/// An entry that was decided, by this request or before.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct BankEntryActed {
    /// The classification.
    state: BankEntryState,
}

impl From<EntryAct> for BankEntryActed {
    fn from(act: EntryAct) -> Self {
        let state = act.into();
        Self { state }
    }
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
    /// When an operator marked it as refused by the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_at: Option<DateTime<Utc>>,
    /// Sum of the payments.
    total: Money,
    /// Email of the operator who made it, or `folder`.
    made_by: String,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// Whether it goes through the bank's folder. Otherwise an operator downloads it and gives it to the bank.
    by_folder: bool,
    /// When it was written into the bank's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    written_at: Option<DateTime<Utc>>,
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
    /// The proposal that a second operator must approve before the new entries are booked. Absent without new entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<String>,
}

/// The statements that a second operator is asked to book.
pub(super) fn to_book(by: &str, seen: &[StatementPreview]) -> StatementsToBook {
    let statement = |one: &StatementPreview| StatementToBook {
        account: one.read.account.clone(),
        number: one.read.number.clone(),
        entries: one.read.new_entries,
        payments: one.read.payments,
        settled: one.read.settled,
        returned: one.read.returned,
        others: one.read.others,
        money_in: one.money_in,
        money_out: one.money_out,
        opening: one.opening,
        closing: one.closing,
    };
    StatementsToBook {
        file_sha256: seen.first().map_or_else(String::new, |one| one.read.file_sha256.clone()),
        uploaded_by: by.to_owned(),
        statements: seen.iter().map(statement).collect(),
    }
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
    /// SHA-256 of the file that it came in, in lower-case hexadecimal digits.
    file_sha256: String,
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
            gaps: bank.gaps.into_iter().map(BankGapInfo::from).collect(),
        }
    }
}

impl From<BalanceGap> for BankGapInfo {
    fn from(gap: BalanceGap) -> Self {
        let (missing_from, missing_to) = gap.missing.unzip();
        Self {
            before: gap.before,
            after: gap.after,
            missing_from,
            missing_to,
            is_overlap: gap.is_overlap,
            closing: gap.closing.into(),
            opening: gap.opening.into(),
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
            id: entry.id,
            booked_on: entry.booked_on,
            is_credit: entry.is_credit,
            amount: entry.amount.into(),
            name: entry.name,
            text: entry.remittance,
            created_at: entry.created_at,
            is_like_payment: entry.is_like_payment,
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
            by_folder: file.by_folder,
            written_at: file.written_at,
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
            file_sha256: read.file_sha256,
            read_by: read.read_by,
            created_at: read.created_at,
        }
    }
}
