//! Requests are validated against the document: what it forbids is refused, and what it allows is accepted.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::json;

use super::operators::colleague;
use super::support::{LTC_ADDRESS, TestApp};

/// The pointer and code of the first error.
fn first(answer: &super::support::Answer) -> (Option<&str>, Option<&str>) {
    let error = &answer.body["errors"][0];
    (error["pointer"].as_str(), error["code"].as_str())
}

#[tokio::test]
async fn a_request_against_the_document_is_refused_with_its_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let originator = json!({ "party": "person", "name": "Olena Kovalenko", "country": "UA" });
    for (method, path, body, pointer, code) in [
        (
            "POST",
            "requisites/validate",
            json!({ "currency": "LTC", "payway": "ltc", "value": "l".repeat(257) }),
            "/value",
            "max_length",
        ),
        (
            "POST",
            "senders",
            json!({ "owner": "own", "holding": "self_hosted", "originator": originator }),
            "/originator",
            "invalid",
        ),
        ("POST", "user/closing", json!({ "reason": null }), "/reason", "invalid"),
        ("POST", "utm-params", json!({ "utm_term": null }), "/utm_term", "invalid"),
        ("POST", "utm-params", json!({ "utm_term": "t".repeat(2049) }), "/utm_term", "max_length"),
        ("PUT", "user/settings", json!({ "theme": null }), "/theme", "invalid"),
        ("PUT", "user/settings", json!({ "theme": "pink" }), "/theme", "one_of"),
        ("PUT", "user", json!({ "address": { "street": null } }), "/address/street", "invalid"),
        (
            "POST",
            "requisites/card",
            json!({ "number": "4242", "expiry_month": 1, "expiry_year": 2030 }),
            "/holder",
            "required",
        ),
    ] {
        let refused = ada.call(method, path, Some(&body), &[]).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{path} {body}");
        assert_eq!(first(&refused), (Some(pointer), Some(code)), "{path} {body}");
    }
    let long = "t".repeat(301);
    let headers = [("recaptcha-token", long.as_str())];
    let refused = ada.call("POST", "login?method=email", Some(&json!({ "email": "a@example.test" })), &headers).await;
    assert_eq!(first(&refused), (Some("RECAPTCHA-TOKEN"), Some("max_length")));
    app.close().await;
}

#[tokio::test]
async fn console_parameters_are_validated_against_the_document() {
    let app = TestApp::new().await;
    let mut olga = colleague(&app, Role::ComplianceOfficer).await;
    for (query, pointer, code) in [
        (format!("log?subject={}", "s".repeat(201)), "subject", "max_length"),
        (format!("log?action={}", "a".repeat(61)), "action", "max_length"),
        (format!("customers?search={}", "s".repeat(255)), "search", "max_length"),
        ("log?operator=olga".to_owned(), "operator", "invalid"),
    ] {
        let refused = olga.call("GET", &query, None).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
        assert_eq!(first(&refused), (Some(pointer), Some(code)), "{query}");
    }
    olga.call("GET", &format!("log?subject={}", "s".repeat(200)), None).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test]
async fn a_wallets_link_is_an_address_with_its_amount() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let ask = async |currency: &str, payway: &str, value: &str| {
        let body = json!({ "currency": currency, "payway": payway, "value": value });
        ada.post("requisites/validate", &body).await.expect(StatusCode::OK)
    };
    let link = format!("litecoin:{LTC_ADDRESS}?amount=1.5");
    let taken = ask("LTC", "ltc", &link).await;
    assert_eq!(taken, json!({ "valid": true, "normalized": LTC_ADDRESS, "amount": "1.50000000" }));
    let refused = ask("BTC", "btc", &link).await;
    assert_eq!((&refused["valid"], &refused["code"]), (&json!(false), &json!("link_for_other_network")));
    let contract = ask("USDT", "erc20", "0xdAC17F958D2ee523a2206206994597C13D831ec7").await;
    assert_eq!((&contract["valid"], &contract["code"]), (&json!(false), &json!("token_contract")));
    app.close().await;
}
