//! The difference of two JSON values, one line per change. Operators see it before a change, and the log keeps it. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::Value;

/// A value that differs between two documents. An amount with its currency is one value, and so is a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedValue {
    /// The names of the groups that it is in, and its own.
    pub path: Vec<String>,
    /// The value before; `None` if it is new.
    pub before: Option<Value>,
    /// The value after; `None` if it is removed.
    pub after: Option<Value>,
}

/// The values that differ, in the order of their paths. Empty if the documents are equal.
#[must_use]
pub fn changed_values(before: &Value, after: &Value) -> Vec<ChangedValue> {
    let (was, is) = (flat(before), flat(after));
    let paths: BTreeSet<&Vec<String>> = was.keys().chain(is.keys()).collect();
    let pair = |path: &Vec<String>| (was.get(path).cloned(), is.get(path).cloned());
    let changed = paths.into_iter().map(|path| (path, pair(path))).filter(|(_, (before, after))| before != after);
    changed.map(|(path, (before, after))| ChangedValue { path: path.clone(), before, after }).collect()
}

/// One line per changed value, with its path. Empty if the values are equal.
#[must_use]
pub fn difference(before: &Value, after: &Value) -> String {
    let mut lines = String::new();
    for ChangedValue { path, before, after } in changed_values(before, after) {
        let said = match (before.as_ref().map(shown), after.as_ref().map(shown)) {
            (Some(was), Some(is)) => format!("{was} -> {is}"),
            (Some(was), None) => format!("{was} is taken away"),
            (None, Some(is)) => format!("{is} is new"),
            (None, None) => continue,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "  {}: {said}", path.join("."));
    }
    lines
}

/// The value as JSON; an amount as `1.99 EUR`.
fn shown(value: &Value) -> String {
    amount(value).unwrap_or_else(|| value.to_string())
}

/// An amount with its currency; `None` of any other value.
pub(super) fn amount(value: &Value) -> Option<String> {
    let fields = value.as_object().filter(|fields| fields.len() == 2)?;
    let text = |name| fields.get(name).and_then(Value::as_str);
    Some(format!("{} {}", text("amount")?, text("currency")?))
}

/// All leaf values by path.
fn flat(value: &Value) -> BTreeMap<Vec<String>, Value> {
    let mut found = BTreeMap::new();
    collect(value, &mut Vec::new(), &mut found);
    found
}

fn collect(value: &Value, path: &mut Vec<String>, found: &mut BTreeMap<Vec<String>, Value>) {
    match value {
        Value::Object(fields) if amount(value).is_none() => {
            for (name, value) in fields {
                path.push(name.clone());
                collect(value, path, found);
                path.pop();
            }
        }
        leaf => {
            found.insert(path.clone(), leaf.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_is_read_by_its_path() {
        let before =
            json!({ "fee": { "min": { "amount": "0.99", "currency": "EUR" }, "ppm": 1 }, "hosts": ["a"], "gone": 1 });
        let after = json!({ "fee": { "min": { "amount": "1.99", "currency": "EUR" }, "ppm": 1 }, "hosts": ["a", "b"], "new": null });
        assert_eq!(
            difference(&before, &after),
            "  fee.min: 0.99 EUR -> 1.99 EUR\n  gone: 1 is taken away\n  hosts: [\"a\"] -> [\"a\",\"b\"]\n  new: null is new\n"
        );
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![any::<i64>().prop_map(Value::from), "[a-z]{0,3}".prop_map(Value::from)];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop::collection::btree_map("[a-c]", inner, 1..4).prop_map(|map| json!(map))
        })
    }

    proptest! {
        /// Each change is printed, and nothing else is.
        #[test]
        fn the_difference_is_empty_exactly_if_nothing_changes(before in values(), after in values()) {
            prop_assert_eq!(difference(&before, &after).is_empty(), before == after);
            prop_assert_eq!(difference(&before, &before.clone()), "");
        }
    }
}
