//! Requisites, and creation of orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::device::DeviceInfo;
use super::scalar::{CurrencyCode, Decimal, PaywayCode};

/// A requisite to validate before an order is created with it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ValidateRequisite {
    /// Currency to receive.
    pub currency: CurrencyCode,
    /// The payway.
    pub payway: PaywayCode,
    /// The address, a wallet link (payment URI), or the IBAN.
    #[schema(max_length = 256)]
    pub value: String,
    /// The memo or tag, on chains that use one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
}

/// Result of the validation.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct RequisiteVerdict {
    /// Whether it is valid.
    pub valid: bool,
    /// The requisite in canonical form, as it will be stored and displayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalized: Option<String>,
    /// The amount in the wallet link, in the currency. A suggestion for the customer only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// The memo as it will be stored, from the request or the wallet link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// The invalid field: `value` or `memo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "value")]
    pub field: Option<String>,
    /// Error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "incorrect_address")]
    pub code: Option<String>,
    /// Error message in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Card details. They are exchanged for a token and never stored.
#[derive(Clone, Deserialize, ToSchema)]
pub struct CardDetails {
    /// Card number; spaces are ignored.
    #[schema(example = "4242 4242 4242 4242", max_length = 32)]
    pub number: String,
    /// Expiry month.
    #[schema(minimum = 1, maximum = 12)]
    pub expiry_month: u8,
    /// Expiry year, four digits.
    #[schema(minimum = 2000, maximum = 2100)]
    pub expiry_year: u16,
    /// Security code. Not needed for payouts to the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4)]
    pub cvv: Option<String>,
    /// Name on the card.
    #[schema(min_length = 2, max_length = 50)]
    pub holder: String,
}

/// A tokenized card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardToken {
    /// The token, for later requests.
    pub card_token: String,
    /// Last four digits.
    #[schema(example = "4242")]
    pub last4: String,
    /// Card scheme.
    #[schema(example = "visa")]
    pub brand: String,
}

/// Kind of a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequisiteKind {
    /// Crypto address.
    Address,
    /// Bank account.
    Iban,
    /// Card.
    Card,
    /// Another customer, or a person without an account yet.
    Customer,
    /// A code that the payway's service issues. Only in responses: an order by such a payway has no requisite.
    Code,
}

/// The destination of a payout. Set `value` for an address, an IBAN or a customer; set `card_token` for a card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RequisiteRequest {
    /// Kind of the destination.
    pub kind: RequisiteKind,
    /// The address or IBAN; for a customer, the email address, phone number, handle (`@olena`) or pay code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 256)]
    pub value: Option<String>,
    /// The card token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 256)]
    pub card_token: Option<String>,
    /// The memo or tag, on chains that use one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
    /// Name of the account holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 50)]
    pub full_name: Option<String>,
    /// Id of the payee verification of this account and name, or of the suggested name. Required for euro.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "pvc_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub payee_check_id: Option<String>,
    /// Confirms that the customer has read that the bank did not confirm the name, and keeps the name anyway. Required
    /// after `close_match` (unless the suggested name is used) and after `not_possible`. It does not override
    /// `no_match`.
    #[serde(default)]
    pub payee_acknowledged: bool,
    /// Note to the recipient of a transfer: one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 140)]
    pub note: Option<String>,
}

/// A contact to look up before money is sent to it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AskRecipient {
    /// An email address, a phone number with country code, a handle, or a pay code.
    #[schema(max_length = 256, example = "olena@example.com")]
    pub contact: String,
}

/// A code that customers share to receive money.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayCode {
    /// The code. It identifies the profile and can be used wherever a contact is expected.
    #[schema(example = "pay_AZp8P6fAcgCQAAAAAAAAAeFqzM8c1yGfQ2sVYQ")]
    pub pay_code: String,
    /// The customer's masked name, as payers see it.
    #[schema(example = "O••• K•••")]
    pub name: String,
}

