//! The payer's page: a payment as everybody with its link sees it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hold::ChoiceInfo;
use super::merchant::PayState;
use super::sandbox::SandboxAction;
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money, NetworkCode};

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
}

/// Takes money back that has arrived.
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
}

/// Simulates an event of a payment.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PlayPayment {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// What happens.
    pub action: SandboxAction,
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
    /// What has arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Decimal>,
    /// What is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Decimal>,
    /// What is too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<Decimal>,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Confirmations required.
    pub required: u32,
    /// Transaction id on the network, once seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub txid: Option<String>,
    /// What goes or went back to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Money>,
    /// Transaction id of what goes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned_txid: Option<String>,
}

/// A payment as everybody with its link sees it. Of the merchant it has the name alone.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PayPage {
    /// Name of the merchant.
    pub merchant: String,
    /// The price.
    pub price: Money,
    /// What the payer pays for.
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
    /// What the payer may do with money that has arrived. Empty for other browsers than the payer's.
    pub choices: Vec<ChoiceInfo>,
    /// Where to return to, with a signed statement for the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    /// Until when the payer may choose how to pay.
    pub expires_at: DateTime<Utc>,
    /// Server time.
    pub server_time: DateTime<Utc>,
}
