//! Statements and letters.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::CurrencyCode;

coded! {
    /// Kind of document.
    pub type IssuedDocumentKind = documents::content::Kind;

    /// Format of a document's file.
    pub type DocumentFormat = documents::content::Format;

    /// Language of a document.
    pub type DocumentLanguage = identity::Language;

    /// State of a document.
    pub type DocumentState = documents::State;

    /// Why a document was not made.
    pub type DocumentFailure = documents::Failure;
}

/// A document to make.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MakeDocument {
    /// Kind.
    pub kind: IssuedDocumentKind,
    /// Format.
    pub format: DocumentFormat,
    /// Language.
    pub language: DocumentLanguage,
    /// Balance of an account statement. Absent for all balances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
    /// First day of the period, in UTC. Required except for a letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub from: Option<NaiveDate>,
    /// Last day of the period, in UTC, inclusive: not after today, and less than three months after `from`. Required
    /// except for a letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub to: Option<NaiveDate>,
}

/// A statement or letter.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CustomerDocument {
    /// Id.
    #[schema(example = "doc_019a0000000070008000000000000001")]
    pub id: String,
    /// Number for display.
    #[schema(example = "DOC-7K2M-94QD")]
    pub number: String,
    /// Kind.
    pub kind: IssuedDocumentKind,
    /// Format.
    pub format: DocumentFormat,
    /// Language.
    pub language: DocumentLanguage,
    /// Balance. Absent for all balances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// State.
    pub state: DocumentState,
    /// The progress, in percent.
    pub progress: u8,
    /// Why it was not made. Only if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<DocumentFailure>,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the file is deleted, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Size of the file in bytes, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i32>,
    /// Name of the file.
    #[schema(example = "account-statement-eur-2026-09-01-2026-11-27.pdf")]
    pub file_name: String,
}

/// Documents of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CustomerDocuments {
    /// Newest first; at most 50.
    pub data: Vec<CustomerDocument>,
}

/// The code of a document to check.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CheckDocument {
    /// The code, as printed.
    #[schema(max_length = 40, example = "9F3K-72QM-X4TA-0B8D")]
    pub code: String,
}

/// The result of a check. It contains nothing about the document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentCheck {
    /// Whether a document with this code was issued here.
    pub is_match: bool,
}
