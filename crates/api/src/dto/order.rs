//! Requisites, and making an order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, PaywayCode};

/// A requisite to look at before an order is made with it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValidateRequisite {
    /// What is to be received there.
    pub currency: CurrencyCode,
    /// How.
    pub payway: PaywayCode,
    /// The address, a wallet's link with one, or the IBAN.
    #[schema(max_length = 256)]
    pub value: String,
    /// The memo, where the chain has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
}

/// Whether money can be sent there.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct RequisiteVerdict {
    /// Whether it can.
    pub valid: bool,
    /// The requisite as it will be kept and shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalized: Option<String>,
    /// The amount that a wallet's link asks for, in the currency; to be offered and no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// The memo as it will be kept, where there is one: of the request, or of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// What is wrong: `value` or `memo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "value")]
    pub field: Option<String>,
    /// Why not, as a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "incorrect_address")]
    pub code: Option<String>,
    /// Why not, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A card's details. They are exchanged for a token and kept nowhere here.
#[derive(Clone, Deserialize, ToSchema)]
pub struct CardDetails {
    /// The card's number; spaces are ignored.
    #[schema(example = "4242 4242 4242 4242", max_length = 32)]
    pub number: String,
    /// Month of expiry.
    #[schema(minimum = 1, maximum = 12)]
    pub expiry_month: u8,
    /// Year of expiry, four digits.
    #[schema(minimum = 2000, maximum = 2100)]
    pub expiry_year: u16,
    /// The code on the card; not needed for receiving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4)]
    pub cvv: Option<String>,
    /// The name on the card.
    #[schema(min_length = 2, max_length = 50)]
    pub holder: String,
}

/// A card, as far as we know it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardToken {
    /// Stands for the card in later requests.
    pub card_token: String,
    /// The last four digits.
    #[schema(example = "4242")]
    pub last4: String,
    /// The scheme.
    #[schema(example = "visa")]
    pub brand: String,
}

/// What kind of place money is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequisiteKind {
    /// An address on a chain.
    Address,
    /// A bank account.
    Iban,
    /// A card.
    Card,
    /// Another customer, or a person who may become one.
    Customer,
}

/// Where the money is to go. `value` for an address, an IBAN or a customer, `card_token` for a card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RequisiteRequest {
    /// Address, bank account, card or customer.
    pub kind: RequisiteKind,
    /// The address or IBAN; of a customer the email address, telephone number, handle (`@olena`) or pay code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 256)]
    pub value: Option<String>,
    /// The card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 256)]
    pub card_token: Option<String>,
    /// The memo, where the chain has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
    /// Whose bank account it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 50)]
    pub full_name: Option<String>,
    /// What the bank said of that: the id of a verification of this account and name, or of the name it suggested. Needed
    /// for euro.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "pvc_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub payee_check_id: Option<String>,
    /// That the customer has read that the bank did not confirm the name, and keeps it. Needed after `close_match`, unless
    /// the suggested name is taken, and after `not_possible`; it does not help against `no_match`.
    #[serde(default)]
    pub payee_acknowledged: bool,
    /// What the receiver of a transfer reads: one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 140)]
    pub note: Option<String>,
}

/// A contact to look at before money is sent to it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AskRecipient {
    /// An email address, a telephone number with its country code, or a pay code.
    #[schema(max_length = 256, example = "olena@example.com")]
    pub contact: String,
}

/// What a customer gives others so that they can send money.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayCode {
    /// Names the profile; goes where a contact goes.
    #[schema(example = "pay_AZp8P6fAcgCQAAAAAAAAAeFqzM8c1yGfQ2sVYQ")]
    pub pay_code: String,
    /// The customer's masked name, as a payer sees it.
    #[schema(example = "O••• K•••")]
    pub name: String,
}

/// Who would receive a transfer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RecipientInfo {
    /// Whether somebody has an account with this contact. If not, a transfer waits for them and comes back after a while.
    pub is_registered: bool,
    /// Whether it is the profile that asks, which cannot send to itself.
    pub is_own: bool,
    /// The contact as it will be kept.
    pub contact: String,
    /// Who they are, masked.
    #[schema(example = "O••• K•••")]
    pub name: String,
}

/// An order made from a firm quote.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CreateOrder {
    /// The firm quote; it serves once.
    #[schema(max_length = 64, example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub quote_id: String,
    /// Where the money is to go outside; left out where the quote says that it goes to the balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteRequest>,
}

/// Where to send back what was paid; the place it came from when absent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct RefundRequest {
    /// The place, where it cannot be known from the payment (a chain).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteRequest>,
}

/// Pay with a card: `card_token`, or the card's details.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PayByCard {
    /// A card already exchanged for a token.
    #[serde(default)]
    #[schema(max_length = 256)]
    pub card_token: Option<String>,
    /// The card's number; spaces are ignored.
    #[serde(default)]
    #[schema(example = "4242 4242 4242 4242", max_length = 32)]
    pub number: Option<String>,
    /// Month of expiry.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 12)]
    pub expiry_month: Option<u8>,
    /// Year of expiry, four digits.
    #[serde(default)]
    #[schema(minimum = 2000, maximum = 2100)]
    pub expiry_year: Option<u16>,
    /// The code on the card.
    #[serde(default)]
    #[schema(max_length = 4)]
    pub cvv: Option<String>,
    /// The name on the card.
    #[serde(default)]
    #[schema(max_length = 50)]
    pub holder: Option<String>,
    /// The path of our page to come back to after the bank's check, such as `/exchange/ord_…`.
    #[schema(max_length = 512, pattern = "^/")]
    pub return_url: String,
}

/// Pay with a code from the banking app.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PayByBlik {
    /// The six digits.
    #[schema(pattern = "^[0-9]{6}$", example = "777123")]
    pub code: String,
}
