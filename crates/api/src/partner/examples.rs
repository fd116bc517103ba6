//! Examples of each operation's request and response, for the document and the API page. Ids stand for those of earlier
//! answers.

use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

use super::sample::sample;

/// The example body of an operation; `None` without a body.
fn body_of(operation: &str) -> Option<Value> {
    let quote = "qt_019a0000000070008000000000000001";
    let address = json!({ "kind": "address", "value": "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9" });
    let account = json!({ "kind": "iban", "value": "DE89370400440532013000", "full_name": "Anna Example" });
    Some(match operation {
        "create_quote" => json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "ltc", "from_amount": "250.00", "firm": true }),
        "prevalidate" | "buy" | "swap" => {
            json!({ "quote_id": quote, "external_transaction_id": "cart-1", "requisite": address })
        }
        "sell" => json!({ "quote_id": quote, "external_transaction_id": "cart-1", "requisite": account }),
        "convert" | "payin" => json!({ "quote_id": quote, "external_transaction_id": "cart-1" }),
        "refund" => json!({ "requisite_id": "req_019a0000000070008000000000000001" }),
        "deposit_address" => json!({ "currency": "LTC", "payway": "ltc" }),
        "save_requisite" => json!({ "currency": "EUR", "payway": "iban", "kind": "iban",
            "value": "DE89370400440532013000", "full_name": "Anna Example", "label": "Main account" }),
        "verify_payee" => json!({ "currency": "EUR", "payway": "iban", "value": "DE89370400440532013000",
            "full_name": "Anna Example" }),
        "make_payment" => {
            json!({ "amount": "25.00", "currency": "EUR", "order_id": "A-1001", "description": "Two cups" })
        }
        "make_payment_link" => {
            json!({ "min_amount": "1.00", "max_amount": "500.00", "currency": "EUR", "description": "Donation" })
        }
        "make_document" => json!({ "kind": "ACCOUNT_STATEMENT", "format": "PDF", "language": "en", "currency": "EUR",
            "from": "2026-01-01", "to": "2026-01-31" }),
        "offer_refund" => json!({ "amount": "5.00", "rate": "paid" }),
        "refund_payment" => {
            json!({ "amount": "5.00", "rate": "paid", "requisite_id": "req_019a0000000070008000000000000001" })
        }
        "initialize_verification" => json!({ "return_url": "https://shop.example/verified" }),
        "confirm_verification" => json!({ "code": "vc_…" }),
        "import_verification" => json!({ "first_name": "Anna", "last_name": "Example", "birth_date": "1990-02-03",
            "residence": "PL", "verified_at": "2026-01-02T13:00:00Z", "reference": "kyc-2026-0042" }),
        "open_session" => json!({ "api_key": "pk_test_…", "query": "email=anna%40shop.example&isEmailLocked=true" }),
        "make_endpoint" | "change_endpoint" => {
            json!({ "url": "https://shop.example/hooks/agio", "types": ["order.*", "payment.*"] })
        }
        "change_clock" => json!({ "frozen": true, "advance_to": "2026-04-02T13:00:00Z" }),
        "replay" => json!({ "from": "2026-01-02T00:00:00Z", "to": "2026-01-03T00:00:00Z" }),
        "withdraw" => json!({ "quote_id": quote, "requisite_id": "req_019a0000000070008000000000000001" }),
        _ => return None,
    })
}

/// Adds the examples to the document.
pub(crate) fn add_examples(document: &mut OpenApi) {
    let written = serde_json::to_value(&*document).unwrap_or_default();
    let named = &written["components"]["schemas"];
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.put].into_iter().flatten() {
            add_request(operation);
            add_responses(operation, named);
        }
    }
}

fn add_request(operation: &mut Operation) {
    let example = operation.operation_id.as_deref().and_then(body_of);
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        if let RefOr::T(content) = content {
            content.example.clone_from(&example);
        }
    }
}

/// The example of a JSON response is made from its schema. A file has none.
fn add_responses(operation: &mut Operation, named: &Value) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        let Some(RefOr::T(content)) = response.content.get_mut("application/json") else { continue };
        let schema = serde_json::to_value(&content.schema).unwrap_or_default();
        content.example = Some(sample(&schema, named));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_with_a_body_has_an_example_with_the_fields_that_it_requires() {
        let document = serde_json::to_value(crate::partner_openapi()).unwrap();
        let schemas = &document["components"]["schemas"];
        let mut seen = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            let Some(body) = item["post"]["requestBody"]["content"].get("application/json") else { continue };
            seen += 1;
            let example = body["example"].as_object().unwrap_or_else(|| panic!("{path} has no example"));
            let name = body["schema"]["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            let schema = &schemas[name];
            for field in schema["required"].as_array().into_iter().flatten() {
                assert!(example.contains_key(field.as_str().unwrap()), "{path} lacks {field}");
            }
            for field in example.keys() {
                assert!(schema["properties"].get(field).is_some(), "{path} has no {field}");
            }
        }
        assert!(seen >= 12);
    }

    #[test]
    fn every_operation_has_an_example_of_its_json_response() {
        let document = serde_json::to_value(crate::partner_openapi()).unwrap();
        let mut seen = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let Some(body) = response["content"].get("application/json") else { continue };
                    seen += 1;
                    let example = body.get("example").unwrap_or_else(|| panic!("{method} {path} {status}"));
                    assert!(example.as_object().is_some_and(|all| !all.is_empty()), "{method} {path}: {example}");
                }
            }
        }
        assert!(seen >= 35, "{seen}");
    }
}
