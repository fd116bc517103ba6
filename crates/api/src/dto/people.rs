//! People: where they live, what is verified about them, what they may exchange.

use chrono::{DateTime, Utc};
use exchange::allowance::{Bucket, Near, Period};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal};

/// A country.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CountryInfo {
    /// ISO 3166-1 alpha-2.
    #[schema(example = "PL")]
    pub code: String,
    /// Whether its residents can be customers here.
    pub is_allowed: bool,
    /// Whether it belongs to the European Economic Area.
    pub is_eea: bool,
}

/// A home address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HomeAddress {
    /// Street and house, 2 to 100 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 100)]
    pub street: Option<String>,
    /// The city, 2 to 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 60)]
    pub city: Option<String>,
    /// The postal code, 2 to 12 characters; none in countries that have no postal codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 12)]
    pub postcode: Option<String>,
}

/// One thing that has to be done before something is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerificationStep {
    /// Name, date of birth and residence.
    PersonalData,
    /// A telephone that answers.
    Phone,
    /// The home address, by their word.
    DeclaredAddress,
    /// A document and their face.
    Identity,
    /// The home address, by a document.
    Address,
    /// Where their money comes from.
    SourceOfFunds,
}

impl From<identity::Step> for VerificationStep {
    fn from(step: identity::Step) -> Self {
        match step {
            identity::Step::PersonalData => Self::PersonalData,
            identity::Step::Phone => Self::Phone,
            identity::Step::DeclaredAddress => Self::DeclaredAddress,
            identity::Step::Identity => Self::Identity,
            identity::Step::Address => Self::Address,
            identity::Step::SourceOfFunds => Self::SourceOfFunds,
        }
    }
}

/// What is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum VerificationKind {
    /// The e-mail, by the code that opened the account or changed it; nobody decides on it.
    Email,
    /// The telephone.
    Phone,
    /// The home address, by a document.
    Address,
    /// Who somebody is.
    Identity,
    /// The home address, by their word.
    DeclaredAddress,
    /// Where their money comes from.
    SourceOfFunds,
}

/// How a verification stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum VerificationStatus {
    /// Never begun.
    None,
    /// Begun; something is still to be handed in.
    Init,
    /// Not good enough: once more.
    Retry,
    /// Taken back; it begins anew.
    Reset,
    /// Was good, and no longer is.
    Expired,
    /// Somebody looks closer.
    OnHold,
    /// Refused for good.
    Rejected,
    /// Verified.
    Completed,
    /// Handed in.
    Processing,
    /// Not possible for this person.
    NotAllowed,
}

/// A status in the words of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerificationShown {
    /// Not verified.
    NotVerified,
    /// In progress.
    InProgress,
    /// In progress for too long, up to 24 hours.
    TooLong,
    /// Verified.
    Verified,
    /// Once more.
    Retry,
    /// Rejected.
    Rejected,
}

/// One verification of the person.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct VerificationInfo {
    /// Of what.
    pub kind: VerificationKind,
    /// How it stands.
    pub status: VerificationStatus,
    /// The same for a screen.
    pub shown: VerificationShown,
    /// Whether the person can begin, or hand something in, now.
    pub is_open: bool,
    /// Why it was refused, in stable words such as `document_unreadable`.
    pub reasons: Vec<String>,
    /// When something was handed in last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// When it last moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime<Utc>>,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitBucket {
    /// Money of banks and cards, in and out together.
    Fiat,
    /// Coins that leave.
    CryptoOut,
}

/// Over how long, rolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitPeriod {
    /// 24 hours.
    Day,
    /// 31 days.
    Month,
}

/// A limit, and what is used of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LimitUsage {
    /// Of what.
    pub bucket: LimitBucket,
    /// Over how long.
    pub period: LimitPeriod,
    /// The most; absent where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Decimal>,
    /// What is used.
    pub used: Decimal,
    /// In what both are.
    pub currency: CurrencyCode,
    /// When the oldest use counts no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resets_at: Option<DateTime<Utc>>,
}

/// A limit, and what is used of it with an order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NearLimit {
    /// Of what.
    pub bucket: LimitBucket,
    /// Over how long.
    pub period: LimitPeriod,
    /// The most.
    pub limit: Decimal,
    /// What is used of it, this order with it.
    pub used: Decimal,
    /// In what both are.
    pub currency: CurrencyCode,
}

impl From<Near> for NearLimit {
    fn from(near: Near) -> Self {
        Self {
            bucket: near.bucket.into(),
            period: near.period.into(),
            limit: near.limit.into(),
            used: near.used.into(),
            currency: CurrencyCode(near.limit.currency()),
        }
    }
}

impl From<Bucket> for LimitBucket {
    fn from(bucket: Bucket) -> Self {
        match bucket {
            Bucket::Fiat => Self::Fiat,
            Bucket::CryptoOut => Self::CryptoOut,
        }
    }
}

impl From<Period> for LimitPeriod {
    fn from(period: Period) -> Self {
        match period {
            Period::Day => Self::Day,
            Period::Month => Self::Month,
        }
    }
}

/// A tier that the person can come to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TierInfo {
    /// Its name.
    #[schema(example = "T1")]
    pub tier: String,
    /// What is still to be done for it.
    pub requirements: Vec<VerificationStep>,
    /// Its limits, with nothing used.
    pub limits: Vec<LimitUsage>,
}

/// The person's limits.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// How well they are known: `T0` to `T4`.
    #[schema(example = "T0")]
    pub tier: String,
    /// What is used of each limit.
    pub limits: Vec<LimitUsage>,
    /// Whether limits of one's own were agreed on with the person, and are among these.
    pub is_individual: bool,
    /// Until when these limits are half of the tier's, because the device of this sign-in is new to the account; absent where they are
    /// not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved_until: Option<DateTime<Utc>>,
    /// The next tier, where there is one to come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<TierInfo>,
}
