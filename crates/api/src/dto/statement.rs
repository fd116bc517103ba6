//! The statement of a balance.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, TransactionTypeCode};
use super::transaction::{DisplayType, TransactionSide};

/// A page of the statement of a balance. Over all pages `opening` and every `change` add up to `closing`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Statement {
    /// Of what.
    pub currency: CurrencyCode,
    /// The first instant.
    pub from: DateTime<Utc>,
    /// The instant after the last.
    pub to: DateTime<Utc>,
    /// The balance before `from`, reserved parts included.
    pub opening: Decimal,
    /// The balance before `to`, reserved parts included.
    pub closing: Decimal,
    /// What changed it, newest first.
    pub data: Vec<StatementLine>,
    /// Send it as `cursor` for the lines after these; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Whether there is a next page.
    pub has_more: bool,
}

/// One change of a balance.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatementLine {
    /// Its number among everything that was written to this balance; grows with time.
    pub number: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Above zero it came in, below zero it went out.
    pub change: Decimal,
    /// The balance after it.
    pub balance: Decimal,
    /// What the ledger calls the posting.
    #[schema(example = "draw")]
    pub code: String,
    /// The transaction that it belongs to; absent for a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<StatementTransaction>,
}

/// The transaction of a line, in short.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatementTransaction {
    /// Its id.
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// The short name for people.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
    /// The specification's type.
    #[serde(rename = "type")]
    pub kind: TransactionTypeCode,
    /// What a person calls it.
    pub display_type: DisplayType,
    /// What was ordered to be given.
    pub from: TransactionSide,
    /// What was ordered to be received.
    pub to: TransactionSide,
    /// Where it went outside, in short; absent where it stayed in the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL6110…2874")]
    pub counterparty: Option<String>,
}
