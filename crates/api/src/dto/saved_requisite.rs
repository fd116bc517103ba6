//! Saved requisites.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, PaywayCode};

/// Kind of a saved requisite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SavedKind {
    /// Crypto address.
    Address,
    /// Bank account.
    Iban,
}

/// A bank account or address to save.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SaveRequisite {
    /// Currency of later payouts.
    pub currency: CurrencyCode,
    /// Payway of later payouts.
    pub payway: PaywayCode,
    /// Kind; it must fit the payway.
    pub kind: SavedKind,
    /// The address, a wallet link, or the IBAN.
    #[schema(max_length = 256)]
    pub value: String,
    /// The memo or tag, on chains that use one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
    /// Account holder; required for a bank account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    pub full_name: Option<String>,
    /// The customer's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 50)]
    pub label: Option<String>,
}

/// A change of a saved bank account or address.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ChangeSaved {
    /// The customer's name for it; empty for none.
    #[schema(max_length = 50)]
    pub label: String,
}

/// A saved bank account or address.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SavedRequisite {
    /// The id.
    #[schema(example = "req_019a0000000070008000000000000001")]
    pub id: String,
    /// Currency that it was saved for.
    pub currency: CurrencyCode,
    /// Payway that reaches it.
    pub payway: PaywayCode,
    /// Kind.
    pub kind: SavedKind,
    /// The address or IBAN, in canonical form.
    pub value: String,
    /// The memo or tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Account holder of a bank account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// The customer's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// When it was saved first.
    pub created_at: DateTime<Utc>,
}

/// The saved requisites of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SavedRequisites {
    /// Newest first, at most 50.
    pub data: Vec<SavedRequisite>,
}
