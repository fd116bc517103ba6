//! Presets: orders that a customer keeps to make again, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{LTC_ADDRESS, Person, TestApp};

fn preset(name: &str) -> Value {
    json!({ "name": name, "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC", "to_payway": "ltc",
        "fixed_side": "FROM", "amount": "250.00", "requisite": { "kind": "address", "value": LTC_ADDRESS } })
}

async fn names(person: &Person, query: &str) -> Vec<Value> {
    let list = person.get(&format!("presets{query}")).await.expect(StatusCode::OK);
    list["data"].as_array().unwrap().iter().map(|preset| preset["name"].clone()).collect()
}

async fn change(person: &Person, id: &Value, body: Value) -> super::support::Answer {
    person.call("PUT", &format!("presets/{}", id.as_str().unwrap()), Some(&body), &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_is_saved_renamed_archived_and_restored_by_its_owner_only() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let made = ada.post("presets", &preset(" Savings ")).await.expect(StatusCode::CREATED);
    assert_eq!((&made["name"], &made["requisite"]["value"]), (&json!("Savings"), &json!(LTC_ADDRESS)));
    let again = ada.post("presets", &preset("Savings")).await.expect(StatusCode::CREATED);
    assert_eq!(again["id"], made["id"], "the same request again");
    let mut other = preset("Savings");
    other["amount"] = json!("300.00");
    assert_eq!(ada.post("presets", &other).await.body["errors"][0]["pointer"], "/name");

    let renamed = change(&ada, &made["id"], json!({ "name": "Every month" })).await.expect(StatusCode::OK);
    assert_eq!((&renamed["name"], &renamed["is_archived"]), (&json!("Every month"), &json!(false)));
    let second = ada.post("presets", &preset("Second")).await.expect(StatusCode::CREATED);
    let refused = change(&ada, &second["id"], json!({ "name": "Every month" })).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/name", "two presets in use have one name: {}", refused.body);
    change(&ada, &second["id"], json!({ "name": "Third", "is_archived": true })).await.expect(StatusCode::OK);
    assert_eq!(change(&bob, &made["id"], json!({ "name": "Mine" })).await.status, StatusCode::NOT_FOUND);
    change(&ada, &made["id"], json!({ "is_archived": true })).await.expect(StatusCode::OK);
    let archived = vec![json!("Third"), json!("Every month")];
    assert_eq!((names(&ada, "").await, names(&ada, "?archived=true").await), (vec![], archived));
    change(&ada, &made["id"], json!({ "is_archived": false })).await.expect(StatusCode::OK);
    assert_eq!((names(&ada, "").await, names(&bob, "").await), (vec![json!("Every month")], vec![]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_made_from_a_preset_stand_at_it() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let id = ada.post("presets", &preset("Savings")).await.expect(StatusCode::CREATED)["id"].clone();
    let order = |person: Person, key: &'static str, id: Value| async move {
        let quote = person.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
        let body = json!({ "quote_id": quote["id"], "preset_id": id,
            "requisite": { "kind": "address", "value": LTC_ADDRESS } });
        person.post_once("orders", key, &body).await
    };
    let made = order(ada.clone(), "first", id.clone()).await.expect(StatusCode::CREATED);
    let path = format!("presets/{}", id.as_str().unwrap());
    let details = ada.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&details["preset"]["id"], &details["orders"][0]["id"]), (&id, &made["id"]));
    assert_eq!(bob.get(&path).await.status, StatusCode::NOT_FOUND);
    let refused = order(bob, "first", id).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/preset_id", "{}", refused.body);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_preset_names_the_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let with = |field: &str, value: Value| {
        let mut asked = preset("Savings");
        asked[field] = value;
        asked
    };
    for (asked, pointer) in [
        (with("name", json!(" ")), "/name"),
        (with("name", json!("a".repeat(51))), "/name"),
        (with("amount", json!("0")), "/amount"),
        (with("amount", json!("1.001")), "/amount"),
        (with("requisite", json!({ "kind": "address", "value": "no-address" })), "/requisite/value"),
        (with("requisite", json!({ "kind": "iban", "value": "DE89370400440532013000" })), "/requisite/full_name"),
    ] {
        let refused = ada.post("presets", &asked).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{asked}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{asked}: {}", refused.body);
    }
    app.close().await;
}
