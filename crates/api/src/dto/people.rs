//! Customers: residence, verifications and limits.

use chrono::{DateTime, Utc};
use exchange::limits::{self, Near, RuleUsage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::{CurrencyCode, Decimal, Money, PaywayCode};

/// A country.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CountryInfo {
    /// ISO 3166-1 alpha-2.
    #[schema(example = "PL")]
    pub code: String,
    /// Whether its residents can become customers.
    pub is_allowed: bool,
    /// Whether it is part of the European Economic Area.
    pub is_eea: bool,
}

/// A home address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HomeAddress {
    /// Street and house number, 2 to 100 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 100)]
    pub street: Option<String>,
    /// City, 2 to 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 60)]
    pub city: Option<String>,
    /// Postal code, 2 to 12 characters. Omit it in countries without postal codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 2, max_length = 12)]
    pub postcode: Option<String>,
}

coded! {
    /// A step that the customer must complete.
    pub type VerificationStep = identity::Step;
}

/// Kind of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum VerificationKind {
    /// Email, verified by the code at registration or change. It has no review.
    Email,
    /// Phone number.
    Phone,
    /// Home address, with a document.
    Address,
    /// Identity.
    Identity,
    /// Home address, self-declared.
    DeclaredAddress,
    /// Source of funds.
    SourceOfFunds,
}

coded! {
    /// Status of a verification.
    pub type VerificationStatus = identity::verification::Status;
}

coded! {
    /// Display status.
    pub type VerificationShown = identity::verification::DisplayStatus;
}

/// A verification of the customer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct VerificationInfo {
    /// Kind.
    pub kind: VerificationKind,
    /// Status.
    pub status: VerificationStatus,
    /// Display status.
    pub shown: VerificationShown,
    /// Whether the customer can start it or submit something now.
    pub is_open: bool,
    /// Reasons for a refusal, as stable codes such as `document_unreadable`.
    pub reasons: Vec<String>,
    /// Time of the last submission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// Time of the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime<Utc>>,
}

coded! {
    /// The scope of a limit.
    pub type LimitBucket = limits::Bucket;

    /// Rolling period of a limit.
    pub type LimitPeriod = limits::Period;
}

/// A limit and its usage.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LimitUsage {
    /// The scope.
    pub bucket: LimitBucket,
    /// The rolling period.
    pub period: LimitPeriod,
    /// The limit. Absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Decimal>,
    /// Amount used.
    pub used: Decimal,
    /// Currency of both amounts.
    pub currency: CurrencyCode,
    /// When the oldest usage leaves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resets_at: Option<DateTime<Utc>>,
}

coded! {
    /// Whether a payment brings money in or takes it out.
    pub type PaymentDirection = limits::PaymentDirection;
}

/// A limit on payments by a payway, and its usage.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaywayLimit {
    /// The payway. Absent if the limit covers all payways together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payway: Option<PaywayCode>,
    /// The direction. Absent if both directions count together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<PaymentDirection>,
    /// The rolling period.
    pub period: LimitPeriod,
    /// The limit.
    pub limit: Decimal,
    /// Amount used.
    pub used: Decimal,
    /// Currency of both amounts.
    pub currency: CurrencyCode,
    /// When the oldest usage leaves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resets_at: Option<DateTime<Utc>>,
}

impl From<RuleUsage> for PaywayLimit {
    fn from(usage: RuleUsage) -> Self {
        Self {
            payway: usage.payway.map(PaywayCode),
            direction: usage.direction.map(Into::into),
            period: usage.period.into(),
            limit: usage.limit.into(),
            used: usage.used.into(),
            currency: CurrencyCode(usage.limit.currency()),
            resets_at: usage.resets_at,
        }
    }
}

/// A limit and its usage including an order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NearLimit {
    /// The scope.
    pub bucket: LimitBucket,
    /// The rolling period.
    pub period: LimitPeriod,
    /// The limit.
    pub limit: Decimal,
    /// Amount used, including this order.
    pub used: Decimal,
    /// Currency of both amounts.
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

/// A tier that the customer can reach.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TierInfo {
    /// Name of the tier.
    #[schema(example = "T1")]
    pub tier: String,
    /// Steps still to complete.
    pub requirements: Vec<VerificationStep>,
    /// Limits of the tier, without usage.
    pub limits: Vec<LimitUsage>,
}

/// The limit on payments by a new card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NewCardInfo {
    /// Maximum that one card pays while it is new.
    pub limit: Money,
    /// How long a card is new after its first payment, in days.
    #[schema(minimum = 1, maximum = 90)]
    pub days: u16,
}

/// The customer's limits.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// The customer's tier: `T0` to `T4`.
    #[schema(example = "T0")]
    pub tier: String,
    /// Limits with their usage.
    pub limits: Vec<LimitUsage>,
    /// Limits on payments by payway with their usage.
    pub payways: Vec<PaywayLimit>,
    /// Limit on payments by a card that the customer has used for some days only. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_card: Option<NewCardInfo>,
    /// Whether individual limits were agreed with the customer and are included here.
    pub is_individual: bool,
    /// Until when these limits are half of the tier's, because the device of this session is new to the account. Absent
    /// if they are not halved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved_until: Option<DateTime<Utc>>,
    /// The next tier, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<TierInfo>,
}