/// The recipient of a transfer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RecipientInfo {
    /// Whether an account with this contact exists. If not, a transfer waits for registration and is returned after a
    /// while.
    pub is_registered: bool,
    /// Whether it is the requesting profile itself. A profile cannot send to itself.
    pub is_own: bool,
    /// The contact in canonical form.
    pub contact: String,
    /// Masked name of the recipient.
    #[schema(example = "O••• K•••")]
    pub name: String,
}

/// Creates an order from a firm quote.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CreateOrder {
    /// Id of the firm quote. Valid for one order.
    #[schema(max_length = 64, example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub quote_id: String,
    /// The preset that the order is made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "pst_019a0000000070008000000000000001")]
    pub preset_id: Option<String>,
    /// External destination. Omit it if the quote pays out to the balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteRequest>,
    /// The refund address, if the payment on a blockchain must be returned. Another address can be named with the
    /// refund.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refund_to: Option<RefundAddress>,
}

/// The address of a refund, on the network of the payment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RefundAddress {
    /// The address.
    #[schema(max_length = 256)]
    pub value: String,
    /// The memo or tag, on chains that use one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub memo: Option<String>,
}

/// The destination of a refund. If absent: the address that the order named, or the source of the payment.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct RefundRequest {
    /// The destination. Required if the source cannot be known from the payment, as on a blockchain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteRequest>,
    /// The cost that was shown (`choices`), in the currency of the payment: what the refund then costs. Refused if the
    /// fee has risen by more than a tenth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "0.0005")]
    pub cost: Option<Decimal>,
}

coded! {
    /// A wallet that pays with one of its cards.
    pub type WalletPayKind = exchange::rails::WalletKind;
}

/// A payment token of a wallet. It is exchanged for a card token and never stored.
#[derive(Clone, Deserialize, ToSchema)]
pub struct WalletPayment {
    /// The wallet.
    pub kind: WalletPayKind,
    /// The wallet's encrypted payment token. In a sandbox, `sandbox-` and the last digits of a test card.
    #[schema(min_length = 1, max_length = 8000, example = "sandbox-4242")]
    pub token: String,
}

/// Payment by card: `card_token`, `wallet`, or the card details.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PayByCard {
    /// Payment token of a wallet.
    #[serde(default)]
    pub wallet: Option<WalletPayment>,
    /// Token of a card.
    #[serde(default)]
    #[schema(max_length = 256)]
    pub card_token: Option<String>,
    /// Card number; spaces are ignored.
    #[serde(default)]
    #[schema(example = "4242 4242 4242 4242", max_length = 32)]
    pub number: Option<String>,
    /// Expiry month.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 12)]
    pub expiry_month: Option<u8>,
    /// Expiry year, four digits.
    #[serde(default)]
    #[schema(minimum = 2000, maximum = 2100)]
    pub expiry_year: Option<u16>,
    /// Security code.
    #[serde(default)]
    #[schema(max_length = 4)]
    pub cvv: Option<String>,
    /// Name on the card.
    #[serde(default)]
    #[schema(max_length = 50)]
    pub holder: Option<String>,
    /// Path of our page to return to after 3-D Secure, such as `/exchange/ord_…`.
    #[schema(max_length = 512, pattern = "^/")]
    pub return_url: String,
    /// The payer's browser. Without it, issuers ask for 3-D Secure more often.
    #[serde(default)]
    pub device: Option<DeviceInfo>,
}

/// Payment through another service: BLIK, Mono, WhiteBIT or Bybit Pay.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PayByCode {
    /// The payer's code, if the payment's `form` asks for one: six digits, or the service's voucher.
    #[serde(default)]
    #[schema(max_length = 64, pattern = "^[0-9A-Za-z-]{6,64}$", example = "777123")]
    pub code: Option<String>,
    /// Path of our page to return to after the approval, such as `/exchange/ord_…`.
    #[serde(default)]
    #[schema(max_length = 512, pattern = "^/")]
    pub return_url: Option<String>,
}
