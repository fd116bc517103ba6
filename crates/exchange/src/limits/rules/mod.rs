//! Limit rules: bounds on payments by payway, direction, tier and country of residence. Pure.
//!
//! Every rule whose conditions match applies, and the strictest of them decides. A rule never loosens another, so a rule
//! for one tier cannot raise what a rule for everybody allows.

mod counted;
mod scope;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use kernel::{Amount, Country, Currency, Payway};
use serde::{Deserialize, Serialize};

use super::{Period, Tier};

pub use counted::{Customer, Ends, Passed, RuleRefusal, RuleUsage};
pub use scope::{LimitScope, PaymentDirection};

/// The maximum number of limit rules of a tenant.
const RULES_MAX: usize = 200;

/// The bounds of one rule, all in one currency. An absent bound does not limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitBounds {
    /// The minimum of one payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Amount>,
    /// The maximum of one payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Amount>,
    /// The maximum of one customer within 24 hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Amount>,
    /// The maximum of one customer within 31 days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<Amount>,
}

impl LimitBounds {
    /// The currency of the bounds; `None` without a bound.
    #[must_use]
    pub fn currency(&self) -> Option<Currency> {
        self.amounts().next().map(|amount| amount.currency())
    }

    /// The maximum within a window.
    pub(crate) const fn within(&self, period: Period) -> Option<Amount> {
        match period {
            Period::Day => self.day,
            Period::Month => self.month,
        }
    }

    fn amounts(&self) -> impl Iterator<Item = Amount> {
        [self.min, self.max, self.day, self.month].into_iter().flatten()
    }

    const fn has_window(&self) -> bool {
        self.day.is_some() || self.month.is_some()
    }
}

/// The limit rules of a tenant by their conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LimitRules(pub BTreeMap<LimitScope, LimitBounds>);

impl LimitRules {
    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rules that bound every quote: those without a condition on the customer.
    pub(crate) fn of_quote(
        &self,
        payway: Payway,
        direction: PaymentDirection,
    ) -> impl Iterator<Item = &LimitBounds> + '_ {
        let covers = move |scope: &LimitScope| !scope.is_personal() && scope.covers(payway, direction);
        self.0.iter().filter(move |(scope, _)| covers(scope)).map(|(_, bounds)| bounds)
    }

    /// Whether a rule must know what passes this payway: it has a window or a condition on the customer.
    #[must_use]
    pub fn counts(&self, payway: Payway, direction: PaymentDirection) -> bool {
        let counts = |(scope, bounds): (&LimitScope, &LimitBounds)| scope.is_personal() || bounds.has_window();
        self.0.iter().any(|rule| rule.0.covers(payway, direction) && counts(rule))
    }

    /// Whether a rule counts anything of this customer.
    #[must_use]
    pub(crate) fn is_counting(&self, tier: Tier, residence: Option<Country>) -> bool {
        let counts = |(scope, bounds): (&LimitScope, &LimitBounds)| scope.is_personal() || bounds.has_window();
        self.0.iter().any(|rule| rule.0.concerns(Some(tier), residence) && counts(rule))
    }

    /// Checks every rule.
    ///
    /// # Errors
    /// The rule and what is wrong with it: without a bound, in a currency that its payments cannot be counted in,
    /// with a negative bound, or with a minimum above its maximum.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.0.len() > RULES_MAX {
            return Err(format!("limits may have {RULES_MAX} rules"));
        }
        self.0.iter().try_for_each(|(scope, bounds)| {
            let wrong = fault(scope, bounds).map(|fault| format!("limits.{scope} {fault}"));
            wrong.map_or(Ok(()), Err)
        })
    }
}

/// What is wrong with a rule; `None` if nothing is.
#[must_use]
pub fn fault(scope: &LimitScope, bounds: &LimitBounds) -> Option<String> {
    let Some(currency) = bounds.currency() else { return Some("must have a bound".to_owned()) };
    if bounds.amounts().any(|amount| amount.currency() != currency) {
        return Some("must have all bounds in one currency".to_owned());
    }
    if currency != Currency::EUR && scope.payway.and_then(only_currency) != Some(currency) {
        return Some("must be in EUR, or in the only currency of its payment method".to_owned());
    }
    if bounds.amounts().any(|amount| amount.is_negative()) {
        return Some("must be zero or more".to_owned());
    }
    let is_above = |(min, max): (Amount, Amount)| min.checked_cmp(max) == Ok(Ordering::Greater);
    let is_empty = bounds.min.zip(bounds.max).is_some_and(is_above);
    is_empty.then(|| "must have a min that is not above its max".to_owned())
}

/// The currency of a payway that has a single one. A rule for several currencies counts in euro.
#[must_use]
pub fn only_currency(payway: Payway) -> Option<Currency> {
    let mut all = Currency::all().filter(|currency| payway.supports(*currency));
    all.next().filter(|_| all.next().is_none())
}
