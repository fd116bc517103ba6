//! Currencies, payways and directions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::payway_pause::{self as domain, PaywayPause};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::quote::Side;
use super::scalar::{CurrencyCode, Decimal, EndpointCode, NetworkCode, PaywayCode};

/// Public configuration that the app needs before sign-in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Config {
    /// The tenant.
    pub tenant: TenantInfo,
    /// Whether payments are simulated.
    pub sandbox: bool,
    /// Server time, for countdowns.
    pub server_time: DateTime<Utc>,
    /// Version of the server.
    #[schema(example = "0.1.0")]
    pub version: String,
}

/// Public information about a tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantInfo {
    /// Display name.
    #[schema(example = "Agio")]
    pub name: String,
    /// Short name for URLs.
    #[schema(example = "agio")]
    pub slug: String,
    /// Branding.
    pub brand: BrandInfo,
    /// Supported languages, the default first.
    #[schema(example = json!(["en", "uk", "ru", "pl"]))]
    pub languages: Vec<String>,
    /// Enabled features of the product. An absent feature is not available to customers.
    #[schema(example = json!(["exchange", "balances"]))]
    pub features: Vec<String>,
    /// Sign-in methods besides passkeys: always `email`; `google`, `apple` and `telegram` if configured.
    #[schema(example = json!(["email", "google"]))]
    pub sign_in: Vec<String>,
    /// Channels for phone codes: `sms` and `messenger` if configured.
    #[schema(example = json!(["sms", "messenger"]))]
    pub phone_channels: Vec<String>,
    /// Username of the tenant's Telegram bot for the Mini App. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "agio_bot")]
    pub telegram_bot: Option<String>,
    /// Countries of residence that are not served (ISO 3166-1 alpha-2).
    #[schema(example = json!(["US"]))]
    pub excluded_countries: Vec<String>,
    /// Hours without payouts (422 `PAYOUTS_HELD`) after a change of email, phone or second factor, or the removal of a
    /// lost second factor. 0 for no hold.
    #[schema(maximum = 72, example = 24)]
    pub payout_hold_hours: u16,
}

/// Branding of a tenant: typed values only, no style sheets or markup.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BrandInfo {
    /// Brand colour as `#rrggbb`. The platform's default if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^#[0-9a-f]{6}$", example = "#0f7b5f")]
    pub color: Option<String>,
    /// Corner style: `sharp`, `soft` or `round`.
    #[schema(example = "soft")]
    pub corners: String,
    /// The logo, in a square of 24 units. If absent, the first letter of the name or the platform's logo is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Vec<MarkShape>>,
    /// Email address of support. Absent if the tenant publishes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_email: Option<String>,
}

/// One filled shape of a logo, in the brand colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MarkShape {
    /// The outline: SVG path commands and numbers only.
    #[schema(pattern = "^[A-Za-z0-9 .-]+$", example = "M12 1L23 23H1Z")]
    pub d: String,
    /// Opacity in percent.
    #[schema(minimum = 1, maximum = 100)]
    pub opacity: u8,
}

coded! {
    /// Kind of a currency.
    pub type CurrencyKind = kernel::CurrencyKind;

    /// The restrictions of a currency for residents of the EEA (MiCA, EU regulation 2023/1114).
    pub type EeaPolicy = kernel::EeaPolicy;
}

/// A currency of the catalogue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CurrencyInfo {
    /// Currency code.
    pub code: CurrencyCode,
    /// English name.
    #[schema(example = "Bitcoin")]
    pub name: String,
    /// Decimal places of an amount.
    #[schema(maximum = 18)]
    pub scale: u8,
    /// Fiat or crypto.
    pub kind: CurrencyKind,
    /// Symbol, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "€")]
    pub symbol: Option<String>,
    /// Supported payways, the most common first.
    pub payways: Vec<PaywayCode>,
    /// The restrictions for residents of the EEA.
    pub eea_policy: EeaPolicy,
    /// Whether it can be bought here.
    pub can_buy: bool,
    /// Whether it can be sold here.
    pub can_sell: bool,
    /// Minimum amount for one exchange.
    pub min_exchange: Decimal,
    /// Maximum amount for one exchange.
    pub max_exchange: Decimal,
}

coded! {
    /// Kind of a payway.
    pub type PaywayKind = kernel::PaywayKind;
}

/// A payment method for money in or out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaywayInfo {
    /// Payway code.
    pub code: PaywayCode,
    /// Kind of the payway.
    pub kind: PaywayKind,
    /// English name.
    #[schema(example = "Bank transfer")]
    pub name: String,
    /// The blockchain, for crypto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkCode>,
    /// Supported currencies.
    pub currencies: Vec<CurrencyCode>,
    /// Whether an address needs a memo or tag.
    pub memo: bool,
    /// Pauses: those that stand, and those that begin within 24 hours.
    #[schema(max_items = 100)]
    pub pauses: Vec<PaywayPauseInfo>,
}

coded! {
    /// The directions of a payway that are off, seen from the platform.
    pub type PausedFlow = domain::PausedFlow;

    /// Why a payway is off.
    pub type PauseCause = domain::PauseCause;
}

/// A pause of a payway: an operator has switched it off, or will for a maintenance window. Orders that are paid go on, and
/// payouts wait until it ends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaywayPauseInfo {
    /// The directions that are off.
    pub flow: PausedFlow,
    /// Why.
    pub cause: PauseCause,
    /// Further words by language: `en`, `uk`, `ru`, `pl`. May be empty.
    #[schema(example = json!({ "en": "BLIK gets a new server." }))]
    pub texts: BTreeMap<String, String>,
    /// The beginning. In the future for a planned window.
    pub from: DateTime<Utc>,
    /// The end. Absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
}

impl From<&PaywayPause> for PaywayPauseInfo {
    fn from(pause: &PaywayPause) -> Self {
        let PaywayPause { flow, cause, texts, from, until, .. } = pause;
        Self { flow: (*flow).into(), cause: (*cause).into(), texts: texts.clone(), from: *from, until: *until }
    }
}

/// A supported way to exchange one currency for another.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Direction {
    /// Buy, sell or swap. Absent for a single currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Payway of the currency given.
    pub from_payway: EndpointCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Payway of the currency received.
    pub to_payway: EndpointCode,
    /// Minimum amount given.
    pub min_from: Decimal,
    /// Maximum amount given.
    pub max_from: Decimal,
    /// Minimum amount received, at the current rate.
    pub min_to: Decimal,
    /// Maximum amount received, at the current rate.
    pub max_to: Decimal,
    /// Whether it is currently available.
    pub available: bool,
    /// Reason code, if it is not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "RATES_UNAVAILABLE")]
    pub reason: Option<String>,
    /// The pause of one of its payways, with reason `PAYWAY_PAUSED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<PaywayPauseInfo>,
}

/// The prices that quotes are based on.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RatesInfo {
    /// The currency of all prices.
    pub base: CurrencyCode,
    /// Source of the prices.
    #[schema(example = "sandbox")]
    pub source: String,
    /// Time of the prices.
    pub at: DateTime<Utc>,
    /// When the prices expire: no quotes are made from them after that.
    pub expires_at: DateTime<Utc>,
    /// The price of one unit, by currency code.
    #[schema(schema_with = super::scalar::decimal_map)]
    pub prices: BTreeMap<CurrencyCode, Decimal>,
}
