//! What limit rules count, and whether a movement fits them. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use identity::{CustomerStatus, Step};
use kernel::{Amount, Country, Currency, Payway};

use super::{LimitBounds, LimitRules, LimitScope, PaymentDirection};
use crate::limits::{Exceeded, Period, Tier, Use, missing};

/// Money that passes a payway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// The payway.
    pub payway: Payway,
    /// The amount.
    pub amount: Amount,
    /// Its value in euro when it was counted, rounded up.
    pub euro: Amount,
}

impl Passed {
    /// The amount in the currency of a rule: its own, or euro. [`super::fault`] refuses rules in any other.
    fn in_currency(&self, currency: Currency) -> Amount {
        if self.amount.currency() == currency { self.amount } else { self.euro }
    }
}

/// The ends of a movement that limit rules count: money that comes in and goes out by a payway.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ends {
    /// What comes in.
    pub incoming: Option<Passed>,
    /// What goes out.
    pub outgoing: Option<Passed>,
}

impl Ends {
    /// Whether nothing is counted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.incoming.is_none() && self.outgoing.is_none()
    }

    fn covered(&self, scope: LimitScope) -> impl Iterator<Item = (PaymentDirection, Passed)> {
        let ends = [(PaymentDirection::In, self.incoming), (PaymentDirection::Out, self.outgoing)];
        let present = ends.into_iter().filter_map(|(direction, end)| Some((direction, end?)));
        present.filter(move |(direction, end)| scope.covers(end.payway, *direction))
    }

    /// The part that a rule counts, in its currency.
    fn counted(&self, scope: LimitScope, currency: Currency) -> Amount {
        let atoms = self.covered(scope).map(|(_, end)| end.in_currency(currency).atoms());
        Amount::new(atoms.fold(0, i128::saturating_add), currency)
    }
}

/// What rules ask of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Customer {
    /// The tier; `None` if it is unknown.
    pub tier: Option<Tier>,
    /// The country of residence.
    pub residence: Option<Country>,
}

impl Customer {
    /// The customer at their present tier.
    #[must_use]
    pub fn of(customer_status: &CustomerStatus) -> Self {
        Self { tier: Some(Tier::of(customer_status)), residence: customer_status.residence }
    }
}

/// The limit of a rule within one window, and its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleUsage {
    /// The payway; `None` for all together.
    pub payway: Option<Payway>,
    /// The direction; `None` for both together.
    pub direction: Option<PaymentDirection>,
    /// The window.
    pub period: Period,
    /// The maximum.
    pub limit: Amount,
    /// The amount used within the window.
    pub used: Amount,
    /// When the oldest use leaves the window; `None` without uses.
    pub resets_at: Option<DateTime<Utc>>,
}

/// Why limit rules refuse a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleRefusal {
    /// The amount is below the minimum of one payment.
    BelowMinimum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The minimum.
        min: Amount,
    },
    /// The amount is above the maximum of one payment.
    AboveMaximum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The maximum.
        max: Amount,
    },
    /// A window is exceeded.
    Limit(Box<Exceeded>),
}

/// A window of a rule.
#[derive(Debug, Clone, Copy)]
struct Window {
    scope: LimitScope,
    period: Period,
    limit: Amount,
}

impl Window {
    /// The counted uses, oldest first.
    fn counted(&self, uses: &[Use], now: DateTime<Utc>) -> Vec<(DateTime<Utc>, i128)> {
        let within = uses.iter().filter(|one| now - one.at < self.period.length());
        let amounts = within.map(|one| (one.at, one.ends.counted(self.scope, self.limit.currency()).atoms()));
        let mut counted: Vec<_> = amounts.filter(|(_, atoms)| *atoms > 0).collect();
        counted.sort_unstable();
        counted
    }

    fn usage(&self, uses: &[Use], more: Amount, now: DateTime<Utc>) -> RuleUsage {
        let counted = self.counted(uses, now);
        let used = counted.iter().fold(more.atoms(), |sum, (_, atoms)| sum.saturating_add(*atoms));
        let LimitScope { payway, direction, .. } = self.scope;
        let (period, limit) = (self.period, self.limit);
        let resets_at = counted.first().map(|(at, _)| *at + period.length());
        RuleUsage { payway, direction, period, limit, used: Amount::new(used, limit.currency()), resets_at }
    }

    /// The refusal of a movement that does not fit; `None` if it does.
    fn exceeded(&self, ends: &Ends, uses: &[Use], now: DateTime<Utc>) -> Option<Exceeded> {
        let (direction, _) = ends.covered(self.scope).next()?;
        let asked = ends.counted(self.scope, self.limit.currency());
        let counted = self.counted(uses, now);
        let used = counted.iter().fold(0_i128, |sum, (_, atoms)| sum.saturating_add(*atoms));
        let excess = used.saturating_add(asked.atoms()).saturating_sub(self.limit.atoms());
        if excess <= 0 || !asked.is_positive() {
            return None;
        }
        let mut freed = 0_i128;
        let enough = counted.iter().find(|(_, atoms)| {
            freed = freed.saturating_add(*atoms);
            freed >= excess
        });
        Some(Exceeded {
            period: self.period,
            is_outgoing: direction == PaymentDirection::Out,
            payway: self.scope.payway,
            limit: self.limit,
            used: Amount::new(used, self.limit.currency()),
            resets_at: enough.map(|(at, _)| *at + self.period.length()),
            halved_until: None,
            requirements: Vec::new(),
        })
    }
}

