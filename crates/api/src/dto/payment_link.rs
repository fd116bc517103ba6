//! Links of a merchant that many payers use.

use chrono::{DateTime, Utc};
use merchants as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::{CurrencyCode, Decimal, Money};

coded! {
    /// Whether a link can be used.
    pub type LinkState = domain::LinkState;
}

/// A link to make: with one price for everybody, or with bounds within which each payer names the amount.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct MakePaymentLink {
    /// The price. Absent if the payer names the amount.
    #[serde(default)]
    pub amount: Option<Decimal>,
    /// The least that a payer may name.
    #[serde(default)]
    pub min_amount: Option<Decimal>,
    /// The most that a payer may name.
    #[serde(default)]
    pub max_amount: Option<Decimal>,
    /// Currency of the amounts.
    pub currency: CurrencyCode,
    /// The description for payers.
    #[serde(default)]
    #[schema(max_length = 200, example = "Ticket for the reading on Friday")]
    pub description: Option<String>,
    /// The return address of payers. Its host must be one of the merchant's.
    #[serde(default)]
    #[schema(max_length = 500, example = "https://shop.example/done")]
    pub return_url: Option<String>,
    /// The maximum number of payments. No limit if absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10000)]
    pub payments_max: Option<u32>,
    /// The time until which payers can open the link. No end if absent.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub ends_at: Option<DateTime<Utc>>,
}

/// A link that many payers use.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentLink {
    /// The id.
    #[schema(example = "lnk_019a0000000070008000000000000001")]
    pub id: String,
    /// The price. Absent if the payer names the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// The least that a payer may name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Money>,
    /// The most that a payer may name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Money>,
    /// The description for payers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The return address of payers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    /// Whether it can be used.
    pub state: LinkState,
    /// Page of the payers. The part after `#` is a secret of the merchant and those who get the link.
    #[schema(example = "https://pay.example/pay/payment#agk_1p4EUeRj0Hxi2v2yCqzk7fpNfyfJq1Qk8DAcqYVmZzA2RzW2p")]
    pub url: String,
    /// The maximum number of payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payments_max: Option<u32>,
    /// Number of payments that are paid or can still be paid, counted to 10,001. An unpaid one frees its place after an hour.
    pub taken: u32,
    /// Number of payments that are paid, counted to 10,001.
    pub paid: u32,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// The time until which payers can open it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<DateTime<Utc>>,
    /// When the merchant ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<DateTime<Utc>>,
}

/// Asks for the link of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct LookAtLink {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
}

/// A link as everybody who has it sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkPage {
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
    /// The price. Absent if the payer names the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// The least that a payer may name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Money>,
    /// The most that a payer may name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Money>,
    /// The description for payers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it can be used.
    pub state: LinkState,
}

/// Opens a payment of one's own by a link.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OpenLink {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
    /// A secret that the payer's browser made for this payment. A repeated request has the same and finds the payment.
    #[schema(min_length = 32, max_length = 100, pattern = "^[A-Za-z0-9_-]+$")]
    pub key: String,
    /// The amount, if the payer names it.
    #[serde(default)]
    pub amount: Option<Decimal>,
}

/// A payment that was opened by a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpenedPayment {
    /// The secret of the payment's own link.
    #[schema(max_length = 100, example = "agp_1p4EUeRj0Hxi2v2yCqzk7fpNfyfJq1Qk8DAcqYVmZzA2RzW2p")]
    pub token: String,
}
