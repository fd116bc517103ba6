//! The same key gives the same answer.

use axum::http::StatusCode;
use serde_json::json;

use super::support::{LTC_ADDRESS, TestHouse};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_sent_twice_is_made_once() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } });
    let missing = ada.post("orders", &body).await;
    assert_eq!(missing.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(missing.body["errors"][0]["pointer"], "Idempotency-Key");

    // Two at the same moment, as a double click sends them: one works, the other waits or hears the same.
    let (one, two) = tokio::join!(ada.post_once("orders", "k", &body), ada.post_once("orders", "k", &body));
    let statuses = [one.status, two.status];
    assert!(statuses.contains(&StatusCode::CREATED), "{statuses:?}");
    assert!(statuses.iter().all(|s| matches!(s.as_u16(), 201 | 409)), "{statuses:?}");

    let first = if one.status == StatusCode::CREATED { one } else { two };
    let again = ada.post_once("orders", "k", &body).await;
    assert_eq!((again.status, &again.bytes), (StatusCode::CREATED, &first.bytes));
    assert_eq!(again.header("idempotency-replayed"), "true");
    let other = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": "x" } });
    assert_eq!(ada.post_once("orders", "k", &other).await.problem(), (422, "IDEMPOTENCY_KEY_REUSED"));
    assert_eq!(ada.post_once("orders", "other", &body).await.problem(), (409, "QUOTE_USED"));
    let listed = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_refusal_the_same_key_serves_the_corrected_request() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let order =
        |address: &str| json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address } });
    let refused = ada.post_once("orders", "k", &order("not an address")).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/requisite/value");
    ada.post_once("orders", "k", &order(LTC_ADDRESS)).await.expect(StatusCode::CREATED);
    house.close().await;
}
