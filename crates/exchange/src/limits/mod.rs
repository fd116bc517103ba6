//! Velocity limits: tiers, the requirements of each tier, limit rules by payway, and the used part of each limit. Pure;
//! the policy holds the numbers, the store holds the uses.

mod near_limit;
mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod tiers;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use identity::{CustomerStatus, Step};
use kernel::{Amount, Currency, Payway};

use crate::transaction_type::Side;

pub use near_limit::{Near, after, near};
pub use rules::{
    Customer, Ends, LimitBounds, LimitRules, LimitScope, Passed, PaymentDirection, RuleRefusal, RuleUsage, fault,
    only_currency,
};
pub use tiers::{Tier, TierLimits, TierRule, Tiers};

/// The longest limit window. Older uses do not count.
pub const WINDOW: TimeDelta = TimeDelta::days(31);

/// The maximum number of uses of one customer within one window. Beyond it movements are refused, so that no use is
/// left uncounted.
pub(crate) const USES_MAX: usize = 10_000;

kernel::codes! {
    /// The kind of money that a limit covers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Bucket {
        /// Money on banks and cards, incoming and outgoing together.
        Fiat = "fiat",
        /// Outgoing coins.
        CryptoOut = "crypto_out",
    }
}

kernel::codes! {
    /// The length of a rolling window.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Period {
        /// 24 hours.
        Day = "day",
        /// 31 days.
        Month = "month",
    }
}

impl Period {
    /// The length of the window.
    #[must_use]
    pub const fn length(self) -> TimeDelta {
        match self {
            Self::Day => TimeDelta::hours(24),
            Self::Month => WINDOW,
        }
    }
}

/// Every limit of a tier; the narrower window of each bucket comes first.
pub const LIMITS: [(Bucket, Period); 4] = [
    (Bucket::Fiat, Period::Day),
    (Bucket::Fiat, Period::Month),
    (Bucket::CryptoOut, Period::Day),
    (Bucket::CryptoOut, Period::Month),
];

/// The amounts, in euro, by which an order uses the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Money on banks and cards.
    pub fiat: Amount,
    /// Outgoing coins.
    pub crypto_out: Amount,
    /// Whether the bank or card money is incoming. The specification has a separate error code for each direction.
    pub is_incoming: bool,
    /// What limit rules count.
    pub ends: Ends,
}

impl Demand {
    /// Nothing that limits count.
    #[must_use]
    pub fn nothing() -> Self {
        let zero = Amount::zero(Currency::EUR);
        Self { fiat: zero, crypto_out: zero, is_incoming: false, ends: Ends::default() }
    }

    /// Whether anything counts.
    #[must_use]
    pub const fn is_counted(&self) -> bool {
        self.fiat.is_positive() || self.crypto_out.is_positive() || !self.ends.is_empty()
    }

    /// The use of the limits by an exchange of this side, whose two amounts have about the same value, in euro.
    #[must_use]
    pub fn of_side(side: Side, euro: Amount) -> Self {
        let nothing = Self::nothing();
        match side {
            Side::Buy => Self { fiat: euro, crypto_out: euro, is_incoming: true, ..nothing },
            Side::Sell => Self { fiat: euro, ..nothing },
            Side::Swap => Self { crypto_out: euro, ..nothing },
        }
    }

    fn of(&self, bucket: Bucket) -> Amount {
        match bucket {
            Bucket::Fiat => self.fiat,
            Bucket::CryptoOut => self.crypto_out,
        }
    }
}

/// The use of the limits by an earlier order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// When the order was made.
    pub at: DateTime<Utc>,
    /// Money on banks and cards, in euro.
    pub fiat: Amount,
    /// Outgoing coins, in euro.
    pub crypto_out: Amount,
    /// Whether the coins left to an address that was new at the time.
    pub to_new: bool,
    /// What limit rules count.
    pub ends: Ends,
}

impl Use {
    fn of(&self, bucket: Bucket) -> Amount {
        match bucket {
            Bucket::Fiat => self.fiat,
            Bucket::CryptoOut => self.crypto_out,
        }
    }
}

