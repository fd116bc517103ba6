//! How much a person may exchange: tiers, what each needs, and what is used of its limits (reference defaults C4). Pure;
//! the numbers are policy, the uses are in the store.

mod near;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod tiers;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use identity::{Standing, Step};
use kernel::{Amount, Currency};

pub use near::{Near, after, near};
pub use tiers::{Tier, TierLimits, TierRule, Tiers};

/// The longest window: what is older counts no more.
pub const WINDOW: TimeDelta = TimeDelta::days(31);

/// A use whose order is still to be written counts for so long: longer than any request lives.
pub(crate) const UNWRITTEN: TimeDelta = TimeDelta::minutes(10);

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bucket {
    /// Money of banks and cards, in and out together.
    Fiat,
    /// Coins that leave.
    CryptoOut,
}

/// Over how long, rolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Period {
    /// 24 hours.
    Day,
    /// 31 days.
    Month,
}

impl Period {
    /// Its length.
    #[must_use]
    pub const fn length(self) -> TimeDelta {
        match self {
            Self::Day => TimeDelta::hours(24),
            Self::Month => WINDOW,
        }
    }
}

/// Every limit that a tier has, the narrower of two first.
pub const LIMITS: [(Bucket, Period); 4] = [
    (Bucket::Fiat, Period::Day),
    (Bucket::Fiat, Period::Month),
    (Bucket::CryptoOut, Period::Day),
    (Bucket::CryptoOut, Period::Month),
];

/// What an order takes of the limits, in euro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Of banks and cards.
    pub fiat: Amount,
    /// Of coins that leave.
    pub crypto_out: Amount,
    /// Whether the money of banks and cards comes in; the specification has two codes.
    pub is_incoming: bool,
}

impl Demand {
    fn of(&self, bucket: Bucket) -> Amount {
        match bucket {
            Bucket::Fiat => self.fiat,
            Bucket::CryptoOut => self.crypto_out,
        }
    }
}

/// What an earlier order took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// When.
    pub at: DateTime<Utc>,
    /// Of banks and cards, in euro.
    pub fiat: Amount,
    /// Of coins that leave, in euro.
    pub crypto_out: Amount,
    /// Whether they left to an address that was new then.
    pub to_new: bool,
}

impl Use {
    fn of(&self, bucket: Bucket) -> Amount {
        match bucket {
            Bucket::Fiat => self.fiat,
            Bucket::CryptoOut => self.crypto_out,
        }
    }
}

/// One limit, and what is used of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// Of what.
    pub bucket: Bucket,
    /// Over how long.
    pub period: Period,
    /// The most; `None` for no limit.
    pub limit: Option<Amount>,
    /// What the rolling window holds.
    pub used: Amount,
    /// When the oldest use leaves the window; `None` when nothing is used.
    pub resets_at: Option<DateTime<Utc>>,
}

/// A limit that an order does not fit under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceeded {
    /// Which.
    pub period: Period,
    /// Whether it is about money that leaves.
    pub is_outgoing: bool,
    /// The most.
    pub limit: Amount,
    /// What is used of it.
    pub used: Amount,
    /// When the order will fit, if nothing else is done; `None` when it never will.
    pub resets_at: Option<DateTime<Utc>>,
    /// Until when the limit is half of what the person has, because of the device that they ask from.
    pub halved_until: Option<DateTime<Utc>>,
    /// What the person can do for a limit that it fits under; empty when nothing helps.
    pub requirements: Vec<Step>,
}

/// What somebody wants to do, as far as it demands something of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Buy, sell or swap.
    Exchange,
    /// Balances, cards and documents: for people who are known.
    Banking,
}

impl Flow {
    /// The least tier that it is open to.
    const fn floor(self) -> Tier {
        match self {
            Self::Exchange => Tier::T0,
            Self::Banking => Tier::T2,
        }
    }
}

/// What stands between a person and an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ahead {
    /// What they have to do before it, least first.
    pub steps: Vec<Step>,
    /// Until when half of their limits hold, where that is why they have something to do.
    pub halved_until: Option<DateTime<Utc>>,
    /// The limit that it nearly uses up.
    pub near: Option<Near>,
    /// The limits that it counts against, where it can be made as things are.
    pub after: Vec<Near>,
}

/// What is used of each limit of the person's tier.
#[must_use]
pub fn usage(standing: &Standing, tiers: &Tiers, uses: &[Use], now: DateTime<Utc>) -> Vec<Usage> {
    let limits = limits(tiers, Tier::of(standing), standing, now).now;
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

/// What a person has to do before `demand`, least first: nothing when their tier allows it already.
///
/// # Errors
/// [`Exceeded`] with the limit of the person's own tier, when no tier that they can come to by themselves allows it.
pub fn requirements(
    flow: Flow,
    standing: &Standing,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Result<Vec<Step>, Box<Exceeded>> {
    let own = Tier::of(standing);
    let fits = |tier: Tier| fit(&limits(tiers, tier, standing, now), demand, uses, now);
    let reachable = Tier::ALL.into_iter().filter(|tier| *tier >= own && *tier >= flow.floor());
    let mut reachable = reachable.filter(|tier| *tier == own || tier.steps().is_some());
    if let Some(tier) = reachable.find(|tier| fits(*tier).is_ok()) {
        return Ok(missing(tier, standing));
    }
    fits(own).map(|()| Vec::new())
}

/// Lets `demand` pass under the limits that the person has now.
///
/// # Errors
/// [`Exceeded`] with the first limit that it does not fit under, and what the person can do about it.
pub fn admit(
    standing: &Standing,
    demand: &Demand,
    uses: &[Use],
    tiers: &Tiers,
    now: DateTime<Utc>,
) -> Result<(), Box<Exceeded>> {
    let own = limits(tiers, Tier::of(standing), standing, now);
    fit(&own, demand, uses, now).map_err(|exceeded| {
        let requirements = requirements(Flow::Exchange, standing, demand, uses, tiers, now).unwrap_or_default();
        Box::new(Exceeded { requirements, ..*exceeded })
    })
}

/// Whether everything that can be asked of a person has no limit, so that nothing has to be counted.
#[must_use]
pub fn is_unlimited(standing: &Standing, tiers: &Tiers) -> bool {
    let limits = tiers.of_person(Tier::of(standing), standing);
    LIMITS.iter().all(|(bucket, period)| limits.of(*bucket, *period).is_none())
}

fn missing(tier: Tier, standing: &Standing) -> Vec<Step> {
    let needed: BTreeSet<Step> = tier.steps().unwrap_or_default().iter().copied().collect();
    if tier <= Tier::of(standing) { Vec::new() } else { needed.difference(&standing.done).copied().collect() }
}

/// The limits of a tier as they hold for somebody at a moment.
struct Held {
    /// What holds.
    now: TierLimits,
    /// What holds after that, and from when on: the whole of what is now halved.
    then: Option<(TierLimits, DateTime<Utc>)>,
}

/// What a person may exchange in a tier. From a device that is new to them it is half of everything that is counted, what comes in
/// too: there is no order whose result does not leave the house, so a stolen card buys coins that leave as well as a sale does.
fn limits(tiers: &Tiers, tier: Tier, standing: &Standing, now: DateTime<Utc>) -> Held {
    let whole = tiers.of_person(tier, standing);
    match standing.limits_halved(now) {
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
        let requirements = Vec::new();
        return Err(Box::new(Exceeded { period, is_outgoing, limit, used, resets_at, halved_until, requirements }));
    }
    Ok(())
}

/// When the window has let go of `excess` euro cents.
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
