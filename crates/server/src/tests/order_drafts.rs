//! The draft of an order: kept for the person's other devices, over HTTP.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::support::{Person, TestApp};

fn draft(amount: &str) -> Value {
    json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC", "to_payway": "ltc",
        "fixed_side": "FROM", "amount": amount, "step": "requisites" })
}

async fn save(person: &Person, body: &Value) -> super::support::Answer {
    person.call("PUT", "order-draft", Some(body), &[]).await
}

async fn found(person: &Person) -> Value {
    person.get("order-draft").await.expect(StatusCode::OK)["draft"]["choices"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_kept_for_a_week_by_its_owner_alone_and_the_last_one_counts() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    assert_eq!(found(&ada).await, Value::Null);
    save(&ada, &draft("250.00")).await.expect(StatusCode::OK);
    app.skip(TimeDelta::seconds(2));
    save(&ada, &draft("300.00")).await.expect(StatusCode::OK);
    assert_eq!((found(&ada).await, found(&bob).await), (draft("300.00"), Value::Null));
    app.skip(TimeDelta::days(7) + TimeDelta::seconds(1));
    let ada = app.person("ada").await;
    assert_eq!(found(&ada).await, Value::Null, "it has expired");
    save(&ada, &draft("250.00")).await.expect(StatusCode::OK);
    let gone = ada.call("DELETE", "order-draft", None, &[]).await;
    assert_eq!((gone.status, found(&ada).await), (StatusCode::NO_CONTENT, Value::Null));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_ends_with_the_order_of_its_pair() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut other = draft("250.00");
    (other["to_currency"], other["to_payway"]) = (json!("BTC"), json!("btc"));
    save(&ada, &other).await.expect(StatusCode::OK);
    ada.order("visamc", "first").await;
    assert_eq!(found(&ada).await, other, "the order of another pair");
    app.skip(TimeDelta::seconds(2));
    save(&ada, &draft("250.00")).await.expect(StatusCode::OK);
    ada.order("visamc", "second").await;
    assert_eq!(found(&ada).await, Value::Null);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_draft_names_the_field() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let account = json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": "GB33BUKB20201555555555",
        "full_name": "Bob Lovelace" });
    let others = bob.post("requisites/saved", &account).await.expect(StatusCode::CREATED)["id"].clone();
    let with = |field: &str, value: Value| {
        let mut asked = draft("250.00");
        asked[field] = value;
        asked
    };
    for (asked, pointer) in [
        (with("amount", json!("1.001")), "/amount"),
        (with("amount", json!("0")), "/amount"),
        (with("to_payway", json!("btc")), "/to_payway"),
        (with("from_payway", json!("customer")), "/from_payway"),
        (with("step", json!("nowhere")), "/step"),
        (with("requisite_id", json!("nobody")), "/requisite_id"),
        (with("requisite_id", others), "/requisite_id"),
    ] {
        let refused = save(&ada, &asked).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{asked}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{asked}: {}", refused.body);
    }
    app.close().await;
}
