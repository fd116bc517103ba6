//! Tiers as data: the requirements and limits of each.

use std::collections::{BTreeMap, BTreeSet};

use identity::{CustomerStatus, Individual, IndividualLimits, Step};
use kernel::{Amount, Country, Currency};
use serde::{Deserialize, Serialize};

use super::{Bucket, Period};

kernel::codes! {
    /// The level of verification of a customer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Tier {
        /// Email address.
        T0 = "T0",
        /// Telephone number and personal details.
        T1 = "T1",
        /// Identity document and liveness check.
        T2 = "T2",
        /// Proof of address and source of funds.
        T3 = "T3",
        /// Full review by operators, with individually agreed limits.
        T4 = "T4",
    }
}

impl Tier {
    /// The required steps; `None` for a tier that only an operator grants.
    #[must_use]
    pub const fn steps(self) -> Option<&'static [Step]> {
        match self {
            Self::T0 => Some(&[]),
            Self::T1 => Some(&[Step::PersonalData, Step::Phone, Step::DeclaredAddress]),
            Self::T2 => Some(&[Step::PersonalData, Step::Phone, Step::DeclaredAddress, Step::Identity]),
            Self::T3 => Some(&[
                Step::PersonalData,
                Step::Phone,
                Step::DeclaredAddress,
                Step::Identity,
                Step::Address,
                Step::SourceOfFunds,
            ]),
            Self::T4 => None,
        }
    }

    /// The highest tier whose steps the customer has completed, or that an operator has granted.
    #[must_use]
    pub fn of(customer_status: &CustomerStatus) -> Self {
        let done = |tier: &Self| {
            let steps: Option<BTreeSet<Step>> = tier.steps().map(|steps| steps.iter().copied().collect());
            steps.is_some_and(|steps| steps.is_subset(&customer_status.done))
        };
        let reached = Self::ALL.into_iter().rev().find(done).unwrap_or(Self::T0);
        let raised = customer_status.raised_to.and_then(|tier| Self::ALL.get(usize::from(tier)).copied());
        raised.map_or(reached, |raised| raised.max(reached))
    }
}

/// Limits in euro; `None` means unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TierLimits {
    /// Money on banks and cards within 24 hours.
    pub fiat_day: Option<Amount>,
    /// Money on banks and cards within 31 days.
    pub fiat_month: Option<Amount>,
    /// Outgoing coins within 24 hours.
    pub crypto_out_day: Option<Amount>,
    /// Outgoing coins within 31 days.
    pub crypto_out_month: Option<Amount>,
}

impl TierLimits {
    /// The limit of one bucket and period.
    #[must_use]
    pub const fn of(&self, bucket: Bucket, period: Period) -> Option<Amount> {
        match (bucket, period) {
            (Bucket::Fiat, Period::Day) => self.fiat_day,
            (Bucket::Fiat, Period::Month) => self.fiat_month,
            (Bucket::CryptoOut, Period::Day) => self.crypto_out_day,
            (Bucket::CryptoOut, Period::Month) => self.crypto_out_month,
        }
    }

    /// Half of every limit, rounded down; unlimited stays unlimited.
    #[must_use]
    pub fn halved(&self) -> Self {
        let half = |limit: Option<Amount>| limit.map(|limit| Amount::new(limit.atoms() / 2, limit.currency()));
        Self {
            fiat_day: half(self.fiat_day),
            fiat_month: half(self.fiat_month),
            crypto_out_day: half(self.crypto_out_day),
            crypto_out_month: half(self.crypto_out_month),
        }
    }

    /// The higher of each limit and its individually agreed value; unlimited stays unlimited.
    fn or_agreed(&self, agreed: &IndividualLimits) -> Self {
        let higher = |limit: Option<Amount>, agreed: Amount| {
            limit.map(|limit| if agreed.atoms() > limit.atoms() { agreed } else { limit })
        };
        Self {
            fiat_day: higher(self.fiat_day, agreed.fiat_day),
            fiat_month: higher(self.fiat_month, agreed.fiat_month),
            crypto_out_day: higher(self.crypto_out_day, agreed.crypto_out_day),
            crypto_out_month: higher(self.crypto_out_month, agreed.crypto_out_month),
        }
    }

    /// The same limits for both buckets, in whole euro.
    fn euro(day: i128, month: i128) -> Self {
        let euro = |amount: i128| Some(Amount::new(amount * 100, Currency::EUR));
        let (day, month) = (euro(day), euro(month));
        Self { fiat_day: day, fiat_month: month, crypto_out_day: day, crypto_out_month: month }
    }

    pub(crate) fn amounts(&self) -> impl Iterator<Item = Amount> {
        [self.fiat_day, self.fiat_month, self.crypto_out_day, self.crypto_out_month].into_iter().flatten()
    }
}

/// The limits of a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TierRule {
    /// The limits outside the EEA, and within it if `eea` is absent.
    pub limits: TierLimits,
    /// The limits for residents of the EEA, if they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eea: Option<TierLimits>,
}

/// The limits by tier. T4 without limits of its own uses those of T3, raised by the individually agreed ones. Any other
/// missing tier is unlimited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tiers(pub BTreeMap<Tier, TierRule>);

impl Tiers {
    /// The limits of a tier by country of residence.
    #[must_use]
    pub fn limits(&self, tier: Tier, residence: Option<Country>) -> TierLimits {
        let below = || self.0.get(&Tier::T3).filter(|_| tier == Tier::T4);
        let Some(rule) = self.0.get(&tier).or_else(below) else { return TierLimits::default() };
        rule.eea.filter(|_| residence.is_some_and(Country::is_eea)).unwrap_or(rule.limits)
    }

    /// The limits of one customer: at T4 the individually agreed ones, if they are higher. They are never below T3, so
    /// that one operator alone may revoke the tier without widening any limit.
    #[must_use]
    pub(super) fn of_person(&self, tier: Tier, customer_status: &CustomerStatus) -> TierLimits {
        let limits = self.limits(tier, customer_status.residence);
        match customer_status.individual {
            Individual::Agreed(agreed) if tier == Tier::T4 => limits.or_agreed(&agreed),
            Individual::Unlimited if tier == Tier::T4 => TierLimits::default(),
            _ => limits,
        }
    }

    /// The default limits of a new tenant.
    #[must_use]
    pub fn seed() -> Self {
        let plain = |day, month| TierRule { limits: TierLimits::euro(day, month), eea: None };
        let by_word = TierRule { limits: TierLimits::euro(150, 150), eea: Some(TierLimits::euro(0, 0)) };
        Self(BTreeMap::from([
            (Tier::T0, plain(0, 0)),
            (Tier::T1, by_word),
            (Tier::T2, plain(5_000, 20_000)),
            (Tier::T3, plain(50_000, 200_000)),
        ]))
    }

    /// Sandbox limits: an unverified customer may place a first order, because no real money moves.
    #[must_use]
    pub fn sandbox() -> Self {
        let plain = |day, month| TierRule { limits: TierLimits::euro(day, month), eea: None };
        let mut tiers = Self::seed();
        tiers.0.insert(Tier::T0, plain(1_000, 3_000));
        tiers.0.insert(Tier::T1, plain(2_500, 10_000));
        tiers
    }
}
