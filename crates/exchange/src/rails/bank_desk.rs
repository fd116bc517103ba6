//! The port to a bank that exchanges files: what operators do with statements and payment files.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Amount, Currency, TenantId};
use uuid::Uuid;

use super::RailError;

/// Payments that wait for a payment file, in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingPayments {
    /// The number of payments.
    pub payments: u32,
    /// Their sum.
    pub total: Amount,
    /// When the oldest one was ordered.
    pub oldest_at: DateTime<Utc>,
}

/// A payment file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentFile {
    /// Its id.
    pub id: Uuid,
    /// The message id inside the file.
    pub message_id: String,
    /// The number of payments.
    pub payments: u32,
    /// How many of them are in a statement, as sent or as returned, or were refused with the file.
    pub ended: u32,
    /// When an operator marked the file as refused by the bank.
    pub refused_at: Option<DateTime<Utc>>,
    /// Their sum.
    pub total: Amount,
    /// The name of the operator who made it, or `folder`.
    pub made_by: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Whether it goes to the bank through the bank's folder. Otherwise an operator downloads it.
    pub by_folder: bool,
    /// When it was written into the folder.
    pub written_at: Option<DateTime<Utc>>,
}

/// A statement that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadStatement {
    /// Its id.
    pub id: Uuid,
    /// The account, as an IBAN.
    pub account: String,
    /// The bank's number of the statement.
    pub number: String,
    /// The booked entries in it.
    pub entries: u32,
    /// The entries that no earlier statement had.
    pub new_entries: u32,
    /// Incoming payments among the new entries.
    pub payments: u32,
    /// Own payments among the new entries that the bank has made.
    pub settled: u32,
    /// Own payments among the new entries that came back.
    pub returned: u32,
    /// New entries that are none of these, such as the bank's own fees.
    pub others: u32,
    /// SHA-256 of the file that it came in, in lower-case hexadecimal digits.
    pub file_sha256: String,
    /// The name of the operator who read it.
    pub read_by: String,
    /// When it was read.
    pub created_at: DateTime<Utc>,
}

/// The bookings of a statement of an uploaded file: the entries that no earlier statement had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementPreview {
    /// The statement as it would be read.
    pub read: ReadStatement,
    /// The sum of the new credits.
    pub money_in: Amount,
    /// The sum of the new debits.
    pub money_out: Amount,
    /// The balance at the start, if the statement has one.
    pub opening: Option<Amount>,
    /// The balance at the end, if the statement has one.
    pub closing: Option<Amount>,
}

/// Two statements of an account of which the second does not begin with the balance that the first ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceGap {
    /// The bank's number of the first statement.
    pub before: String,
    /// The bank's number of the second statement.
    pub after: String,
    /// The first and the last sequence number between them, if the bank numbers its statements.
    pub missing: Option<(u64, u64)>,
    /// Whether the second statement begins before the first one ends. Otherwise a statement is missing.
    pub is_overlap: bool,
    /// The closing balance of the first statement.
    pub closing: Amount,
    /// The opening balance of the second statement.
    pub opening: Amount,
}

kernel::codes! {
    /// The operator's decision about an unclear entry.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EntryAct {
        /// It moves no money here.
        Done = "done",
        /// It is an unidentified payment, which waits in quarantine.
        Payment = "payment",
    }
}

/// An entry of a statement that means nothing known, such as a fee of the bank. It has moved no money here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnclearEntry {
    /// Its id. Ids are ordered by time.
    pub id: Uuid,
    /// The day of the booking, as the bank writes it.
    pub booked_on: Option<NaiveDate>,
    /// Whether money came in.
    pub is_credit: bool,
    /// The amount.
    pub amount: Amount,
    /// The name of the other side, if the bank names it.
    pub name: Option<String>,
    /// The text of the payer or of the bank.
    pub remittance: String,
    /// When it was read.
    pub created_at: DateTime<Utc>,
    /// Whether another message within 30 days had a payment of the same amount, and no other account: perhaps this one.
    pub is_like_payment: bool,
}

/// The state of a bank that exchanges files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankOverview {
    /// The accounts.
    pub accounts: Vec<(Currency, String)>,
    /// The payments that wait for a file, by currency.
    pub waiting: Vec<WaitingPayments>,
    /// The latest payment files, newest first.
    pub files: Vec<PaymentFile>,
    /// The latest statements, newest first.
    pub statements: Vec<ReadStatement>,
    /// The gaps between the latest statements, newest first.
    pub gaps: Vec<BalanceGap>,
}