/// One limit and its use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// The kind of money.
    pub bucket: Bucket,
    /// The window.
    pub period: Period,
    /// The maximum; `None` if unlimited.
    pub limit: Option<Amount>,
    /// The amount used within the window.
    pub used: Amount,
    /// When the oldest use leaves the window; `None` without uses.
    pub resets_at: Option<DateTime<Utc>>,
}

/// A limit that an order exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceeded {
    /// The window of the limit.
    pub period: Period,
    /// Whether the limit concerns outgoing money.
    pub is_outgoing: bool,
    /// The payway, if the limit is about payments by it alone.
    pub payway: Option<Payway>,
    /// The maximum.
    pub limit: Amount,
    /// The amount used.
    pub used: Amount,
    /// When the order will fit if nothing else is ordered; `None` if it never will.
    pub resets_at: Option<DateTime<Utc>>,
    /// The time until which the limit is halved because the customer uses a new device.
    pub halved_until: Option<DateTime<Utc>>,
    /// The verification steps that raise the limit far enough; empty if none does.
    pub requirements: Vec<Step>,
}

/// The kind of operation, as far as it requires a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Buy, sell or swap.
    Exchange,
    /// Balances, cards and documents; requires a verified customer.
    Banking,
}

impl Flow {
    /// The lowest tier that may use it.
    const fn floor(self) -> Tier {
        match self {
            Self::Exchange => Tier::T0,
            Self::Banking => Tier::T2,
        }
    }
}

/// The requirements of an order, and its effect on the limits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LimitPreview {
    /// The verification steps that the customer must complete first, easiest first.
    pub steps: Vec<Step>,
    /// The time until which the limits are halved, if the halving is the reason for the required steps.
    pub halved_until: Option<DateTime<Utc>>,
    /// The limit that the order nearly exhausts.
    pub near: Option<Near>,
    /// The limits that the order counts against, if it can be made now.
    pub after: Vec<Near>,
    /// The windows of limit rules that the order counts against, if it can be made now.
    pub rules_after: Vec<RuleUsage>,
}

/// The use of every limit of a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerUsage {
    /// The limits of the tier.
    pub tier: Vec<Usage>,
    /// The windows of limit rules.
    pub rules: Vec<RuleUsage>,
}

/// The use of each limit of the customer's tier.
#[must_use]
pub fn usage(customer_status: &CustomerStatus, tiers: &Tiers, uses: &[Use], now: DateTime<Utc>) -> Vec<Usage> {
    let limits = limits(tiers, Tier::of(customer_status), customer_status, now).now;
    let of = |(bucket, period): (Bucket, Period)| {
        let counted = || uses.iter().filter(move |one| now - one.at < period.length() && one.of(bucket).is_positive());
        Usage {
            bucket,
            period,
            limit: limits.of(bucket, period),
            used: sum(counted().map(|one| one.of(bucket))),
            resets_at: counted().map(|one| one.at + period.length()).min(),
        }
    };
    LIMITS.map(of).into()
}

