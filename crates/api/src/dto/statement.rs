//! The statement of a balance.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, TransactionTypeCode};
use super::transaction::{DisplayType, TransactionSide};

/// A page of a balance's statement. Over all pages, `opening` plus every `change` equals `closing`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Statement {
    /// Currency.
    pub currency: CurrencyCode,
    /// Start of the period, inclusive.
    pub from: DateTime<Utc>,
    /// End of the period, exclusive.
    pub to: DateTime<Utc>,
    /// Balance at `from`, holds included.
    pub opening: Decimal,
    /// Balance at `to`, holds included.
    pub closing: Decimal,
    /// Changes of the balance, newest first.
    pub data: Vec<StatementLine>,
    /// Cursor for the next page: send it as `cursor`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Whether there is a next page.
    pub has_more: bool,
}

/// One change of a balance.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatementLine {
    /// Sequence number of the entry in this balance; increases with time.
    pub number: i64,
    /// Time.
    pub at: DateTime<Utc>,
    /// Amount; positive for a credit, negative for a debit.
    pub change: Decimal,
    /// Balance after the change.
    pub balance: Decimal,
    /// The ledger's code of the posting.
    #[schema(example = "draw")]
    pub code: String,
    /// The transaction. Absent for a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<StatementTransaction>,
}

/// Summary of a line's transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatementTransaction {
    /// Its id.
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// Short reference for display.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
    /// Transaction type, as in the specification.
    #[serde(rename = "type")]
    pub kind: TransactionTypeCode,
    /// Display type.
    pub display_type: DisplayType,
    /// The side given, as ordered.
    pub from: TransactionSide,
    /// The side received, as ordered.
    pub to: TransactionSide,
    /// The external counterparty, in short. Absent if the money stayed on the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL6110…2874")]
    pub counterparty: Option<String>,
}
