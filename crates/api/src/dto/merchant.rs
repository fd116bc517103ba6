//! Merchants and the payments that they ask for.

use chrono::{DateTime, Utc};
use merchants as domain;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::scalar::{CurrencyCode, Decimal, Money};

/// State of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayState {
    /// The payer has not chosen how to pay.
    Open,
    /// An address waits for the payment.
    Waiting,
    /// The payment is seen, and waits for confirmations.
    Seen,
    /// Less than the amount has arrived.
    PaidPartly,
    /// More than the amount has arrived.
    PaidOver,
    /// The payment arrived after its rate had ended.
    PaidLate,
    /// The money has arrived, and an operator must look at it.
    Held,
    /// The money goes back to the payer.
    Returning,
    /// The money went back to the payer.
    Returned,
    /// The rate has ended without a payment; the payer may ask for another.
    RateExpired,
    /// The merchant is paid.
    Paid,
    /// The time of the payment is over without a payment.
    Expired,
    /// It failed; the payer may choose again.
    Failed,
    /// The merchant or an operator settled it in another way.
    Closed,
}

/// What a merchant decides.
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
    /// What the merchant decided.
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
    /// What the payer reads.
    #[serde(default)]
    #[schema(max_length = 200, example = "Two bags of coffee")]
    pub description: Option<String>,
    /// Where the payer returns to. Its host must be one of the merchant's.
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
    /// The merchant's own id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// The price.
    pub price: Money,
    /// Currency that the merchant receives.
    pub settlement_currency: CurrencyCode,
    /// What the payer reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where the payer returns to.
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
    /// What has arrived from the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// What the merchant has received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<Money>,
    /// What goes or went back to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Money>,
    /// Ids of its transactions, oldest first.
    pub transaction_ids: Vec<String>,
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
}

impl From<domain::PaymentState> for PayState {
    fn from(state: domain::PaymentState) -> Self {
        use domain::PaymentState as State;
        match state {
            State::Open => Self::Open,
            State::Waiting => Self::Waiting,
            State::Seen => Self::Seen,
            State::PaidPartly => Self::PaidPartly,
            State::PaidOver => Self::PaidOver,
            State::PaidLate => Self::PaidLate,
            State::Held => Self::Held,
            State::Returning => Self::Returning,
            State::Returned => Self::Returned,
            State::RateExpired => Self::RateExpired,
            State::Paid => Self::Paid,
            State::Expired => Self::Expired,
            State::Failed => Self::Failed,
            State::Closed => Self::Closed,
        }
    }
}

impl From<PayState> for domain::PaymentState {
    fn from(state: PayState) -> Self {
        let same = |other: &Self| PayState::from(*other) == state;
        Self::ALL.into_iter().find(same).unwrap_or(Self::Open)
    }
}
