//! Compares two responses by shape. Each run makes other ids and times, so two of them are equal if both are ids, or both are
//! times. A status, a code and any other word of the API must be the same. Pure.

use std::collections::HashMap;

use chrono::DateTime;
use serde_json::Value;

/// The maximum length of a shown value.
const SHOWN_CHARS: usize = 100;
/// Shorter texts are not names of something: they are not carried into later requests.
const NAME_CHARS_MIN: usize = 8;
/// Fields whose value is a word of the API: their names end so.
const WORD_FIELDS: [&str; 10] =
    ["status", "state", "type", "kind", "code", "currency", "payway", "reason", "needs", "side"];

/// A difference between a recorded response and the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// The recorded value.
    pub recorded: String,
    /// The new value.
    pub replayed: String,
}

/// What the values of a recorded run are called in the new one.
#[derive(Debug, Default)]
pub(super) struct Names(HashMap<String, String>);

impl Names {
    pub fn add(&mut self, recorded: &str, new: &str) {
        self.0.insert(recorded.to_owned(), new.to_owned());
    }

    /// The text of a recorded request with the names of the new run.
    pub fn apply(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let (mut made, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(start) = rest.find(is_part) {
            let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
            made.push_str(&rest[..start]);
            let word = &rest[start..end];
            made.push_str(self.0.get(word).map_or(word, String::as_str));
            rest = &rest[end..];
        }
        made + rest
    }

    /// A recorded body with the names of the new run.
    pub fn apply_to(&self, body: &Value) -> Value {
        match body {
            Value::String(text) => Value::String(self.apply(text)),
            Value::Array(items) => items.iter().map(|item| self.apply_to(item)).collect(),
            Value::Object(fields) => {
                Value::Object(fields.iter().map(|(name, value)| (name.clone(), self.apply_to(value))).collect())
            }
            other => other.clone(),
        }
    }

    /// Learns the new names from two responses to the same request.
    pub fn learn(&mut self, recorded: &Value, new: &Value) {
        match (recorded, new) {
            (Value::String(old), Value::String(new)) => {
                let has_letter = old.bytes().any(|c| c.is_ascii_alphabetic());
                let is_name = kind(old) != Kind::Time && has_letter && old.len() >= NAME_CHARS_MIN;
                if is_name && old != new && kind(old) == kind(new) {
                    self.add(old, new);
                }
            }
            (Value::Array(old), Value::Array(new)) => old.iter().zip(new).for_each(|(old, new)| self.learn(old, new)),
            (Value::Object(old), Value::Object(new)) => {
                for (name, old) in old {
                    if let Some(new) = new.get(name) {
                        self.learn(old, new);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a text is.
#[derive(Debug, PartialEq, Eq)]
enum Kind<'a> {
    /// An id with its prefix, such as `ord_` and 32 hexadecimal digits.
    Id(&'a str),
    /// A time (RFC 3339).
    Time,
    /// Anything else.
    Text,
}

fn kind(text: &str) -> Kind<'_> {
    let hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    if let Some((prefix, rest)) = text.split_once('_')
        && rest.len() == 32
        && rest.bytes().all(hex)
    {
        return Kind::Id(prefix);
    }
    if DateTime::parse_from_rfc3339(text).is_ok() { Kind::Time } else { Kind::Text }
}

/// The differences of two responses, at most `max`.
pub(super) fn differences(recorded: &Value, new: &Value, max: usize) -> Vec<Mismatch> {
    let mut found = Vec::new();
    compare((recorded, new), "", max, &mut found);
    found
}

fn compare((recorded, new): (&Value, &Value), pointer: &str, max: usize, found: &mut Vec<Mismatch>) {
    if found.len() >= max {
        return;
    }
    let is_same = match (recorded, new) {
        (Value::String(old), Value::String(new)) => {
            let is_word = WORD_FIELDS.iter().any(|field| pointer.ends_with(field));
            old == new || (!is_word && kind(old) == kind(new))
        }
        (Value::Number(_), Value::Number(_)) => true,
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, pair) in old.iter().zip(new).enumerate() {
                compare(pair, &format!("{pointer}/{index}"), max, found);
            }
            true
        }
        (Value::Object(old), Value::Object(new)) => {
            let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let pair = (old.get(name).unwrap_or(&Value::Null), new.get(name).unwrap_or(&Value::Null));
                compare(pair, &format!("{pointer}/{name}"), max, found);
            }
            true
        }
        (old, new) => old == new,
    };
    if !is_same {
        found.push(Mismatch { pointer: pointer.to_owned(), recorded: shown(recorded), replayed: shown(new) });
    }
}

/// A value in short.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("{} items", items.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => text.chars().take(SHOWN_CHARS).collect(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const OLD: &str = "ord_00000000000000000000000000000001";
    const NEW: &str = "ord_00000000000000000000000000000002";

    #[test]
    fn ids_times_and_amounts_of_another_run_are_no_difference_and_a_status_is_one() {
        let recorded = json!({ "id": OLD, "at": "2026-01-01T00:00:00Z", "amount": "1.5", "status": "NEW", "n": 1,
            "items": [{ "ok": true }] });
        let mut new = json!({ "id": NEW, "at": "2026-02-01T00:00:00.5Z", "amount": "1.25", "status": "NEW", "n": 2,
            "items": [{ "ok": true }] });
        assert_eq!(differences(&recorded, &new, 10), []);
        new["status"] = json!("DONE");
        new["items"] = json!([]);
        new["id"] = json!("qt_00000000000000000000000000000002");
        new["more"] = json!(1);
        let found = differences(&recorded, &new, 10);
        let pointers: Vec<&str> = found.iter().map(|one| one.pointer.as_str()).collect();
        assert_eq!(pointers, ["/id", "/items", "/more", "/status"]);
        assert_eq!((found[3].recorded.as_str(), found[3].replayed.as_str()), ("NEW", "DONE"));
        assert_eq!(differences(&recorded, &new, 2).len(), 2);
    }

    #[test]
    fn later_requests_name_what_the_new_run_made() {
        let mut names = Names::default();
        let recorded = json!({ "transaction": { "id": OLD, "address": "ltc1qoldaddress", "status": "NEW" } });
        names
            .learn(&recorded, &json!({ "transaction": { "id": NEW, "address": "ltc1qnewaddress", "status": "DONE" } }));
        assert_eq!(names.apply(&format!("/orders/{OLD}?x=NEW")), format!("/orders/{NEW}?x=NEW"));
        assert_eq!(
            names.apply_to(&json!({ "to": ["ltc1qoldaddress"], "n": 1 })),
            json!({ "to": ["ltc1qnewaddress"], "n": 1 })
        );
        assert_eq!(names.apply("ltc1qoldaddressx Ґ"), "ltc1qoldaddressx Ґ", "only whole words");
    }
}
