//! Presets: orders that a profile keeps to make again.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::quote::FixedSide;
use super::saved_requisite::SavedKind;
use super::scalar::{CurrencyCode, Decimal, EndpointCode};
use super::transaction::Transaction;

/// The destination that a preset keeps.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PresetRequisite {
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
}

/// An order to keep.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MakePreset {
    /// The customer's name for it: one line.
    #[schema(max_length = 50)]
    pub name: String,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Source of the money: a payway, or `balance`.
    pub from_payway: EndpointCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Destination of the money: a payway, or `balance`.
    pub to_payway: EndpointCode,
    /// Which of the two amounts is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount.
    pub amount: Decimal,
    /// The destination. Absent if it is named with each order, as for a card or the balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requisite: Option<PresetRequisite>,
}

/// A change of a preset. Omitted fields remain unchanged.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ChangePreset {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 50)]
    pub name: Option<String>,
    /// Whether it is archived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_archived: Option<bool>,
}

/// An order that a profile keeps to make again.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Preset {
    /// The id.
    #[schema(example = "pst_019a0000000070008000000000000001")]
    pub id: String,
    /// The customer's name for it.
    pub name: String,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Source of the money.
    pub from_payway: EndpointCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Destination of the money.
    pub to_payway: EndpointCode,
    /// Which of the two amounts is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount.
    pub amount: Decimal,
    /// The destination, in canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<PresetRequisite>,
    /// Whether it is archived.
    pub is_archived: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The presets of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Presets {
    /// Newest first, at most 50.
    pub data: Vec<Preset>,
}

/// A preset, and the orders that were made from it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PresetDetails {
    /// The preset.
    pub preset: Preset,
    /// Its orders, newest first, at most 50.
    pub orders: Vec<Transaction>,
}
