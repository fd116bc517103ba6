//! Error responses, from all layers.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use super::support::{Person, TestApp};

async fn raw(person: &Person, request: axum::http::request::Builder, body: impl Into<Body>) -> super::support::Answer {
    person.send(request.header("host", "localhost").body(body.into()).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_is_a_problem_that_names_its_request() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    assert_eq!(ada.get("nothing-here").await.problem(), (404, "NOT_FOUND"));
    assert_eq!(ada.get("/api/nothing").await.problem(), (404, "NOT_FOUND"));
    assert_eq!(ada.call("DELETE", "config", None, &[]).await.problem(), (405, "METHOD_NOT_ALLOWED"));
    let post = || Request::post("/api/client/v1/quotes");
    let json_post = || post().header("content-type", "application/json");
    assert_eq!(raw(&ada, post(), "{}").await.problem(), (415, "UNSUPPORTED_MEDIA_TYPE"));
    assert_eq!(raw(&ada, json_post(), "{\"side\":").await.problem(), (400, "BAD_REQUEST"));
    assert_eq!(raw(&ada, json_post(), vec![b' '; 70_000]).await.problem(), (413, "PAYLOAD_TOO_LARGE"));
    let strange = Request::get("/api/client/v1/config");
    let strange = ada.send(strange.header("host", "a b").body(Body::empty()).unwrap()).await;
    assert_eq!(strange.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_field_is_named_with_its_rule() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = |amount: &str| {
        json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "ltc", "from_amount": amount })
    };
    for (amount, pointer, code) in [
        ("1.00", "/from_amount", "min_value"),
        ("9999999.00", "/from_amount", "max_value"),
        ("1.001", "/from_amount", "amount"),
        ("-5", "/from_amount", "amount"),
        ("0", "/from_amount", "amount"),
        ("1e9", "/from_amount", "amount"),
    ] {
        let refused = ada.post("quotes", &quote(amount)).await;
        let first = &refused.body["errors"][0];
        assert_eq!((first["pointer"].as_str(), first["code"].as_str()), (Some(pointer), Some(code)), "{amount}");
    }
    let mut missing = quote("250.00");
    missing.as_object_mut().unwrap().remove("to_currency");
    let refused = ada.post("quotes", &missing).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/to_currency");
    assert_eq!(refused.body["errors"][0]["code"], "required");
    for query in ["limit=0", "limit=201", "limit=x", "cursor=../x", "status=NOPE"] {
        let refused = ada.get(&format!("transactions?{query}")).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
    }
    let refused = ada.get("transactions?cursor=%00").await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "cursor");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_character_is_a_bad_request_everywhere() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    // Passes our validation and is rejected by the database.
    assert_eq!(ada.get("/sandbox/3ds/%00").await.status.as_u16(), 400);
    let began = Person { token: None, ..ada.clone() };
    for query in ["state=x&code=%00", "state=ags_x&code=1&iss=%00"] {
        let back = began.get(&format!("/oauth/google?{query}")).await;
        assert_eq!(back.status.as_u16(), 303, "{query}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_keeps_the_id_that_it_came_with() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let kept = ada.call("GET", "config", None, &[("x-request-id", "my-own_ID-7")]).await;
    assert_eq!(kept.header("x-request-id"), "my-own_ID-7");
    for strange in ["", "with space", "<script>", &"a".repeat(65)] {
        let replaced = ada.call("GET", "config", None, &[("x-request-id", strange)]).await;
        assert_ne!(replaced.header("x-request-id"), strange);
        assert_eq!(replaced.header("x-request-id").len(), 36);
    }
    assert!(kept.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(kept.header("cache-control"), "no-store");
    app.close().await;
}
