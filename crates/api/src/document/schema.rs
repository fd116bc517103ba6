//! The subset of JSON Schema that the documents use.

use regex::Regex;
use serde_json::Value;

use crate::problem::FieldError;

/// A schema.
pub(crate) enum Schema {
    /// Anything but null.
    Anything,
    Text(Text),
    Integer {
        min: Option<i64>,
        max: Option<i64>,
    },
    Boolean,
    List {
        items: Box<Schema>,
        min: usize,
        max: usize,
    },
    Object {
        properties: Vec<(String, Schema)>,
        required: Vec<String>,
    },
}

/// Constraints of a string.
pub(crate) struct Text {
    min: usize,
    max: Option<usize>,
    pattern: Option<Regex>,
    /// The error code if the pattern does not match.
    code: &'static str,
    /// The allowed values.
    values: Vec<String>,
    is_date: bool,
}

impl Schema {
    /// Parses a schema and resolves its references in `document`. Request schemas are not recursive.
    pub(super) fn read(document: &Value, said: &Value) -> Self {
        if let Some(name) = said["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
            let mut named = Self::read(document, &document["components"]["schemas"][name]);
            if let Self::Text(rules) = &mut named {
                rules.code = code_of(name);
            }
            return named;
        }
        let size = |name: &str| said[name].as_u64().and_then(|size| usize::try_from(size).ok());
        match said["type"].as_str() {
            Some("string") => Self::Text(Text {
                min: size("minLength").unwrap_or(0),
                max: size("maxLength"),
                pattern: said["pattern"].as_str().and_then(|pattern| Regex::new(pattern).ok()),
                code: "invalid",
                values: strings(&said["enum"]),
                is_date: said["format"] == "date",
            }),
            Some("integer") => Self::Integer { min: said["minimum"].as_i64(), max: said["maximum"].as_i64() },
            Some("boolean") => Self::Boolean,
            Some("array") => Self::List {
                items: Box::new(Self::read(document, &said["items"])),
                min: size("minItems").unwrap_or(0),
                max: size("maxItems").unwrap_or(usize::MAX),
            },
            Some("object") => {
                let properties = said["properties"].as_object().into_iter().flatten();
                let read = |(name, said): (&String, &Value)| (name.clone(), Self::read(document, said));
                Self::Object { properties: properties.map(read).collect(), required: strings(&said["required"]) }
            }
            _ => Self::Anything,
        }
    }

    /// Validates `value`; `pointer` is its JSON pointer for the error.
    pub(crate) fn check(&self, pointer: &str, value: &Value) -> Result<(), FieldError> {
        let invalid = |rule: &str| Err(FieldError::new(pointer, "invalid", rule));
        match (self, value) {
            (_, Value::Null) => invalid("must not be null; leave it out"),
            (Self::Anything, _) | (Self::Boolean, Value::Bool(_)) => Ok(()),
            (Self::Boolean, _) => invalid("must be true or false"),
            (Self::Text(rules), Value::String(text)) => rules.check(pointer, text),
            (Self::Text(_), _) => invalid("must be a string"),
            (Self::Integer { min, max }, Value::Number(number)) => match number.as_i64() {
                Some(number) => whole(pointer, number, *min, *max),
                None => invalid("must be a whole number"),
            },
            (Self::Integer { .. }, _) => invalid("must be a whole number"),
            (Self::List { items, min, max }, Value::Array(all)) => {
                bounds(pointer, all.len(), *min, Some(*max), ("min_items", "max_items"), "entries")?;
                all.iter().enumerate().try_for_each(|(at, item)| items.check(&format!("{pointer}/{at}"), item))
            }
            (Self::List { .. }, _) => invalid("must be a list"),
            (Self::Object { properties, required }, Value::Object(fields)) => {
                if let Some(name) = required.iter().find(|name| !fields.contains_key(*name)) {
                    return Err(FieldError::new(format!("{pointer}/{name}"), "required", "field is required"));
                }
                let given = properties.iter().filter_map(|(name, schema)| Some((name, schema, fields.get(name)?)));
                given
                    .into_iter()
                    .try_for_each(|(name, schema, value)| schema.check(&format!("{pointer}/{name}"), value))
            }
            (Self::Object { .. }, _) => invalid("must be an object"),
        }
    }

    /// Validates the text of a parameter.
    pub(crate) fn check_parameter(&self, name: &str, text: &str) -> Result<(), FieldError> {
        let invalid = |rule: &str| Err(FieldError::new(name, "invalid", rule));
        match self {
            Self::Text(rules) => rules.check(name, text),
            Self::Integer { min, max } => match text.parse() {
                Ok(number) => whole(name, number, *min, *max),
                Err(_) => invalid("must be a whole number"),
            },
            Self::Boolean if !matches!(text, "true" | "false") => invalid("must be true or false"),
            // A list parameter is repeated once per entry.
            Self::List { items, .. } => items.check_parameter(name, text),
            Self::Boolean | Self::Anything | Self::Object { .. } => Ok(()),
        }
    }

