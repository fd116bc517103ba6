//! The refund address of an order in coins: named with the order, used by the refund.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::colleague;
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

/// Not an address: its checksum is wrong.
const NOT_AN_ADDRESS: &str = "ltc1qnotanaddress";

async fn sells(person: &Person, key: &str, refund_to: &Value) -> Answer {
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2.5").await;
    let account = person.account("DE89370400440532013000").await;
    let mut body = json!({ "quote_id": quote["id"], "requisite": account });
    if !refund_to.is_null() {
        body["refund_to"] = refund_to.clone();
    }
    person.post_once("orders", key, &body).await
}

/// Pays half of a sale, so that its owner must decide.
async fn half_paid(app: &TestApp, person: &Person, order: &Value) -> String {
    let id = order["id"].as_str().unwrap().to_owned();
    for act in ["underpay", "confirm"] {
        person.post(&format!("sandbox/transactions/{id}/{act}"), &json!({})).await.expect(StatusCode::OK);
    }
    person.until(app, &id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_goes_to_the_address_named_with_the_order_or_to_another_one() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let named = json!({ "value": LTC_ADDRESS });
    let order = sells(&ada, "first", &named).await.expect(StatusCode::CREATED);
    assert_eq!(order["source"]["instructions"]["crypto"]["refund_to"], named);
    let id = half_paid(&app, &ada, &order).await;
    ada.post_once(&format!("transactions/{id}/refund"), "back", &json!({})).await.expect(StatusCode::OK);
    let back = ada.until(&app, &id, |transaction| transaction["status"] == "RESOLVED").await;
    assert_eq!(back["refund"]["to"]["value"], LTC_ADDRESS);

    let order = sells(&ada, "second", &named).await.expect(StatusCode::CREATED);
    let id = half_paid(&app, &ada, &order).await;
    let other = super::wallets::Wallet::new(40).address();
    let to = json!({ "requisite": { "kind": "address", "value": other } });
    ada.post_once(&format!("transactions/{id}/refund"), "elsewhere", &to).await.expect(StatusCode::OK);
    let back = ada.until(&app, &id, |transaction| transaction["status"] == "RESOLVED").await;
    assert_eq!(back["refund"]["to"]["value"], other, "the address can be changed until the refund starts");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_refund_goes_to_the_address_that_the_customer_named() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let mut pat = colleague(&app, Role::TreasuryApprover).await;
    let why = "the customer asked us by telephone";
    let refund = json!({ "act": "refund", "reason": why });
    let order = sells(&ada, "unnamed", &Value::Null).await.expect(StatusCode::CREATED);
    let id = half_paid(&app, &ada, &order).await;
    let refused = tom.post(&format!("movements/{id}/resolve"), &refund).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "nobody named an address: {}", refused.body);

    let order = sells(&ada, "named", &json!({ "value": LTC_ADDRESS })).await.expect(StatusCode::CREATED);
    let id = half_paid(&app, &ada, &order).await;
    let asked = tom.post(&format!("movements/{id}/resolve"), &refund).await.expect(StatusCode::OK);
    let path = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    pat.post(&path, &json!({ "reason": why })).await.expect(StatusCode::OK);
    let back = ada.until(&app, &id, |transaction| transaction["status"] == "RESOLVED").await;
    assert_eq!(back["refund"]["to"]["value"], LTC_ADDRESS, "{back}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_address_is_checked_like_any_payout_address() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let refused = sells(&ada, "wrong", &json!({ "value": NOT_AN_ADDRESS })).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/refund_to/value");
    // A card payment returns the way it came.
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS },
        "refund_to": { "value": LTC_ADDRESS } });
    let refused = ada.post_once("orders", "card", &body).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/refund_to", "{}", refused.body);
    // Without an address, the refund asks for one as before.
    let order = sells(&ada, "none", &Value::Null).await.expect(StatusCode::CREATED);
    assert_eq!(order["source"]["instructions"]["crypto"].get("refund_to"), None);
    let id = half_paid(&app, &ada, &order).await;
    let asked = ada.post_once(&format!("transactions/{id}/refund"), "back", &json!({})).await;
    assert_eq!(asked.body["errors"][0]["pointer"], "/requisite", "{}", asked.body);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cooling_off_period_of_a_refund_address_begins_with_the_order() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let before = app.now();
    sells(&ada, "first", &json!({ "value": LTC_ADDRESS })).await.expect(StatusCode::CREATED);
    let named =
        "SELECT a.address, a.first_at, a.xmin = r.xmin FROM payout_addresses a, records r WHERE r.kind = 'transaction'";
    let first: Vec<(String, DateTime<Utc>, bool)> =
        sqlx::query_as(named).fetch_all(&mut app.db.connect().await).await.unwrap();
    assert_eq!(first.len(), 1);
    assert!(first[0].0 == LTC_ADDRESS && first[0].1 >= before - chrono::TimeDelta::seconds(1), "{first:?}");
    assert!(first[0].2, "one commit with the order");
    app.close().await;
}
