//! Bank statements that an operator has uploaded and a second one confirms. This crate stores and routes the proposal. A
//! job of the bank books the file, which is enqueued in the transaction of the log entry.

use kernel::{Amount, OperatorId, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;

/// The kind of the job that books an uploaded file of statements.
pub const BOOK_STATEMENTS_JOB: &str = "bank.book";

/// The bookings of a statement of the file: the entries that no earlier statement had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementToBook {
    /// The account, as an IBAN.
    pub account: String,
    /// The bank's number of the statement.
    pub number: String,
    /// The number of new entries.
    pub entries: u32,
    /// Incoming payments among them.
    pub payments: u32,
    /// Own payments among them that the bank has made.
    pub settled: u32,
    /// Own payments among them that came back.
    pub returned: u32,
    /// Entries among them that match nothing.
    pub others: u32,
    /// The sum of the new credits.
    pub money_in: Amount,
    /// The sum of the new debits.
    pub money_out: Amount,
    /// The balance at the start, if the statement has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Amount>,
    /// The balance at the end, if the statement has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<Amount>,
}

/// A file of statements that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementsToBook {
    /// SHA-256 of the file, in lower-case hexadecimal digits.
    pub file_sha256: String,
    /// Email of the operator who uploaded it.
    pub uploaded_by: String,
    /// Its statements.
    pub statements: Vec<StatementToBook>,
}

impl StatementsToBook {
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "file_sha256": self.file_sha256, "uploaded_by": self.uploaded_by, "operator": operator });
        JobSpec::new(BOOK_STATEMENTS_JOB, tenant, payload)
    }
}
