//! The payer's page: a payment as everybody with its link sees it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hold::ChoiceInfo;
use super::merchant::PayState;
use super::sandbox::SandboxAction;
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money, NetworkCode};
use super::wallet::WalletHolding;

/// Asks for the payment behind a link.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct LookAtPayment {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// The secret of the payer's browser, if it has chosen.
    #[serde(default)]
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub payer: Option<String>,
}

/// Chooses how to pay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ChoosePayment {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// A secret that the payer's browser made: at least 128 random bits. Only who has it decides about the money later.
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub payer: String,
    /// `next_attempt` of the payment. A repeated request has the same.
    #[schema(minimum = 1, maximum = 50)]
    pub attempt: u8,
    /// Currency to pay in.
    pub currency: CurrencyCode,
    /// Network to pay on.
    pub payway: EndpointCode,
    /// `terms_version` of the payment: the payer agrees to these terms of use.
    #[serde(default)]
    #[schema(required = false)]
    pub terms_version: i32,
}

/// Asks for the terms of use of a payer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ReadPaymentTerms {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
}

/// The terms of use that a payer agrees to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentTerms {
    /// The version. 0 if there are none.
    pub version: i32,
    /// Heading.
    pub title: String,
    /// Text, in Markdown without HTML.
    pub text: String,
    /// URL at which the same text is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Decides about money that has arrived.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AcceptPayment {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// The secret of the payer's browser.
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub payer: String,
    /// `part` of other money. Absent for that of the payment itself.
    #[serde(default)]
    #[schema(max_length = 20, pattern = "^[0-9.]+$")]
    pub part: Option<String>,
}

/// Refunds received money to the payer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct TakePaymentBack {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// The secret of the payer's browser.
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub payer: String,
    /// Address of the payer on the same network.
    #[schema(max_length = 300)]
    pub address: String,
    /// Memo or tag, on chains that use one.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub memo: Option<String>,
    /// The network fee that the payer saw. Refused if it has risen by more than a tenth.
    pub cost: Decimal,
    /// `part` of other money. Absent for that of the payment itself.
    #[serde(default)]
    #[schema(max_length = 20, pattern = "^[0-9.]+$")]
    pub part: Option<String>,
    /// The declaration of the wallet. Required for a large amount (travel rule).
    #[serde(default)]
    pub wallet: Option<PayerWallet>,
}

/// A payer's statement about a wallet of their own.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayerWallet {
    /// Name of the payer.
    #[schema(min_length = 2, max_length = 100)]
    pub name: String,
    /// The holder of its keys.
    pub holding: WalletHolding,
    /// Name of the service. Required if a service holds the keys; otherwise omit it.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 100)]
    pub service: Option<String>,
}

/// Asks for a receipt by email.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PaymentReceipt {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// The secret of the payer's browser.
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub payer: String,
    /// The email for the receipt. It is used for this receipt only.
    #[schema(max_length = 254)]
    pub email: String,
    /// Language of the receipt: `en`, `uk`, `ru` or `pl`. English if absent or unknown.
    #[serde(default)]
    #[schema(max_length = 10)]
    pub language: Option<String>,
}

/// Simulates an event of a payment.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PlayPayment {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// The simulated event.
    pub action: SandboxAction,
    /// Number of the attempt, or `part` of other money. Absent for the payment itself.
    #[serde(default)]
    #[schema(max_length = 20, pattern = "^[0-9.]+$")]
    pub part: Option<String>,
}

/// A way to pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayOffer {
    /// Currency.
    pub currency: CurrencyCode,
    /// Network to pay on.
    pub payway: EndpointCode,
    /// The network's code.
    pub network: NetworkCode,
    /// Amount at the present rate.
    pub amount: Decimal,
}

/// The ways to pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayOffers {
    /// One for each currency and network.
    pub data: Vec<PayOffer>,
}

/// The address that waits for the payment, and what has arrived there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayAttempt {
    /// Its number.
    pub number: u8,
    /// Currency.
    pub currency: CurrencyCode,
    /// Payway.
    pub payway: EndpointCode,
    /// Network.
    pub network: NetworkCode,
    /// Amount to send.
    pub amount: Decimal,
    /// Address to send to.
    pub address: String,
    /// Memo or tag that must be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Payment URI for a wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Until when the rate is locked.
    pub rate_expires_at: DateTime<Utc>,
    /// The received amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Decimal>,
    /// The missing amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Decimal>,
    /// The excess amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<Decimal>,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Confirmations required.
    pub required: u32,
    /// Transaction id on the network, once seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub txid: Option<String>,
    /// The amount that is or was refunded to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Money>,
    /// Transaction id of what goes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned_txid: Option<String>,
}

/// Money that arrived besides that of the payment, such as a late payment to the address of an earlier choice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayMoney {
    /// Names it in a decision.
    #[schema(max_length = 20, example = "1.2")]
    pub part: String,
    /// State of this money.
    pub state: PayState,
    /// The address, and what has arrived.
    pub attempt: PayAttempt,
    /// Whether the browser that asks is its payer's.
    pub is_payer: bool,
    /// The payer's choices. Empty for other browsers than the payer's.
    pub choices: Vec<ChoiceInfo>,
}

/// A payment as everybody with its link sees it, with only the name, the colour and the logo of the merchant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayPage {
    /// Name of the merchant.
    pub merchant: String,
    /// Brand colour of the merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 7, example = "#1f6f4a")]
    pub colour: Option<String>,
    /// Path of the merchant's logo, a PNG.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "/api/client/v1/logos/lgo_019a0000000070008000000000000001")]
    pub logo: Option<String>,
    /// The price.
    pub price: Money,
    /// The description for the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The merchant's own id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// State.
    pub state: PayState,
    /// Whether the payer may choose how to pay.
    pub may_choose: bool,
    /// Number of the next choice.
    pub next_attempt: u8,
    /// The address that waits, and what has arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<PayAttempt>,
    /// Whether the browser that asks is the payer's.
    pub is_payer: bool,
    /// The payer's choices about received money. Empty for other browsers than the payer's.
    pub choices: Vec<ChoiceInfo>,
    /// Other money that arrived at an address of this payment and waits or goes back.
    pub others: Vec<PayMoney>,
    /// Version of the terms of use that a choice agrees to. Absent if nothing can be chosen, or there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms_version: Option<i32>,
    /// Whether a receipt was asked for.
    pub has_receipt: bool,
    /// The return address, with a signed statement for the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    /// Until when the payer may choose how to pay.
    pub expires_at: DateTime<Utc>,
    /// Server time.
    pub server_time: DateTime<Utc>,
}
