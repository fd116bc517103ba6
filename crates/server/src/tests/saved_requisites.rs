//! Bank accounts and addresses that a person saves for later payouts, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestApp};

const IBAN: &str = "DE89370400440532013000";

fn bank(iban: &str, label: Option<&str>) -> Value {
    let mut asked = json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": iban,
        "full_name": "Ada Lovelace" });
    if let Some(label) = label {
        asked["label"] = json!(label);
    }
    asked
}

async fn saved(person: &Person) -> Vec<Value> {
    person.get("requisites/saved").await.expect(StatusCode::OK)["data"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn details_are_saved_once_and_are_their_owners_alone() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let first = ada.post("requisites/saved", &bank("DE89 3704 0044 0532 0130 00", None)).await;
    let first = first.expect(StatusCode::CREATED);
    assert_eq!((&first["value"], &first["full_name"]), (&json!(IBAN), &json!("Ada Lovelace")));
    assert_eq!(first.get("label"), None);
    let again = ada.post("requisites/saved", &bank(IBAN, Some(" Rent "))).await.expect(StatusCode::CREATED);
    assert_eq!((&again["id"], &again["label"]), (&first["id"], &json!("Rent")));
    assert_eq!(saved(&ada).await.as_slice(), std::slice::from_ref(&again));
    assert_eq!(saved(&bob).await, [Value::Null; 0]);

    let path = format!("requisites/saved/{}", first["id"].as_str().unwrap());
    assert_eq!(bob.call("DELETE", &path, None, &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ada.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.call("DELETE", &path, None, &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(saved(&ada).await, [Value::Null; 0]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn details_that_cannot_be_saved_name_the_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let address = |value: &str| json!({ "currency": "LTC", "payway": "ltc", "kind": "address", "value": value });
    let long = "a".repeat(51);
    let nameless = json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": IBAN });
    let card =
        json!({ "currency": "EUR", "payway": "visamc", "kind": "iban", "value": IBAN, "full_name": "Ada Lovelace" });
    for (asked, pointer) in [
        (bank("DE00370400440532013000", None), "/value"),
        (bank(IBAN, Some(&long)), "/label"),
        (nameless, "/full_name"),
        (address("not-an-address"), "/value"),
        (card, "/payway"),
    ] {
        let refused = ada.post("requisites/saved", &asked).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{asked}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{asked}: {}", refused.body);
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_account_is_saved_in_the_verified_name_alone() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let names = json!({ "first_name": "Олена", "last_name": "Коваленко" });
    ada.call("PUT", "user", Some(&names), &[]).await.expect(StatusCode::OK);
    let account =
        |name: &str| json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": IBAN, "full_name": name });
    // Until the identity is verified, there is nothing to compare with.
    ada.post("requisites/saved", &account("Ada Lovelace")).await.expect(StatusCode::CREATED);
    let verified = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                    SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = 'ada@example.test'";
    sqlx::query(verified).execute(&mut app.db.connect().await).await.unwrap();
    let refused = ada.post("requisites/saved", &account("Ada Lovelace")).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    let error = &refused.body["errors"][0];
    assert_eq!((&error["pointer"], &error["code"]), (&json!("/full_name"), &json!("not_own_name")));
    for name in ["Olena Kovalenko", "KOVALENKO Olena Ivanivna", "О. Коваленко"] {
        ada.post("requisites/saved", &account(name)).await.expect(StatusCode::CREATED);
    }
    let card = |holder: &str| json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "holder": holder });
    for path in ["requisites/cards", "requisites/card"] {
        let refused = ada.post(path, &card("Ada Lovelace")).await;
        assert_eq!(refused.body["errors"][0]["pointer"], "/holder", "{path}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["code"], "not_own_name", "{path}: {}", refused.body);
        ada.post(path, &card("OLENA KOVALENKO")).await.expect(StatusCode::CREATED);
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_pays_to_a_bank_account_in_the_verified_name_alone() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = async |key: &str| {
        let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2.00000000").await;
        // In the name of Ada Lovelace.
        let body = json!({ "quote_id": quote["id"], "requisite": ada.account(IBAN).await });
        ada.post_once("orders", key, &body).await
    };
    order("unverified").await.expect(StatusCode::CREATED);
    let verified = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                    SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = 'ada@example.test'";
    sqlx::query(verified).execute(&mut app.db.connect().await).await.unwrap();
    let name = "UPDATE users SET first_name = $1, last_name = $2 WHERE email = 'ada@example.test'";
    for (first, last, key, is_own) in [("Olena", "Kovalenko", "other", false), ("Ada", "Lovelace", "own", true)] {
        let mut sql = app.db.connect().await;
        sqlx::query(name).bind(first).bind(last).execute(&mut sql).await.unwrap();
        let answer = order(key).await;
        if is_own {
            answer.expect(StatusCode::CREATED);
        } else {
            let error = &answer.body["errors"][0];
            let said = (&error["pointer"], &error["code"]);
            assert_eq!(said, (&json!("/requisite/full_name"), &json!("not_own_name")), "{}", answer.body);
        }
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_details_are_renamed_by_their_owner_alone() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let asked = json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": IBAN,
        "full_name": "Ada Lovelace", "label": "Rent" });
    let saved = ada.post("requisites/saved", &asked).await.expect(StatusCode::CREATED);
    let path = format!("requisites/saved/{}", saved["id"].as_str().unwrap());
    let rename =
        async |person: &Person, label: &str| person.call("PATCH", &path, Some(&json!({ "label": label })), &[]).await;
    let renamed = rename(&ada, " Savings ").await.expect(StatusCode::OK);
    assert_eq!((&renamed["label"], &renamed["value"]), (&json!("Savings"), &json!(IBAN)));
    assert_eq!(rename(&bob, "Mine").await.status, StatusCode::NOT_FOUND);
    assert_eq!(rename(&ada, &"a".repeat(51)).await.body["errors"][0]["pointer"], "/label");
    assert_eq!(rename(&ada, "").await.expect(StatusCode::OK)["label"], Value::Null);
    app.close().await;
}
