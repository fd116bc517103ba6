//! An example value of a schema: its own example, or those of its parts. Pure.

use serde_json::{Map, Value, json};

/// How deep references are followed. Schemas of this API are flatter.
const DEPTH_MAX: u8 = 12;

/// An example value of a schema of a document with these named schemas.
pub(super) fn sample(schema: &Value, named: &Value) -> Value {
    inner(schema, named, DEPTH_MAX)
}

fn inner(schema: &Value, named: &Value, depth: u8) -> Value {
    let given = schema.get("example").or_else(|| schema["examples"].get(0));
    if let Some(known) = given.or_else(|| schema.get("const")).or_else(|| schema["enum"].get(0)) {
        return known.clone();
    }
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return inner(&named[name], named, depth);
    }
    let choices = ["oneOf", "anyOf"].iter().filter_map(|word| schema[*word].as_array()).flatten();
    if let Some(choice) = choices.into_iter().find(|choice| choice["type"] != "null") {
        return inner(choice, named, depth);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            if let Value::Object(fields) = inner(part, named, depth) {
                whole.extend(fields);
            }
        }
        return Value::Object(whole);
    }
    of_type(schema, named, depth)
}

fn of_type(schema: &Value, named: &Value, depth: u8) -> Value {
    let kinds = schema["type"].as_array().and_then(|all| all.iter().find(|kind| *kind != "null"));
    match kinds.unwrap_or(&schema["type"]).as_str() {
        Some("array") => json!([inner(&schema["items"], named, depth)]),
        Some("boolean") => json!(true),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("string") => match schema["format"].as_str() {
            Some("date-time") => json!("2026-01-02T13:00:00.000000Z"),
            Some("date") => json!("2026-01-02"),
            _ => json!("text"),
        },
        _ => object(schema, named, depth),
    }
}

/// The required fields of an object, and the others that have an example of their own.
fn object(schema: &Value, named: &Value, depth: u8) -> Value {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let fields = schema["properties"].as_object().into_iter().flatten();
    let shown = fields.filter(|(name, field)| required.contains(&name.as_str()) || field.get("example").is_some());
    Value::Object(shown.map(|(name, field)| (name.clone(), inner(field, named, depth))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_required_fields_and_the_given_examples() {
        let named = json!({ "Side": { "enum": ["BUY", "SELL"] }, "Loop": { "properties": { "next": { "$ref": "#/x/Loop" } },
            "required": ["next"] } });
        let schema = json!({ "type": "object", "required": ["side", "at", "names"], "properties": {
            "side": { "$ref": "#/components/schemas/Side" }, "at": { "type": "string", "format": "date-time" },
            "names": { "type": "array", "items": { "type": ["null", "string"], "example": "Anna" } },
            "note": { "type": "string" }, "id": { "type": "string", "example": "ord_1" } } });
        let made = json!({ "side": "BUY", "at": "2026-01-02T13:00:00.000000Z", "names": ["Anna"], "id": "ord_1" });
        assert_eq!(sample(&schema, &named), made);
        let either = json!({ "oneOf": [{ "type": "null" }, { "allOf": [schema, { "type": "object" }] }] });
        assert_eq!(sample(&either, &named), made);
        // A schema that contains itself ends.
        assert!(sample(&json!({ "$ref": "#/x/Loop" }), &named).is_object());
    }
}