    /// The strings inside without a maximum length.
    #[cfg(test)]
    pub(super) fn endless(&self, at: &str) -> Vec<String> {
        match self {
            Self::Text(rules) if rules.max.is_none() && rules.values.is_empty() && !rules.is_date => {
                // A pattern can limit the length too.
                let ends = rules.pattern.as_ref().is_some_and(|pattern| !pattern.is_match(&"0".repeat(5_000)));
                if ends { Vec::new() } else { vec![at.to_owned()] }
            }
            Self::List { items, .. } => items.endless(at),
            Self::Object { properties, .. } => {
                properties.iter().flat_map(|(name, schema)| schema.endless(&format!("{at}/{name}"))).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Text {
    fn check(&self, pointer: &str, text: &str) -> Result<(), FieldError> {
        if !self.values.is_empty() && !self.values.iter().any(|value| value == text) {
            return Err(FieldError::new(pointer, "one_of", "is none of the values that it may have"));
        }
        bounds(pointer, text.chars().count(), self.min, self.max, ("min_length", "max_length"), "characters")?;
        if self.pattern.as_ref().is_some_and(|pattern| !pattern.is_match(text)) {
            return Err(FieldError::new(pointer, self.code, "is not written as it must be"));
        }
        if self.is_date && !is_date(text) {
            return Err(FieldError::new(pointer, "invalid", "must be a date, YYYY-MM-DD"));
        }
        Ok(())
    }
}

/// The domain's error code for a string that does not match this type. Lists that clients read at run time are
/// patterns.
fn code_of(name: &str) -> &'static str {
    match name {
        "Decimal" => "amount",
        "CountryCode" | "LanguageCode" | "ReasonWord" | "RoleCode" | "ThemeName" => "one_of",
        _ => "invalid",
    }
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && text.parse::<chrono::NaiveDate>().is_ok()
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

fn bounds(
    pointer: &str,
    size: usize,
    min: usize,
    max: Option<usize>,
    (short, long): (&'static str, &'static str),
    of: &str,
) -> Result<(), FieldError> {
    if size < min {
        return Err(FieldError::new(pointer, short, format!("must have at least {min} {of}")).with("min", min));
    }
    match max {
        Some(max) if size > max => {
            Err(FieldError::new(pointer, long, format!("must have at most {max} {of}")).with("max", max))
        }
        _ => Ok(()),
    }
}

fn whole(pointer: &str, number: i64, min: Option<i64>, max: Option<i64>) -> Result<(), FieldError> {
    if let Some(min) = min.filter(|min| number < *min) {
        return Err(FieldError::new(pointer, "min_value", format!("must be at least {min}")).with("min", min));
    }
    if let Some(max) = max.filter(|max| number > *max) {
        return Err(FieldError::new(pointer, "max_value", format!("must be at most {max}")).with("max", max));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        let document = json!({ "components": { "schemas": {
            "Code": { "type": "string", "pattern": "^[0-9]{6}$" },
            "Kind": { "type": "string", "enum": ["a", "b"] },
        } } });
        let said = json!({ "type": "object", "required": ["name"], "properties": {
            "name": { "type": "string", "minLength": 2, "maxLength": 4 },
            "code": { "$ref": "#/components/schemas/Code" },
            "kinds": { "type": "array", "minItems": 1, "maxItems": 2, "items": { "$ref": "#/components/schemas/Kind" } },
            "day": { "type": "string", "format": "date" },
            "count": { "type": "integer", "minimum": 1, "maximum": 9 },
            "on": { "type": "boolean" },
            "more": { "type": "object" },
        } });
        Schema::read(&document, &said)
    }

    #[test]
    fn a_request_that_matches_the_document_is_accepted() {
        for body in [
            json!({ "name": "Zoë" }),
            json!({ "name": "ab", "code": "000000", "kinds": ["a", "b"], "day": "2024-02-29", "count": 9, "on": false }),
            json!({ "name": "abcd", "more": { "any": null }, "unknown": null }),
        ] {
            assert_eq!(schema().check("", &body), Ok(()), "{body}");
        }
    }

    #[test]
    fn a_request_that_breaks_the_document_is_refused_with_the_field_and_the_rule() {
        for (body, pointer, code) in [
            (json!([]), "", "invalid"),
            (json!({}), "/name", "required"),
            (json!({ "name": null }), "/name", "invalid"),
            (json!({ "name": 5 }), "/name", "invalid"),
            (json!({ "name": "a" }), "/name", "min_length"),
            (json!({ "name": "abcde" }), "/name", "max_length"),
            (json!({ "name": "ab", "code": "12345" }), "/code", "invalid"),
            (json!({ "name": "ab", "kinds": [] }), "/kinds", "min_items"),
            (json!({ "name": "ab", "kinds": ["a", "a", "a"] }), "/kinds", "max_items"),
            (json!({ "name": "ab", "kinds": ["c"] }), "/kinds/0", "one_of"),
            (json!({ "name": "ab", "day": "2023-02-29" }), "/day", "invalid"),
            (json!({ "name": "ab", "count": 0 }), "/count", "min_value"),
            (json!({ "name": "ab", "count": 10 }), "/count", "max_value"),
            (json!({ "name": "ab", "count": 1.5 }), "/count", "invalid"),
            (json!({ "name": "ab", "on": "yes" }), "/on", "invalid"),
            (json!({ "name": "ab", "more": null }), "/more", "invalid"),
        ] {
            let refused = schema().check("", &body).expect_err(&body.to_string());
            assert_eq!((refused.pointer.as_str(), &*refused.code), (pointer, code), "{body}");
        }
    }

    #[test]
    fn parameters_are_validated_like_bodies() {
        let Schema::Object { properties, .. } = schema() else { panic!("an object") };
        let check = |name: &str, text: &str| {
            let (_, schema) = properties.iter().find(|(known, _)| known == name).unwrap();
            schema.check_parameter(name, text).err().map(|refused| refused.code.into_owned())
        };
        assert_eq!(check("count", "9"), None);
        assert_eq!(check("kinds", "b"), None);
        assert_eq!(check("count", "10").as_deref(), Some("max_value"));
        assert_eq!(check("count", "x").as_deref(), Some("invalid"));
        assert_eq!(check("name", "abcde").as_deref(), Some("max_length"));
        assert_eq!(check("kinds", "c").as_deref(), Some("one_of"));
        assert_eq!(check("on", "1").as_deref(), Some("invalid"));
    }
}