/// Why an operator's act at the bank was refused.
#[derive(Debug, thiserror::Error)]
pub enum BankDeskError {
    /// The tenant has no bank that exchanges files.
    #[error("no bank that exchanges files is connected")]
    NotConnected,
    /// The file is refused whole. The reason names the line, where there is one.
    #[error("{0}")]
    File(String),
    /// The entry does not exist, or needs no decision.
    #[error("there is no such entry")]
    NoEntry,
    /// Only money that came in can be a payment.
    #[error("the entry is no credit")]
    NotACredit,
    /// No payment waits for a file.
    #[error("no payment waits")]
    NothingWaits,
    /// A payment file is on its way into the bank's folder.
    #[error("the file is being written into the bank's folder")]
    BeingWritten,
    /// The bank cannot be reached.
    #[error(transparent)]
    Rail(#[from] RailError),
}

/// The operators' actions at a bank that exchanges files.
#[async_trait]
pub trait BankDesk: Send + Sync {
    /// The state of the tenant's bank.
    ///
    /// # Errors
    /// [`BankDeskError::NotConnected`], or an unreachable database.
    async fn overview(&self, tenant: TenantId) -> Result<BankOverview, BankDeskError>;

    /// Reads a file of statements or notifications. An entry that was read before changes nothing. `by` is the
    /// operator's name.
    ///
    /// # Errors
    /// [`BankDeskError::File`] if any part of the file cannot be parsed: then nothing of it is stored.
    async fn read_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<ReadStatement>, BankDeskError>;

    /// Stores an uploaded file of statements and returns what it would book. Books nothing. `by` is the operator's
    /// name.
    ///
    /// # Errors
    /// The errors of [`Self::read_statements`].
    async fn preview_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<StatementPreview>, BankDeskError>;

    /// Makes a payment file of the payments that wait in this currency. They count as sent from then on.
    ///
    /// # Errors
    /// [`BankDeskError::NothingWaits`].
    async fn make_payment_file(
        &self,
        tenant: TenantId,
        by: &str,
        currency: Currency,
    ) -> Result<PaymentFile, BankDeskError>;

    /// The bank refused a payment file. Its payments that no statement has count as failed, and their transactions wait
    /// for an operator. Says how many; `None` if there is no such file.
    ///
    /// # Errors
    /// [`BankDeskError::BeingWritten`], or an unreachable database.
    async fn refuse_payment_file(&self, tenant: TenantId, id: Uuid, reason: &str)
    -> Result<Option<u32>, BankDeskError>;

    /// A payment file as text; `None` if there is none with this id, or the bank refused it.
    ///
    /// # Errors
    /// [`BankDeskError::BeingWritten`], or an unreachable database.
    async fn payment_file(&self, tenant: TenantId, id: Uuid) -> Result<Option<String>, BankDeskError>;

    /// The original file of a statement, byte for byte; `None` if there is no statement with this id.
    ///
    /// # Errors
    /// An unreachable database.
    async fn statement_file(&self, tenant: TenantId, statement: Uuid) -> Result<Option<Vec<u8>>, BankDeskError>;

    /// A page of the entries that wait for an operator, newest first, and whether there are more. `after` is the last
    /// entry of the previous page.
    ///
    /// # Errors
    /// An unreachable database.
    async fn unclear_entries(
        &self,
        tenant: TenantId,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<(Vec<UnclearEntry>, bool), BankDeskError>;

    /// The operator's decision about an unclear entry; `None` if it waits. `wanted` is the requested decision.
    ///
    /// # Errors
    /// [`BankDeskError::NoEntry`], or [`BankDeskError::NotACredit`] if `wanted` needs a credit.
    async fn entry_act(
        &self,
        tenant: TenantId,
        entry: Uuid,
        wanted: EntryAct,
    ) -> Result<Option<EntryAct>, BankDeskError>;

    /// Executes this on an unclear entry, once. Returns what was done with it, in this or an earlier call. `by` is the
    /// operator's name.
    ///
    /// # Errors
    /// The errors of [`Self::entry_act`].
    async fn act_on_entry(
        &self,
        tenant: TenantId,
        by: &str,
        entry: Uuid,
        act: EntryAct,
    ) -> Result<EntryAct, BankDeskError>;
}
