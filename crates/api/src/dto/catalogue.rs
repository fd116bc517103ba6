//! What can be exchanged, and how it travels.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::quote::Side;
use super::scalar::{CurrencyCode, Decimal, EndpointCode, NetworkCode, PaywayCode};

/// What the page needs to know before anybody signs in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Config {
    /// Whose house this is.
    pub tenant: TenantInfo,
    /// Whether payments are played rather than made.
    pub sandbox: bool,
    /// The server's clock, for countdowns.
    pub server_time: DateTime<Utc>,
    /// The version of the server.
    #[schema(example = "0.1.0")]
    pub version: String,
}

/// A tenant as its customers see it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantInfo {
    /// The name for people.
    #[schema(example = "Agio")]
    pub name: String,
    /// The name for addresses.
    #[schema(example = "agio")]
    pub slug: String,
    /// How it looks.
    pub brand: BrandInfo,
    /// The languages on offer, the default first.
    #[schema(example = json!(["en", "uk", "ru", "pl"]))]
    pub languages: Vec<String>,
    /// The parts of the product on offer; a part that is not here does not exist for its customers.
    #[schema(example = json!(["exchange", "balances"]))]
    pub features: Vec<String>,
    /// The ways to sign in, beside a passkey: `email` always, `google`, `apple` and `telegram` where they are set up.
    #[schema(example = json!(["email", "google"]))]
    pub sign_in: Vec<String>,
    /// By what a code reaches a telephone: `sms` and `messenger` where they are set up.
    #[schema(example = json!(["sms", "messenger"]))]
    pub phone_channels: Vec<String>,
    /// The username of the tenant's Telegram bot, whose mini app this is; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "agio_bot")]
    pub telegram_bot: Option<String>,
    /// Countries of residence (ISO 3166-1 alpha-2) that are not served.
    #[schema(example = json!(["US"]))]
    pub excluded_countries: Vec<String>,
    /// For how many hours after a change of email, phone or second factor, or the end of a lost one, no orders are made (422
    /// `PAYOUTS_HELD`); 0 for no such hold.
    #[schema(maximum = 72, example = 24)]
    pub payout_hold_hours: u16,
}

/// A tenant's looks: typed values only, never style sheets or markup.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BrandInfo {
    /// The brand colour as `#rrggbb`; absent for the house's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^#[0-9a-f]{6}$", example = "#0f7b5f")]
    pub color: Option<String>,
    /// How round corners are: `sharp`, `soft` or `round`.
    #[schema(example = "soft")]
    pub corners: String,
    /// The logo, in a square of 24 units; absent where the name's first letter, or the house's own logo, stands for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Vec<MarkShape>>,
    /// The mail address of support; absent where the tenant publishes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_email: Option<String>,
}

/// One filled shape of a logo, in the brand's colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MarkShape {
    /// The outline: commands and numbers of an SVG path, and nothing else.
    #[schema(pattern = "^[A-Za-z0-9 .-]+$", example = "M12 1L23 23H1Z")]
    pub d: String,
    /// How much of the colour, in percent.
    #[schema(minimum = 1, maximum = 100)]
    pub opacity: u8,
}

/// Money of a state, or of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CurrencyKind {
    /// Issued by a state.
    Fiat,
    /// Lives on a chain.
    Crypto,
}

/// What residents of the EEA may do with a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EeaPolicy {
    /// Fiat: the rules for crypto-assets do not speak of it.
    NotConcerned,
    /// Everything.
    Offered,
    /// Leave only: sell, swap from, withdraw.
    ExitOnly,
}

/// A currency of the catalogue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CurrencyInfo {
    /// Its code.
    pub code: CurrencyCode,
    /// Its name in English.
    #[schema(example = "Bitcoin")]
    pub name: String,
    /// How many decimals an amount of it has.
    #[schema(maximum = 18)]
    pub scale: u8,
    /// Fiat or crypto.
    pub kind: CurrencyKind,
    /// Its symbol, where it is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "€")]
    pub symbol: Option<String>,
    /// The ways it travels, the most usual first.
    pub payways: Vec<PaywayCode>,
    /// What residents of the EEA may do with it.
    pub eea_policy: EeaPolicy,
    /// Whether it can be received from an exchange here.
    pub can_buy: bool,
    /// Whether it can be given into an exchange here.
    pub can_sell: bool,
    /// The least that one exchange takes of it.
    pub min_exchange: Decimal,
    /// The most that one exchange takes of it.
    pub max_exchange: Decimal,
}

/// How a payway works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaywayKind {
    /// Over a chain.
    Crypto,
    /// By card.
    Card,
    /// By bank account.
    Iban,
    /// By a code that is typed or confirmed elsewhere.
    Code,
}

/// A way for money to come in or go out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaywayInfo {
    /// Its code.
    pub code: PaywayCode,
    /// How it works.
    pub kind: PaywayKind,
    /// Its name in English.
    #[schema(example = "Bank transfer")]
    pub name: String,
    /// The chain it runs on, for crypto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkCode>,
    /// The currencies that travel by it.
    pub currencies: Vec<CurrencyCode>,
    /// Whether an address needs a memo beside it.
    pub memo: bool,
}

/// One way of exchanging one currency for another.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Direction {
    /// Buy, sell or swap; absent for one currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is given.
    pub from_currency: CurrencyCode,
    /// How it is given.
    pub from_payway: EndpointCode,
    /// What is received.
    pub to_currency: CurrencyCode,
    /// How it is received.
    pub to_payway: EndpointCode,
    /// The least that can be given.
    pub min_from: Decimal,
    /// The most that can be given.
    pub max_from: Decimal,
    /// The least that can be received, at the present rate.
    pub min_to: Decimal,
    /// The most that can be received, at the present rate.
    pub max_to: Decimal,
    /// Whether it can be used now.
    pub available: bool,
    /// Why not, as a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "RATES_UNAVAILABLE")]
    pub reason: Option<String>,
}

/// The prices that quotes are made from.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RatesInfo {
    /// The currency that every price is in.
    pub base: CurrencyCode,
    /// Who says so.
    #[schema(example = "sandbox")]
    pub source: String,
    /// When.
    pub at: DateTime<Utc>,
    /// When they are too old to be quoted from.
    pub expires_at: DateTime<Utc>,
    /// The price of one unit, by currency code.
    #[schema(schema_with = super::scalar::decimal_map)]
    pub prices: BTreeMap<CurrencyCode, Decimal>,
}