impl LimitRules {
    /// The windows that concern a customer. Of several for the same payments, only the strictest.
    #[must_use]
    pub fn usage(&self, customer: Customer, uses: &[Use], now: DateTime<Utc>) -> Vec<RuleUsage> {
        self.strictest(customer).into_iter().map(|window| window.usage(uses, zero(&window), now)).collect()
    }

    /// The windows that a movement counts against, each with its use including the movement.
    #[must_use]
    pub fn after(&self, customer: Customer, ends: &Ends, uses: &[Use], now: DateTime<Utc>) -> Vec<RuleUsage> {
        let windows = self.strictest(customer).into_iter();
        let asked = windows.map(|window| (window, ends.counted(window.scope, window.limit.currency())));
        asked.filter(|(_, more)| more.is_positive()).map(|(window, more)| window.usage(uses, more, now)).collect()
    }

    /// Checks a movement against every rule for this customer.
    ///
    /// # Errors
    /// [`RuleRefusal::BelowMinimum`] and [`RuleRefusal::AboveMaximum`] for a rule about one payment, and
    /// [`RuleRefusal::Limit`] with the exceeded window that frees last, so that the movement fits at its time.
    pub fn admit(&self, customer: Customer, ends: &Ends, uses: &[Use], now: DateTime<Utc>) -> Result<(), RuleRefusal> {
        for (scope, bounds) in self.concerning(customer).filter(|(scope, _)| scope.is_personal()) {
            check_one(*scope, bounds, ends)?;
        }
        let exceeded = self.strictest(customer).into_iter().filter_map(|window| window.exceeded(ends, uses, now));
        // Never comes after any time.
        match exceeded.max_by_key(|one| (one.resets_at.is_none(), one.resets_at)) {
            Some(last) => Err(RuleRefusal::Limit(Box::new(last))),
            None => Ok(()),
        }
    }

    /// Checks a movement of a customer at their present tier.
    ///
    /// # Errors
    /// The errors of [`Self::admit`], with the steps that would raise an exceeded limit.
    pub fn admit_at(
        &self,
        customer_status: &CustomerStatus,
        ends: &Ends,
        uses: &[Use],
        now: DateTime<Utc>,
    ) -> Result<(), RuleRefusal> {
        self.admit(Customer::of(customer_status), ends, uses, now).map_err(|refused| match refused {
            RuleRefusal::Limit(exceeded) => {
                let requirements = self.requirements(customer_status, ends, uses, now).unwrap_or_default();
                RuleRefusal::Limit(Box::new(Exceeded { requirements, ..*exceeded }))
            }
            other => other,
        })
    }

    /// The verification steps after which the rules permit a movement, easiest first; empty if they permit it now.
    ///
    /// # Errors
    /// The errors of [`Self::admit`] at the present tier, if no tier that the customer can reach alone permits it.
    pub fn requirements(
        &self,
        customer_status: &CustomerStatus,
        ends: &Ends,
        uses: &[Use],
        now: DateTime<Utc>,
    ) -> Result<Vec<Step>, RuleRefusal> {
        let (own, residence) = (Tier::of(customer_status), customer_status.residence);
        let admit = |tier| self.admit(Customer { tier: Some(tier), residence }, ends, uses, now);
        let Err(refused) = admit(own) else { return Ok(Vec::new()) };
        let mut above = Tier::ALL.into_iter().filter(|tier| *tier > own && tier.steps().is_some());
        above.find(|tier| admit(*tier).is_ok()).map(|tier| missing(tier, customer_status)).ok_or(refused)
    }

    fn concerning(&self, customer: Customer) -> impl Iterator<Item = (&LimitScope, &LimitBounds)> {
        self.0.iter().filter(move |(scope, _)| scope.concerns(customer.tier, customer.residence))
    }

    fn strictest(&self, customer: Customer) -> Vec<Window> {
        let mut strictest = BTreeMap::new();
        for (scope, bounds) in self.concerning(customer) {
            for period in [Period::Day, Period::Month] {
                let Some(limit) = bounds.within(period) else { continue };
                let key = (scope.payway, scope.direction, period, limit.currency().code());
                let window = Window { scope: *scope, period, limit };
                let kept = strictest.entry(key).or_insert(window);
                if limit.atoms() < kept.limit.atoms() {
                    *kept = window;
                }
            }
        }
        strictest.into_values().collect()
    }
}

/// Checks the ends of one movement against the bounds of one payment.
fn check_one(scope: LimitScope, bounds: &LimitBounds, ends: &Ends) -> Result<(), RuleRefusal> {
    for (direction, end) in ends.covered(scope) {
        let field = if direction == PaymentDirection::In { "from_amount" } else { "to_amount" };
        let atoms = |bound: Amount| end.in_currency(bound.currency()).atoms();
        if let Some(min) = bounds.min.filter(|min| atoms(*min) < min.atoms()) {
            return Err(RuleRefusal::BelowMinimum { field, min });
        }
        if let Some(max) = bounds.max.filter(|max| atoms(*max) > max.atoms()) {
            return Err(RuleRefusal::AboveMaximum { field, max });
        }
    }
    Ok(())
}

const fn zero(window: &Window) -> Amount {
    Amount::zero(window.limit.currency())
}
