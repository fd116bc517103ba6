//! Merchants and the payments that they ask for.

use chrono::{DateTime, Utc};
use merchants as domain;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::code::coded;
use super::scalar::{CurrencyCode, Decimal, Money, NetworkCode};

coded! {
    /// State of a payment.
    pub type PayState = domain::PaymentState;
}

/// The settings of a merchant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MerchantSettings {
    /// Name that payers see.
    #[schema(min_length = 1, max_length = 60, example = "Bean & Leaf")]
    pub name: String,
    /// Currency of the balance that payments are credited to.
    pub settlement_currency: CurrencyCode,
    /// How much less than the price the merchant accepts, in percent with at most two decimals: 0 to 5.
    #[serde(default)]
    #[schema(required = false, max_length = 8, example = "0.5")]
    pub tolerance_percent: Option<String>,
    /// Hosts that payers may be returned to.
    #[serde(default)]
    #[schema(required = false, max_items = 10)]
    pub return_hosts: Vec<HostName>,
    /// Whether a payer may leave money with the merchant that arrived besides a paid payment. `false` if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub takes_more: bool,
    /// Whether the owner gets an email when a payment is paid. `true` if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub mails: Option<bool>,
    /// Brand colour of the payer's page. The page makes it darker or lighter until all text is legible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, max_length = 7, pattern = "^#[0-9A-Fa-f]{6}$", example = "#1f6f4a")]
    pub colour: Option<String>,
}

/// A host name.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(max_length = 253, example = "shop.example")]
pub struct HostName(pub String);

/// A merchant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Merchant {
    /// The id; `aud` of the statements that payers bring back.
    #[schema(example = "mer_019a0000000070008000000000000001")]
    pub id: String,
    /// The merchant's settings.
    pub settings: MerchantSettings,
    /// When the profile became a merchant.
    pub created_at: DateTime<Utc>,
}

/// Whether the profile is a merchant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantState {
    /// The merchant. Absent until the profile becomes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merchant: Option<Merchant>,
    /// Path of the profile's logo, a PNG. A profile that is no merchant can have one for its widget.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "/api/client/v1/logos/lgo_019a0000000070008000000000000001")]
    pub logo: Option<String>,
}

/// The logo of a profile.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantLogo {
    /// Path of the picture, a PNG. Another logo has another path.
    #[schema(max_length = 100, example = "/api/client/v1/logos/lgo_019a0000000070008000000000000001")]
    pub logo: String,
}

/// A payment to make.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct MakePayment {
    /// The price.
    pub amount: Decimal,
    /// Its currency.
    pub currency: CurrencyCode,
    /// The merchant's own id, unique for the merchant.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, example = "cart-4711")]
    pub order_id: Option<String>,
    /// The description for the payer.
    #[serde(default)]
    #[schema(max_length = 200, example = "Two bags of coffee")]
    pub description: Option<String>,
    /// The return address of the payer. Its host must be one of the merchant's.
    #[serde(default)]
    #[schema(max_length = 500, example = "https://shop.example/done")]
    pub return_url: Option<String>,
    /// How many minutes a payer may choose how to pay. Each choice has a rate for 15 minutes. 1,440 if absent.
    #[serde(default)]
    #[schema(minimum = 5, maximum = 43200)]
    pub expires_in_minutes: Option<u32>,
}

/// A payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantPayment {
    /// The id.
    #[schema(example = "pay_019a0000000070008000000000000001")]
    pub id: String,
    /// The link that the payer opened. Absent for a payment that the merchant made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "lnk_019a0000000070008000000000000001")]
    pub link_id: Option<String>,
    /// The merchant's own id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// The price.
    pub price: Money,
    /// Currency that the merchant receives.
    pub settlement_currency: CurrencyCode,
    /// The description for the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The return address of the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    /// State.
    pub state: PayState,
    /// Page of the payer. The part after `#` is a secret of merchant and payer.
    #[schema(example = "https://pay.example/pay/payment#agp_1p4EUeRj0Hxi2v2yCqzk7fpNfyfJq1Qk8DAcqYVmZzA2RzW2p")]
    pub url: String,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Until when the payer may choose how to pay.
    pub expires_at: DateTime<Utc>,
}

