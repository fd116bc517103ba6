//! The difference of two versions of a policy, as operators read it. Pure.

use std::collections::BTreeSet;

use identity::operator::RuleDifference;
use serde_json::Value;

use super::json_diff::{amount, changed_values};

/// One difference between two versions of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyDifference {
    /// The names of the groups that the value is in, and its own, as the policy document has them.
    pub path: Vec<String>,
    /// The value before; `None` if it is new. Amounts have their currency: `500.00 EUR`.
    pub before: Option<String>,
    /// The value after; `None` if it is removed.
    pub after: Option<String>,
}

impl From<PolicyDifference> for RuleDifference {
    fn from(PolicyDifference { path, before, after }: PolicyDifference) -> Self {
        Self { path, before, after }
    }
}

/// The differences between two stored policy documents, in the order of their paths. A list is a set of codes: each code
/// that is added or removed is a difference of its own. The version number is left out.
#[must_use]
pub fn policy_differences(before: &Value, after: &Value) -> Vec<PolicyDifference> {
    let mut found = Vec::new();
    for value in changed_values(before, after) {
        if value.path == ["version"] {
            continue;
        }
        if [&value.before, &value.after].into_iter().flatten().all(Value::is_array) {
            let (was, is) = (codes(value.before.as_ref()), codes(value.after.as_ref()));
            let row = |before, after| PolicyDifference { path: value.path.clone(), before, after };
            found.extend(was.difference(&is).map(|code| row(Some(code.clone()), None)));
            found.extend(is.difference(&was).map(|code| row(None, Some(code.clone()))));
        } else {
            let (before, after) = (said(value.before.as_ref()), said(value.after.as_ref()));
            if before != after {
                found.push(PolicyDifference { path: value.path, before, after });
            }
        }
    }
    found
}

fn codes(list: Option<&Value>) -> BTreeSet<String> {
    list.and_then(Value::as_array).into_iter().flatten().map(text).collect()
}

/// The text of a value; `None` if it is absent or null, which mean the same.
fn said(value: Option<&Value>) -> Option<String> {
    value.filter(|value| !value.is_null()).map(text)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => amount(other).unwrap_or_else(|| other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Amount, Currency, Network, Payway};
    use proptest::prelude::*;

    use super::*;
    use crate::limits::{LimitBounds, LimitScope, PaymentDirection, Tier};
    use crate::policy::Policy;

    fn rows(before: &Policy, after: &Policy) -> Vec<(String, Option<String>, Option<String>)> {
        let json = |policy| serde_json::to_value(policy).unwrap();
        let found = policy_differences(&json(before), &json(after));
        found.into_iter().map(|row| (row.path.join("/"), row.before, row.after)).collect()
    }

    #[test]
    fn an_operator_reads_each_difference_with_its_place_and_both_values() {
        let scope = LimitScope {
            payway: Some(Payway::Visamc),
            direction: Some(PaymentDirection::Out),
            tier: Some(Tier::T1),
            residence: None,
        };
        let limited = |euros: i128, version: u32| {
            let mut policy = Policy { version, ..Policy::seed() };
            let day = Some(Amount::new(euros * 100, Currency::EUR));
            policy.limits.0.insert(scope, LimitBounds { day, ..LimitBounds::default() });
            policy
        };
        let (before, mut after) = (limited(500, 1), limited(400, 2));
        after.forbidden = before.forbidden.iter().copied().skip(1).chain(["FR".parse().unwrap()]).collect();
        after.confirmations.0.insert(Network::Bitcoin, 3);
        after.our_fee.max = Some(Amount::new(99, Currency::EUR));
        let (some, gone) = (|text: &str| Some(text.to_owned()), before.forbidden.first().unwrap().to_string());
        assert_eq!(
            rows(&before, &after),
            [
                ("confirmations/bitcoin".to_owned(), None, some("3")),
                ("forbidden".to_owned(), Some(gone), None),
                ("forbidden".to_owned(), None, some("FR")),
                ("limits/visamc out T1/day".to_owned(), some("500.00 EUR"), some("400.00 EUR")),
                ("our_fee/max".to_owned(), None, some("0.99 EUR")),
            ]
        );
    }

    proptest! {
        /// The way back has the same rows with both values exchanged, and equal policies have none.
        #[test]
        fn a_difference_reads_the_same_in_both_directions(
            spreads in (0_u32..3, 0_u32..3), off in prop::array::uniform2(prop::bool::ANY), versions in (1_u32..9, 1_u32..9)
        ) {
            let of = |version, spread_ppm, is_off: bool| {
                let mut policy = Policy { version, spread_ppm, ..Policy::seed() };
                if is_off {
                    policy.off.insert(Currency::LTC);
                }
                policy
            };
            let (one, other) = (of(versions.0, spreads.0, off[0]), of(versions.1, spreads.1, off[1]));
            let mut back: Vec<_> = rows(&other, &one).into_iter().map(|(path, was, is)| (path, is, was)).collect();
            let mut there = rows(&one, &other);
            back.sort();
            there.sort();
            prop_assert_eq!(there.len(), usize::from(spreads.0 != spreads.1) + usize::from(off[0] != off[1]));
            prop_assert_eq!(there, back);
        }
    }
}
