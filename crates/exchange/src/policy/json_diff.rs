//! The difference of two JSON values, one line per change. Operators see it before a change, and the log keeps it. Pure.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

/// One line per changed value, with its path. Empty if the values are equal.
#[must_use]
pub fn difference(before: &Value, after: &Value) -> String {
    let (was, is) = (flat(before), flat(after));
    let paths: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let mut lines = String::new();
    for path in paths {
        let said = match (was.get(path), is.get(path)) {
            (Some(was), Some(is)) if was == is => continue,
            (Some(was), Some(is)) => format!("{was} -> {is}"),
            (Some(was), None) => format!("{was} is taken away"),
            (None, Some(is)) => format!("{is} is new"),
            (None, None) => continue,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "  {path}: {said}");
    }
    lines
}

/// All leaf values by path. Lists of strings count as one value, because their order matters.
fn flat(value: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect(value, String::new(), &mut found);
    found
}

fn collect(value: &Value, path: String, found: &mut BTreeMap<String, String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(fields) => {
            // An amount with its currency is one value.
            if let (2, Some(Value::String(amount)), Some(Value::String(currency))) =
                (fields.len(), fields.get("amount"), fields.get("currency"))
            {
                found.insert(path, format!("{amount} {currency}"));
                return;
            }
            for (name, value) in fields {
                collect(value, below(name), found);
            }
        }
        other => {
            found.insert(path, other.to_string());
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