/// The verification steps that `demand` requires, easiest first; empty if the customer's tier already permits it.
///
/// # Errors
/// [`Exceeded`] with the limit of the present tier, if no tier that the customer can reach alone permits the demand.
pub fn requirements(
    flow: Flow,
    customer_status: &CustomerStatus,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Result<Vec<Step>, Box<Exceeded>> {
    let own = Tier::of(customer_status);
    let fits = |tier: Tier| fit(&limits(tiers, tier, customer_status, now), demand, uses, now);
    let reachable = Tier::ALL.into_iter().filter(|tier| *tier >= own && *tier >= flow.floor());
    let mut reachable = reachable.filter(|tier| *tier == own || tier.steps().is_some());
    if let Some(tier) = reachable.find(|tier| fits(*tier).is_ok()) {
        return Ok(missing(tier, customer_status));
    }
    fits(own).map(|()| Vec::new())
}

/// Checks `demand` against the customer's present limits.
///
/// # Errors
/// [`Exceeded`] with the first exceeded limit and the steps that would raise it.
pub fn admit(
    customer_status: &CustomerStatus,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Result<(), Box<Exceeded>> {
    let own = limits(tiers, Tier::of(customer_status), customer_status, now);
    fit(&own, demand, uses, now).map_err(|exceeded| {
        let requirements = requirements(Flow::Exchange, customer_status, demand, uses, tiers, now).unwrap_or_default();
        Box::new(Exceeded { requirements, ..*exceeded })
    })
}

/// Whether every limit that applies to the customer is unlimited, so that uses need not be counted.
#[must_use]
pub fn is_unlimited(customer_status: &CustomerStatus, tiers: &Tiers) -> bool {
    let limits = tiers.of_person(Tier::of(customer_status), customer_status);
    LIMITS.iter().all(|(bucket, period)| limits.of(*bucket, *period).is_none())
}

/// Whether `demand` fits these limits of a tier.
#[must_use]
pub fn fits_tier(limits: &TierLimits, demand: &Demand, uses: &[Use], now: DateTime<Utc>) -> bool {
    fit(&Held { now: *limits, then: None }, demand, uses, now).is_ok()
}

fn missing(tier: Tier, customer_status: &CustomerStatus) -> Vec<Step> {
    let needed: BTreeSet<Step> = tier.steps().unwrap_or_default().iter().copied().collect();
    if tier <= Tier::of(customer_status) {
        Vec::new()
    } else {
        needed.difference(&customer_status.done).copied().collect()
    }
}

/// The limits of a tier for one customer at one moment.
struct Held {
    /// The present limits.
    now: TierLimits,
    /// The full limits, and when they apply again, if the present ones are halved.
    then: Option<(TierLimits, DateTime<Utc>)>,
}

/// The limits of a tier for one customer. A new device halves every limit, including those on incoming money: every
/// order ends in a payout or can, so a stolen card turns into coins as easily as a sale turns into a bank transfer.
fn limits(tiers: &Tiers, tier: Tier, customer_status: &CustomerStatus, now: DateTime<Utc>) -> Held {
    let whole = tiers.of_person(tier, customer_status);
    match customer_status.limits_halved(now) {
        Some(until) => Held { now: whole.halved(), then: Some((whole, until)) },
        None => Held { now: whole, then: None },
    }
}

fn fit(limits: &Held, demand: &Demand, uses: &[Use], now: DateTime<Utc>) -> Result<(), Box<Exceeded>> {
    for (bucket, period) in LIMITS {
        let (Some(limit), asked) = (limits.now.of(bucket, period), demand.of(bucket)) else { continue };
        let counted: Vec<&Use> = uses.iter().filter(|one| now - one.at < period.length()).collect();
        let used = sum(counted.iter().map(|one| one.of(bucket)));
        if asked.is_zero() || used.atoms().saturating_add(asked.atoms()) <= limit.atoms() {
            continue;
        }
        let is_outgoing = bucket == Bucket::CryptoOut || !demand.is_incoming;
        let frees = |limit: Amount| frees_at(&counted, bucket, period, used.atoms() + asked.atoms() - limit.atoms());
        let whole = limits.then.as_ref().and_then(|(then, until)| Some((then.of(bucket, period)?, *until)));
        let fits_whole = |(whole, until): (Amount, DateTime<Utc>)| {
            let fits = used.atoms().saturating_add(asked.atoms()) <= whole.atoms();
            if fits { Some(until) } else { frees(whole).map(|at| at.max(until)) }
        };
        let resets_at = [frees(limit), whole.and_then(fits_whole)].into_iter().flatten().min();
        let halved_until = whole.map(|(_, until)| until);
        let (payway, requirements) = (None, Vec::new());
        return Err(Box::new(Exceeded {
            period,
            is_outgoing,
            payway,
            limit,
            used,
            resets_at,
            halved_until,
            requirements,
        }));
    }
    Ok(())
}

/// When enough uses have left the window to free `excess` euro cents.
fn frees_at(uses: &[&Use], bucket: Bucket, period: Period, excess: i128) -> Option<DateTime<Utc>> {
    let mut by_age: Vec<&&Use> = uses.iter().collect();
    by_age.sort_by_key(|one| one.at);
    let mut freed = 0_i128;
    let enough = by_age.into_iter().find(|one| {
        freed = freed.saturating_add(one.of(bucket).atoms());
        freed >= excess
    });
    enough.map(|one| one.at + period.length())
}

fn sum(amounts: impl Iterator<Item = Amount>) -> Amount {
    let cents = amounts.fold(0_i128, |total, amount| total.saturating_add(amount.atoms()));
    Amount::new(cents, Currency::EUR)
}
