//! A canonical byte form of a JSON value for hashing, which survives PostgreSQL's `jsonb`.
//!
//! `jsonb` keeps values instead of text: it drops the order of fields and writes `1e2` as `100`. So fields are sorted
//! by the bytes of their names, and numbers are encoded by value.

use serde_json::Value;

use super::encode::Encoder;

/// Writes `value`.
pub fn write(out: &mut Encoder, value: &Value) {
    match value {
        Value::Null => out.text("null"),
        Value::Bool(true) => out.text("true"),
        Value::Bool(false) => out.text("false"),
        Value::Number(number) => {
            out.text("number");
            out.text(&by_value(&number.to_string()));
        }
        Value::String(text) => {
            out.text("string");
            out.text(text);
        }
        Value::Array(items) => {
            out.text("array");
            out.count(items.len());
            for item in items {
                write(out, item);
            }
        }
        Value::Object(fields) => {
            out.text("object");
            out.count(fields.len());
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in fields {
                out.text(name);
                write(out, value);
            }
        }
    }
}

/// A number as its digits without leading and trailing zeros, and a power of ten: `-12.50` becomes `-125e-1`. Integers
/// that do not end in zero, such as those that this program writes, stay unchanged.
fn by_value(text: &str) -> String {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    let dropped = digits.len() - digits.trim_end_matches('0').len();
    let power = power.parse::<i64>().unwrap_or(0) + dropped as i64 - part.len() as i64;
    if power == 0 { format!("{sign}{significant}") } else { format!("{sign}{significant}e{power}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        let mut out = Encoder::default();
        write(&mut out, &serde_json::from_str(text).expect("JSON"));
        out.bytes().to_vec()
    }

    #[test]
    fn details_that_jsonb_drops_are_not_hashed() {
        for (one, other) in [
            (r#"{"a":1,"bb":[true,null]}"#, r#"{ "bb" : [true,null], "a" : 1 }"#),
            ("1e2", "100"),
            ("1.50", "1.5"),
            ("-0", "0"),
            ("0.00120", "12e-4"),
            ("-12.50", "-1.25E1"),
        ] {
            assert_eq!(bytes(one), bytes(other), "{one} and {other}");
        }
    }

    #[test]
    fn different_json_values_have_different_bytes() {
        let all = [
            "null",
            "false",
            "true",
            "0",
            "1",
            "-1",
            "10",
            "100",
            "0.1",
            "\"\"",
            "\"1\"",
            "\"null\"",
            "[]",
            "[1]",
            "[[1]]",
            "[1,1]",
            "{}",
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"b":1}"#,
            r#"{"a":1,"b":1}"#,
            r#"[{"a":1}]"#,
            r#"["a",1]"#,
        ];
        let different: std::collections::BTreeSet<Vec<u8>> = all.iter().map(|text| bytes(text)).collect();
        assert_eq!(different.len(), all.len());
    }
}
