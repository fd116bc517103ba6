//! Cards that a person saves for later payments and payouts, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestApp};

fn card(number: &str, cvv: Option<&str>) -> Value {
    let mut asked = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "holder": " Ada Lovelace " });
    if let Some(cvv) = cvv {
        asked["cvv"] = json!(cvv);
    }
    asked
}

async fn saved(person: &Person) -> Vec<Value> {
    person.get("requisites/cards").await.expect(StatusCode::OK)["data"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_saved_once_pays_an_order_and_is_its_owners_alone() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let first = ada.post("requisites/cards", &card("4242 4242 4242 4242", Some("123"))).await;
    let first = first.expect(StatusCode::CREATED);
    assert_eq!((&first["last4"], &first["brand"]), (&json!("4242"), &json!("visa")));
    assert_eq!((&first["holder"], &first["is_expired"]), (&json!("Ada Lovelace"), &json!(false)));
    assert!(!first.to_string().contains("424242"), "the number is not stored");
    let again = ada.post("requisites/cards", &card("4242424242424242", None)).await.expect(StatusCode::CREATED);
    assert_eq!(again["id"], first["id"]);
    let listed = saved(&ada).await;
    assert_eq!(listed.as_slice(), std::slice::from_ref(&again));
    assert_eq!(saved(&bob).await, [Value::Null; 0]);

    let order = ada.order("visamc", "saved").await;
    let pay = json!({ "card_token": listed[0]["card_token"], "return_url": "/exchange" });
    let path = format!("transactions/{}/payment/card", order["id"].as_str().unwrap());
    ada.call("POST", &path, Some(&pay), &[("idempotency-key", "pay")]).await.expect(StatusCode::OK);
    let others = bob.order("visamc", "others").await;
    let path = format!("transactions/{}/payment/card", others["id"].as_str().unwrap());
    let refused = bob.call("POST", &path, Some(&pay), &[("idempotency-key", "pay")]).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/card_token", "{}", refused.body);

    let path = format!("requisites/cards/{}", first["id"].as_str().unwrap());
    assert_eq!(bob.call("DELETE", &path, None, &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ada.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(saved(&ada).await, [Value::Null; 0]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_cannot_be_saved_names_the_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut old = card("4242424242424242", None);
    old["expiry_year"] = json!(2020);
    for (asked, pointer) in [
        (card("4242424242424241", None), "/number"),
        (card("4242424242424242", Some("1")), "/cvv"),
        (old, "/expiry_year"),
    ] {
        let refused = ada.post("requisites/cards", &asked).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{asked}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{asked}: {}", refused.body);
    }
    assert_eq!(saved(&ada).await, [Value::Null; 0]);
    app.close().await;
}