/// A payment with what was paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantPaymentDetails {
    /// The payment.
    pub payment: MerchantPayment,
    /// The amount received from the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// The amount credited to the merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<Money>,
    /// The amount that is or was refunded to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Money>,
    /// Ids of its transactions, oldest first.
    pub transaction_ids: Vec<String>,
    /// The refundable amount. Absent until the merchant has received something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refundable: Option<Refundable>,
    /// Refunds that the merchant made, oldest first.
    pub refunds: Vec<MerchantRefund>,
    /// When the merchant cancelled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
}

/// The refundable amount of a payment, in the currency of its price.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Refundable {
    /// The received amount: the price, or the lower or higher amount that the merchant got.
    pub received: Money,
    /// The refunded amount, including refunds on their way.
    pub refunded: Money,
    /// The rest.
    pub left: Money,
    /// The amount received beyond the price. Zero if none.
    pub excess: Money,
    /// Currency that goes back.
    pub currency: CurrencyCode,
    /// Network that it goes back on.
    pub network: NetworkCode,
}

coded! {
    /// Rate of a refund.
    pub type RefundRate = domain::RefundRate;

    /// State of a refund.
    pub type RefundState = domain::RefundState;
}

/// What a merchant took in a period, and what waits. Amounts are sums, one for each currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantOverview {
    /// Number of payments that were paid in the period.
    pub paid: u64,
    /// Their prices.
    pub taken: Vec<Money>,
    /// The amounts credited for them, after all fees.
    pub settled: Vec<Money>,
    /// The fees that were deducted from what payers sent.
    pub fees: Vec<Money>,
    /// Number of refunds that were made in the period and not cancelled.
    pub refunds: u64,
    /// Their amounts.
    pub refunded: Vec<Money>,
    /// Number of payments with money that is not settled now, whenever they were made.
    pub waiting: u64,
    /// Their prices.
    pub waits: Vec<Money>,
}

/// Asks what a refund would bring and cost.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct RefundOfferRequest {
    /// Amount in the currency of the price. All that is left if absent.
    #[serde(default)]
    pub amount: Option<Decimal>,
    /// Rate. `today` if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub rate: RefundRate,
}

/// The proceeds and the cost of a refund.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundOffer {
    /// Amount in the currency of the price.
    pub amount: Money,
    /// The amount for the payer.
    pub gets: Money,
    /// The debit of the balance, with all fees.
    pub cost: Money,
}

/// A refund to make.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct RefundPayment {
    /// Amount in the currency of the price. All that is left if absent.
    #[serde(default)]
    pub amount: Option<Decimal>,
    /// Rate. `today` if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub rate: RefundRate,
    /// Address of the payer on the network that the payment came by.
    #[schema(min_length = 1, max_length = 300)]
    pub address: String,
    /// Memo or tag, on chains that use one.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub memo: Option<String>,
    /// The cost that the merchant saw. Refused if it has risen by more than a hundredth.
    #[serde(default)]
    pub cost: Option<Decimal>,
}

/// A refund of a payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MerchantRefund {
    /// Its number, from 1.
    pub number: u16,
    /// State.
    pub state: RefundState,
    /// Amount in the currency of the price.
    pub amount: Money,
    /// Rate.
    pub rate: RefundRate,
    /// The amount for the payer.
    pub gets: Money,
    /// The debit of the balance, with all fees.
    pub cost: Money,
    /// Address that it goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Id of its transaction, whose `parent` is the paid one.
    pub transaction_id: String,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

/// Which payments to list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaymentParams {
    /// Only payments in this state.
    pub state: Option<PayState>,
    /// Only the payment with this id of the merchant's.
    #[param(min_length = 1, max_length = 100)]
    pub order_id: Option<String>,
    /// Only payments that were opened by this link.
    #[param(min_length = 1, max_length = 64)]
    pub link_id: Option<String>,
}
