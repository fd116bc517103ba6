//! The conditions of a limit rule, and their text form in the policy. Pure.

use std::fmt;
use std::str::FromStr;

use kernel::{Country, Payway};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::limits::Tier;

kernel::codes! {
    /// Whether a payment brings money in or takes it out.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PaymentDirection {
        /// The customer pays by the payway.
        In = "in",
        /// The customer is paid by the payway.
        Out = "out",
    }
}

/// The conditions of a limit rule. An absent condition matches everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimitScope {
    /// The payway.
    pub payway: Option<Payway>,
    /// The direction. Without it, both directions count together.
    pub direction: Option<PaymentDirection>,
    /// The customer's tier.
    pub tier: Option<Tier>,
    /// The customer's country of residence. An unknown country does not match.
    pub residence: Option<Country>,
}

impl LimitScope {
    /// Whether the rule is about payments by this payway.
    #[must_use]
    pub fn covers(&self, payway: Payway, direction: PaymentDirection) -> bool {
        self.payway.is_none_or(|own| own == payway) && self.direction.is_none_or(|own| own == direction)
    }

    /// Whether the rule is about this customer. An unknown tier does not match a condition on it.
    #[must_use]
    pub fn concerns(&self, tier: Option<Tier>, residence: Option<Country>) -> bool {
        (self.tier.is_none() || self.tier == tier) && (self.residence.is_none() || self.residence == residence)
    }

    /// Whether the rule has a condition on the customer. A quote does not know the customer, so such a rule is checked
    /// together with the limits of the tier.
    #[must_use]
    pub const fn is_personal(&self) -> bool {
        self.tier.is_some() || self.residence.is_some()
    }
}

/// The conditions in one line, such as `visamc in T1 PL`; `all` without conditions.
impl fmt::Display for LimitScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.payway.map(|payway| payway.code().to_owned()),
            self.direction.map(|direction| direction.code().to_owned()),
            self.tier.map(|tier| tier.code().to_owned()),
            self.residence.map(|country| country.to_string()),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() { f.write_str(ALL) } else { f.write_str(&words.join(" ")) }
    }
}

const ALL: &str = "all";

impl FromStr for LimitScope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut scope = Self::default();
        for word in text.split(' ').filter(|_| text != ALL) {
            let tier = || Tier::ALL.into_iter().find(|tier| tier.code() == word);
            if let Some(direction) =
                [PaymentDirection::In, PaymentDirection::Out].into_iter().find(|one| one.code() == word)
            {
                scope.direction = Some(direction);
            } else if let Ok(payway) = word.parse() {
                scope.payway = Some(payway);
            } else if let Some(tier) = tier() {
                scope.tier = Some(tier);
            } else if let Ok(country) = word.parse() {
                scope.residence = Some(country);
            } else {
                return Err(format!("{word:?} is no payment method, direction, tier or country"));
            }
        }
        // One text for one rule, so that no rule is there twice.
        if scope.to_string() == text { Ok(scope) } else { Err(format!("{text:?} must be written as \"{scope}\"")) }
    }
}

impl Serialize for LimitScope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LimitScope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
